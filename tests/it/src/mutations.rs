//! Every attribute of every kind of row left out, NULL, or of another value, one at a time: no page or call fails, and what stands
//! beside the row is shown. `doctor` names what cannot be read, goes on, and removes none of it.

use crate::rows::{self, Form, Ids, Make, People, Row, World, fault, visit};
use futures::{StreamExt, stream};
use kit::serde_json::{Value as Json, json};
use server::tasks::Place;
use stage::{Engine, Stage};
use std::{collections::BTreeMap, path::Path, sync::Arc};
use store::{Key, Transaction, Write};

/// What does not hold yet: the feature, the row, the attribute, and why. Empty names stand for all.
const NOT_YET: &[(&str, &str, &str, &str)] = &[];

/// One attribute of one row that is not what it was.
#[derive(Debug, Clone)]
struct Spoilt {
    row: usize,
    /// Names, and places in lists, from the row to the value.
    path: Vec<String>,
    /// `None` where it is left out.
    value: Option<Json>,
}

/// Every way in which a world's rows are spoilt.
fn every_way(world: &World) -> Vec<Spoilt> {
    let mut ways = Vec::new();
    for (at, row) in world.rows.iter().enumerate().filter(|(_, row)| row.spoilt) {
        let keys = [Some(row.table().key.pk), row.table().key.sk].map(|key| key.map_or("", |key| key.name));
        let mut paths = Vec::new();
        inside(&row.item, &[], &mut paths);
        paths.extend(row.also.iter().map(|name| vec![(*name).to_owned()]));
        paths.retain(|path| !keys.contains(&path[0].as_str()));
        for path in paths {
            let before = path.iter().try_fold(&row.item, |json, name| match json {
                Json::Array(list) => list.get(name.parse::<usize>().ok()?),
                json => json.get(name),
            });
            let spoilt = |value| Spoilt { row: at, path: path.clone(), value };
            if before.is_some() {
                ways.push(spoilt(None));
            }
            let mut others = vec![Json::Null, json!("str\u{e4}nge"), json!(7), json!({ "a": 1 }), json!([7])];
            others.extend(match before {
                Some(Json::String(_)) => Some(json!("")),
                Some(Json::Number(_)) => Some(json!(-1.5)),
                Some(Json::Array(_)) => Some(json!([])),
                _ => None,
            });
            ways.extend(
                others.into_iter().filter(|other| Some(other) != before).map(|other| spoilt(Some(other))),
            );
        }
    }
    ways
}

/// The paths of everything in a value; of a list, what is in its first element.
fn inside(json: &Json, path: &[String], paths: &mut Vec<Vec<String>>) {
    let mut step = |name: String, json: &Json| {
        let path = [path, &[name]].concat();
        paths.push(path.clone());
        inside(json, &path, paths);
    };
    match json {
        Json::Object(map) => map.iter().for_each(|(name, json)| step(name.clone(), json)),
        Json::Array(list) => list.iter().take(1).for_each(|json| step("0".into(), json)),
        _ => {}
    }
}

impl Spoilt {
    /// Spoils the row of this world.
    fn apply(&self, world: &mut World) {
        let (name, parents) = self.path.split_last().expect("a name");
        let row = &mut world.rows[self.row].item;
        let parent = parents.iter().fold(row, |json, step| match step.parse::<usize>() {
            Ok(at) if json.is_array() => &mut json[at],
            _ => &mut json[step.as_str()],
        });
        match (parent, &self.value) {
            (Json::Object(map), Some(value)) => _ = map.insert(name.clone(), value.clone()),
            (Json::Object(map), None) => _ = map.remove(name),
            (Json::Array(list), Some(value)) => list[0] = value.clone(),
            (Json::Array(list), None) => _ = list.remove(0),
            _ => unreachable!("only maps and lists have something in them"),
        }
    }

    fn words(&self, world: &World) -> String {
        let value = self.value.as_ref().map_or_else(|| "left out".to_owned(), |value| format!("= {value}"));
        format!("{} {} {value}", world.rows[self.row].name, self.path.join("."))
    }
}

