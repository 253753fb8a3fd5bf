//! The heart of it: whatever people do and whatever fails on the way, once the work has run every pointer is the projection of its
//! hangout and nothing else remains.

use crate::support::{Town, features};
use http::Method;
use jiff::SignedDuration;
use kernel::Rng;
use serde_json::{Value, json};
use stage::{Engine, Person, Stage};
use std::{collections::HashSet, sync::Arc};
use store::decorators::{FailingStore, Fault};

/// What a random story plays with.
struct Story {
    rng: Rng,
    people: Vec<Person>,
    groups: Vec<String>,
    hangouts: Vec<String>,
}

impl Story {
    fn one_of(&self, list: &[String]) -> Option<String> {
        (!list.is_empty()).then(|| list[self.rng.index(list.len())].clone())
    }

    fn some_groups(&self) -> Vec<String> {
        self.groups.iter().filter(|_| self.rng.below(2) == 0).cloned().collect()
    }

    fn body(&self, town: &Stage) -> Value {
        let hours = i64::try_from(self.rng.below(100)).unwrap();
        let start =
            (self.rng.below(3) > 0).then(|| (town.now() + SignedDuration::from_hours(hours)).to_string());
        let invited = &self.people[self.rng.index(self.people.len())].user_id;
        let invited = if self.rng.below(2) == 0 { vec![invited] } else { Vec::new() };
        json!({ "title": format!("t{}", self.rng.below(1_000)), "startTime": start, "groupIds": self.some_groups(), "inviteeIds": invited })
    }

    /// One thing that somebody does. It may be refused, and storage may fail under it.
    async fn step(&mut self, town: &Stage) {
        let person = self.people[self.rng.index(self.people.len())].clone();
        let other = self.people[self.rng.index(self.people.len())].user_id.clone();
        let hangout = self.one_of(&self.hangouts).map(|id| format!("/hangouts/{id}"));
        let group = self.one_of(&self.groups).map(|id| format!("/groups/{id}"));
        match (self.rng.below(14), hangout, group) {
            (0..=3, ..) | (_, None, _) => {
                let made = person.post("/hangouts", self.body(town)).await;
                self.hangouts.extend(made.json["hangoutId"].as_str().map(str::to_owned));
            }
            (4..=5, Some(path), _) => _ = person.patch(&path, self.body(town)).await,
            (6, Some(path), _) => {
                let hour = (town.now() + SignedDuration::from_hours(2)).to_string();
                _ = person.patch(&path, json!({ "startTime": hour })).await;
            }
            (7, Some(path), _) => {
                _ = person.patch(&path, json!({ "cancelled": self.rng.below(2) == 0 })).await;
            }
            (8, Some(path), _) => _ = person.delete(&path).await,
            (9, Some(path), _) => {
                let said = ["going", "maybe", "notGoing"][self.rng.index(3)];
                _ = person.put(&format!("{path}/response"), json!({ "response": said })).await;
            }
            (10, _, Some(path)) => {
                _ = person.post(&format!("{path}/members"), json!({ "userId": other })).await;
            }
            (11, _, Some(path)) => _ = person.delete(&format!("{path}/members/{other}")).await,
            (12, _, Some(path)) => {
                _ = person.patch(&path, json!({ "name": format!("g{}", self.rng.below(100)) })).await;
            }
            (_, _, Some(path)) if self.rng.below(4) == 0 => _ = person.delete(&path).await,
            _ => {
                let made = person.post("/groups", json!({ "name": "another" })).await;
                self.groups.extend(made.json["groupId"].as_str().map(str::to_owned));
            }
        }
    }
}

/// Nothing is left over: every row belongs to a group or hangout that is there, and is what it should be.
async fn assert_in_step(town: &Town, told: &str) {
    assert_eq!(town.findings(false).await, Vec::<String>::new(), "{told}");
    let rows = town.rows(&hangouts::tables::INVITER_TABLE).await;
    let text = |row: &store::Item, name: &str| {
        row.get(name).and_then(store::View::as_str).unwrap_or_default().to_owned()
    };
    let there: HashSet<String> =
        rows.iter().filter(|row| text(row, "SK") == "METADATA").map(|row| text(row, "PK")).collect();
    for row in &rows {
        let (pk, sk) = (text(row, "PK"), text(row, "SK"));
        let owner = if sk.starts_with("HANGOUT#") { sk.replace("HANGOUT#", "EVENT#") } else { pk.clone() };
        assert!(there.contains(&owner), "{pk} {sk} belongs to nothing: {told}");
        assert!(row.get("deletedAt").is_none(), "{pk} {sk} is still being deleted: {told}");
    }
}

/// Another server on the same data, over storage that fails when it is told to.
async fn shaky(town: &Town) -> (Stage, Arc<FailingStore>) {
    let mut failing = None;
    let shaky = town
        .over(|store| {
            let store = Arc::new(FailingStore::new(store));
            failing = Some(store.clone());
            store
        })
        .await;
    (shaky, failing.unwrap())
}

async fn work(on: &Stage) {
    let work = features().into_iter().flat_map(|feature| feature.work);
    _ = web::work::Runner::new(on.services.clone(), work).run_until_idle().await;
}

async fn a_story(town: &Town, seed: u64, percent: u64, steps: usize) {
    let mut story =
        Story { rng: Rng::seeded(seed), people: Vec::new(), groups: Vec::new(), hangouts: Vec::new() };
    for at in 0..4 {
        story.people.push(town.registers(&format!("P{seed}x{at}")).await);
    }
    for at in 0..3 {
        let owner = story.people[at].clone();
        story.groups.push(town.group(&owner, &format!("G{at}")).await);
    }
    let (shaky, failing) = shaky(town).await;
    let people =
        story.people.iter().map(|person| shaky.anyone().with_bearer(person.bearer().unwrap().to_owned()));
    let mut people: Vec<Person> = people.collect();
    for (on, of) in people.iter_mut().zip(&story.people) {
        on.user_id.clone_from(&of.user_id);
    }
    story.people = people;
    failing.at_random(seed, percent);
    for at in 0..steps {
        story.step(&shaky).await;
        // Now and then some of the work is done, over storage that fails too.
        if at % 7 == 0 {
            work(&shaky).await;
        }
    }
    failing.heal();
    town.advance(SignedDuration::from_mins(15));
    town.settles().await;
    assert_in_step(town, &format!("seed {seed}, {percent} of a hundred calls failing")).await;
}

/// A town whose indexes show what happened only now and then, and how many stories are told in one.
struct Lagging {
    engine: Engine,
    stories: u64,
}

impl Lagging {
    #[expect(clippy::unused_async, reason = "what is told on both engines is set up by waiting")]
    async fn on(engine: Engine) -> Self {
        let stories = match engine {
            Engine::Embedded => 4,
            Engine::Dynamodb => 2,
        };
        Self { engine, stories }
    }
}

/// A town where storage fails.
struct Shaken {
    town: Town,
    /// Of all calls and all ways to fail, one in so many is tried: as much as there is time for, unless `HANGOUT_EVERY_FAULT` is set.
    one_in: usize,
}

impl Shaken {
    async fn on(engine: Engine) -> Self {
        let one_in = match engine {
            _ if std::env::var_os("HANGOUT_EVERY_FAULT").is_some() => 1,
            Engine::Embedded => 5,
            Engine::Dynamodb => 97,
        };
        Self { town: Town::on(engine).await, one_in }
    }
}

/// What somebody does to something of their own.
type Change = (Method, String, Option<Value>);