/// Writes a world; returns whether the engine takes the spoilt row at all.
async fn write(stage: &Stage, world: &World, spoilt: usize) -> bool {
    let put = |row: &Row| Write::put(row.table(), row.item());
    let others = world.rows.iter().enumerate().filter(|(at, _)| *at != spoilt).map(|(_, row)| put(row));
    let others: Vec<Write> = others.collect();
    for some in others.chunks(90) {
        stage.services.store.transact(Transaction::of(some.to_vec())).await.expect("they are written");
    }
    stage.services.store.write(put(&world.rows[spoilt])).await.is_ok()
}

/// What is wrong where one world is spoilt.
async fn look_around(stage: &Stage, world: &World, spoilt: &Spoilt) -> Vec<String> {
    let name = world.rows[spoilt.row].name;
    let people = People::sign_in(stage, world).await;
    let mut faults = Vec::new();
    for look in &world.looks {
        let answer = visit(&people.of(stage, look.by), look).await;
        faults.extend(fault(look, &answer, Some(name)));
    }
    faults
}

async fn no_row_spoils_another(feature: &str) {
    let stage = Stage::of(rows::setup(Engine::Embedded)).await;
    let mut ways: Vec<(Ids, Make, Spoilt)> = Vec::new();
    for (_, make) in rows::ALL.iter().filter(|(of, _)| *of == feature) {
        for way in every_way(&make(Ids(0), Form::Whole)) {
            ways.push((Ids(u32::try_from(ways.len()).expect("a few") + 1), *make, way));
        }
    }
    let worlds = stream::iter(&ways).map(async |(ids, make, way)| {
        let mut world = make(*ids, Form::Whole);
        way.apply(&mut world);
        write(&stage, &world, way.row).await.then_some((world, way))
    });
    let worlds: Vec<(World, &Spoilt)> =
        worlds.buffer_unordered(4).filter_map(async |world| world).collect().await;
    let faults = stream::iter(&worlds)
        .map(async |(world, way)| (way.words(world), look_around(&stage, world, way).await));
    let faults: Vec<(String, Vec<String>)> = faults.buffer_unordered(4).collect().await;
    let mut wrong = BTreeMap::<String, Vec<String>>::new();
    for (way, faults) in faults.into_iter().filter(|(_, faults)| !faults.is_empty()) {
        let known = NOT_YET
            .iter()
            .any(|(of, row, attribute, _)| *of == feature && way.starts_with(row) && way.contains(attribute));
        if !known {
            wrong.insert(way, faults);
        }
    }
    let lines: Vec<String> =
        wrong.iter().map(|(way, faults)| format!("{way}: {} faults: {}", faults.len(), faults[0])).collect();
    if let Some(file) = std::env::var_os("ROWS_FAILURES") {
        std::fs::write(Path::new(&file).join(feature), lines.join("\n")).expect("it is written");
    }
    assert!(
        worlds.len() * 10 > ways.len() * 6,
        "most of them can be written: {} of {}",
        worlds.len(),
        ways.len()
    );
    examine(&stage, &worlds, feature).await;
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), worlds.len(), lines.join("\n"));
}

/// Doctor on all of it, and again with repair.
async fn examine(stage: &Stage, worlds: &[(World, &Spoilt)], feature: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let features = Arc::new(server::compose::features());
    let place = Place {
        services: stage.services.clone(),
        features,
        embedded: None,
        files: None,
        folder: folder.path().into(),
    };
    for repair in [false, true] {
        let (lines, mut said) = tokio::sync::mpsc::channel(1_000);
        let (done, said) = tokio::join!(
            async {
                let done = server::doctor::examine(&place, repair, &lines).await;
                drop(lines);
                done
            },
            async {
                let mut all = Vec::new();
                while let Some(line) = said.recv().await {
                    all.push(line);
                }
                all
            }
        );
        let broken: Vec<_> = said.iter().filter(|line| line.contains(": not finished: ")).collect();
        assert!(broken.is_empty(), "{feature}: {broken:?}");
        assert!(done.is_err(), "something is wrong and was not mended");
        assert!(
            said.iter().any(|line| line.contains("cannot be read")),
            "{feature}: rows that cannot be read are named"
        );
    }
    for (world, way) in worlds {
        // What says that it was deleted, or has expired, goes as it always does.
        if ["deletedAt", "deleted_at", "ttl"].contains(&way.path[0].as_str()) {
            continue;
        }
        let row = &world.rows[way.row];
        let key = Key::of(&row.item(), &row.table().key).expect("a key");
        let held = stage.services.store.get(row.table(), &key).await.expect("storage answers");
        assert!(held.is_some(), "{feature}: doctor removed {} {key}: {}", row.table, way.words(world));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_row_of_shareables_spoils_another() {
    no_row_spoils_another("shareables").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_row_of_ranked_polls_spoils_another() {
    no_row_spoils_another("rankings").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_row_of_hangouts_spoils_another() {
    no_row_spoils_another("hangouts").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_row_of_the_club_spoils_another() {
    no_row_spoils_another("club").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_row_of_movie_night_spoils_another() {
    no_row_spoils_another("movies").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_row_of_an_account_spoils_another() {
    no_row_spoils_another("identity").await;
}

/// Rows of the machinery: no page shows them, and nobody else writes them.
const MACHINERY: [&str; 14] = [
    "WORK",
    "LATER",
    "LIVE",
    "VOTES",
    "ONCE",
    "GUESS",
    "MAILED",
    "NOMAIL",
    "NOTIFIED",
    "TOLD",
    "INSTANCE",
    "REMIND",
    "CLUB",
    "PARTICIPANTS",
];

/// What a row is, by its table and the words in its key.
fn kind(table: &store::Table, item: &store::Item) -> (&'static str, String) {
    let text = |name: &str| item.get(name).and_then(store::View::as_str).unwrap_or_default().to_owned();
    let names = [Some(table.key.pk), table.key.sk];
    let is_composite = names[1].is_some_and(|key| key.name.eq_ignore_ascii_case("sk"));
    let keys = names.into_iter().flatten().filter(|_| is_composite).map(|key| text(key.name));
    let is_word = |part: &&str| {
        part.len() > 2 && part.chars().all(|c| c.is_ascii_uppercase() || c == '_')
            || [
                "shareable",
                "event_rsvp",
                "poll_vote",
                "checklist_tick",
                "checklist_claim",
                "checklist_added",
                "made",
                "answered",
            ]
            .contains(part)
    };
    let words: Vec<String> =
        keys.flat_map(|key| key.split('#').filter(is_word).map(str::to_owned).collect::<Vec<_>>()).collect();
    (table.name, words.join(" "))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_kind_of_row_of_the_example_and_its_attributes_are_among_those_that_are_spoilt() {
    let mut known = BTreeMap::<_, std::collections::BTreeSet<String>>::new();
    for row in rows::ALL.iter().flat_map(|(_, make)| make(Ids(0), Form::Whole).rows) {
        let attributes = known.entry(kind(row.table(), &row.item())).or_default();
        attributes.extend(row.item().iter().map(|(name, _)| name.to_owned()));
        attributes.extend(row.also.iter().map(|name| (*name).to_owned()));
    }
    let (app, _) = kit::TestApp::with_example(kit::Engine::Embedded, 7).await;
    app.finish_work().await;
    let mut missing = std::collections::BTreeSet::new();
    for (name, item) in app.everything().await {
        let kind = kind(rows::table(name), &item);
        if MACHINERY.iter().any(|word| kind.1.starts_with(word)) {
            continue;
        }
        match known.get(&kind) {
            None => _ = missing.insert(format!("{kind:?}: {item:?}")),
            Some(attributes) => {
                let lacks = item.iter().filter(|(name, _)| !attributes.contains(*name));
                missing.extend(lacks.map(|(attribute, value)| format!("{kind:?}.{attribute} = {value:?}")));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.into_iter().collect::<Vec<_>>().join("\n"));
}