/// One change of each kind, of things made for it.
async fn changes(town: &Town, ana: &Person, bo: &Person, groups: &[String; 2], kind: usize) -> Change {
    let [one, other] = groups;
    let supper = json!({ "title": "Supper", "groupIds": [one], "inviteeIds": [bo.user_id], "startTime": town.in_hours(5) });
    let hangout = async || {
        let made = ana.post("/hangouts", supper.clone()).await.expect(201);
        format!("/hangouts/{}", made.text_at("hangoutId"))
    };
    let edit = async |body: Value| (Method::PATCH, hangout().await, Some(body));
    let doomed = async || {
        let group = town.group_with(ana, "Rowing", &[bo]).await;
        ana.post("/hangouts", json!({ "title": "Both", "groupIds": [group, one] })).await.expect(201);
        format!("/groups/{group}")
    };
    match kind {
        0 => (Method::POST, "/hangouts".into(), Some(supper.clone())),
        1 => edit(json!({ "title": "Late supper" })).await,
        2 => edit(json!({ "startTime": town.in_hours(9) })).await,
        3 => edit(json!({ "groupIds": [other], "inviteeIds": [] })).await,
        4 => edit(json!({ "cancelled": true })).await,
        5 => (Method::DELETE, hangout().await, None),
        6 => (Method::PUT, format!("{}/response", hangout().await), Some(json!({ "response": "going" }))),
        7 => (Method::PATCH, doomed().await, Some(json!({ "name": "Sailing" }))),
        8 => {
            let group = town.group(ana, "Rowing").await;
            (Method::POST, format!("/groups/{group}/members"), Some(json!({ "userId": bo.user_id })))
        }
        9 => (Method::DELETE, format!("{}/members/{}", doomed().await, bo.user_id), None),
        _ => (Method::DELETE, doomed().await, None),
    }
}
const KINDS: usize = 11;

on_both_engines! {
    /// Every call to storage that a change and the work after it make fails once, in every way there is.
    async fn a_change_that_breaks_off_anywhere_is_made_whole_by_the_work(shaken: Shaken) {
        let town = &shaken.town;
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let groups = [town.group(&ana, "Mill Lane").await, town.group(&ana, "Rowing").await];
        let (shaky, failing) = shaky(town).await;
        let by = shaky.signs_in("Ana").await;
        let act = async |(method, path, body): Change| {
            by.send(method, &path, body.as_ref()).await;
            work(&shaky).await;
        };
        for kind in 0..KINDS {
            let whole = changes(town, &ana, &bo, &groups, kind).await;
            let calls = shaky.calls(async || act(whole).await).await.calls();
            assert!(calls > 2, "kind {kind} asks storage {calls} times");
            let ways = Fault::ALL.len();
            for at in (kind % shaken.one_in..calls * ways).step_by(shaken.one_in) {
                let broken = changes(town, &ana, &bo, &groups, kind).await;
                failing.script(std::iter::repeat_n(None, at / ways).chain([Some(Fault::ALL[at % ways])]));
                act(broken).await;
                failing.heal();
            }
        }
        town.advance(SignedDuration::from_mins(15));
        town.settles().await;
        assert_in_step(town, "changes of every kind that broke off").await;
    }

    async fn after_any_story_every_pointer_is_the_projection_of_its_hangout(town: Town) {
        for seed in 0..3 {
            a_story(&town, seed, 0, 60).await;
        }
    }

    async fn the_same_while_storage_fails_at_every_turn(town: Town) {
        for seed in 10..14 {
            a_story(&town, seed, 12, 60).await;
        }
    }

    async fn the_same_with_indexes_that_lag_behind(lagging: Lagging) {
        for seed in 20..20 + lagging.stories {
            let (stage, indexes) = Stage::with_lagging_indexes(lagging.engine, features).await;
            let town = Town { stage };
            // The second story is told on what the first one left, with indexes that know the first and nothing of their own.
            for (seed, told) in [(seed, "the first"), (seed + 100, "the second")] {
                a_story(&town, seed, 8, 40).await;
                indexes.catch_up().await.unwrap();
                assert_in_step(&town, &format!("{told} of seed {seed}, after the indexes have caught up")).await;
            }
        }
    }
}
