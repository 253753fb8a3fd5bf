//! What actions ask of DynamoDB and what that costs, as `docs/scale.md` says: measured on DynamoDB Local, which counts capacity as
//! Amazon does.

use crate::workspace::ROOT;
use kit::{Answer, Engine, Person, TestApp, serde_json::json};
use std::{fs, path::Path, time::Duration};
use store::decorators::{Call, Counts, Operation};

/// Dollars for a million request units on demand, as they are in most of Amazon's regions.
const READ: f64 = 0.125;
const WRITE: f64 = 0.625;
/// The marks of changes are left within this time.
const AFTERWARDS: Duration = Duration::from_millis(400);

struct Meter<'a> {
    app: &'a TestApp,
    capacity: Box<dyn Fn() -> String>,
    rows: Vec<String>,
    /// What had been asked of storage when nothing more came.
    settled: Option<Counts>,
}

impl Meter<'_> {
    /// Read and write units so far.
    fn units(&self) -> (f64, f64) {
        let (mut reads, mut writes) = (0.0, 0.0);
        for line in (self.capacity)()
            .lines()
            .filter(|line| line.starts_with("roundtable_dynamodb_capacity_milliunits_total"))
        {
            let units: f64 = line.rsplit(' ').next().and_then(|text| text.parse().ok()).expect("a number");
            let is_read = ["get", "batch_get", "query", "scan"]
                .iter()
                .any(|call| line.contains(&format!("call=\"{call}\"")));
            *if is_read { &mut reads } else { &mut writes } += units / 1000.0;
        }
        (reads, writes)
    }

    /// All that follows from what was done is done.
    async fn settle(&mut self) {
        while self.settled.as_ref() != Some(&self.app.storage.snapshot()) {
            self.app.finish_work().await;
            let before = self.app.storage.snapshot();
            tokio::time::sleep(AFTERWARDS).await;
            self.settled = Some(before);
        }
    }

    async fn measure(&mut self, what: &str, work: impl Future<Output = Answer>) -> Answer {
        self.settle().await;
        let (before, counted) = (self.units(), self.app.storage.snapshot());
        let answer = work.await;
        assert!(answer.status.is_success(), "{what}: {}", answer.text);
        self.settle().await;
        let (after, counts) = (self.units(), self.app.storage.snapshot().since(&counted));
        // Without looking for work, which goes on all the time: here as often as this test asks for it.
        let looks = |call: &Call| call.operation == Operation::Query && call.table == "System";
        let calls: usize =
            counts.0.iter().filter(|(call, _)| !looks(call)).map(|(_, count)| count.calls).sum();
        let (reads, writes) = (after.0 - before.0, after.1 - before.1);
        let dollars = reads * READ + writes * WRITE;
        self.rows.push(format!("| {what} | {calls} | {reads:.1} | {writes:.1} | {dollars:.2} |"));
        answer
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn actions_cost_what_the_documentation_says() {
    let handle = server::telemetry::start_metrics().expect("the first of this process");
    let app = TestApp::start(Engine::Dynamodb).await;
    let mut meter =
        Meter { app: &app, capacity: Box::new(move || handle.render()), rows: Vec::new(), settled: None };
    let (root, ana, bo) =
        (app.registers("Root").await, app.registers("Ana").await, app.registers("Bo").await);
    shareables(&mut meter, &app).await;
    rankings(&mut meter, &app).await;
    hangouts(&mut meter, &ana, &bo).await;
    club(&mut meter, &root, &ana).await;
    movies(&mut meter, &ana, &bo).await;
    let body = json!({ "email": ana.email, "password": kit::PASSWORD });
    meter.measure("sign in", app.anyone().post("/auth/login", body)).await;
    meter.measure("look at one’s account", ana.get("/me")).await;
    let page = fs::read_to_string(Path::new(ROOT).join("docs/scale.md")).expect("docs/scale.md");
    let missing: Vec<_> = meter.rows.iter().filter(|row| !page.lines().any(|line| says(line, row))).collect();
    assert!(missing.is_empty(), "docs/scale.md must say:\n{}", meter.rows.join("\n"));
}

/// Whether a line tells the same, give or take a request or two: background work may share a read with what came before it.
fn says(line: &str, row: &str) -> bool {
    let cells =
        |text: &str| text.split('|').skip(2).map_while(|cell| cell.trim().parse().ok()).collect::<Vec<f64>>();
    let near = |(one, other): (f64, f64)| (one - other).abs() <= 2.0;
    let (documented, measured) = (cells(line), cells(row));
    line.split('|').nth(1) == row.split('|').nth(1)
        && documented.len() == measured.len()
        && documented.into_iter().zip(measured).all(near)
}

async fn shareables(meter: &mut Meter<'_>, app: &TestApp) {
    let questions = json!([{ "title": "Where?", "options": [{ "label": "Lake" }, { "label": "Coast" }] }]);
    let body = json!({ "entity": "poll", "name": "Weekend", "expiresAfter": 7, "questions": questions });
    let made = meter.measure("create a poll", app.anyone().post("/shareables", &body)).await;
    let poll = format!("/shareables/{}", made.text_at("shortId"));
    let shown = meter.measure("look at a poll", app.anyone().get(&poll)).await;
    let question = shown.text_at("/questions/0/pollQuestionId");
    let option = shown.text_at("/questions/0/options/0/pollQuestionOptionId");
    let answer =
        json!({ "name": "Zelda", "answers": [{ "pollQuestionId": question, "optionIds": [option] }] });
    let path = format!("{poll}/votes");
    meter.measure("vote in a poll", app.anyone().post(&path, &answer)).await;
    meter.measure("results of a poll, the first time", app.anyone().get(&format!("{poll}/results"))).await;
    meter.measure("results of a poll, later", app.anyone().get(&format!("{poll}/results"))).await;
}

async fn rankings(meter: &mut Meter<'_>, app: &TestApp) {
    let body = json!({ "title": "Language", "candidates": ["Go", "Rust"] });
    let made = meter.measure("create a ranked poll", app.anyone().post("/ranked-polls", &body)).await;
    let poll = format!("/ranked-polls/{}", made.text_at("id"));
    let path = format!("{poll}/votes");
    meter.measure("cast a ballot", app.anyone().post(&path, json!({ "rankings": ["Rust"] }))).await;
    meter.measure("ranked results, the first time", app.anyone().get(&format!("{poll}/results"))).await;
    meter.measure("ranked results, later", app.anyone().get(&format!("{poll}/results"))).await;
}

async fn hangouts(meter: &mut Meter<'_>, ana: &Person, bo: &Person) {
    let made = meter.measure("create a group", ana.post("/groups", json!({ "name": "Mill Lane" }))).await;
    let group = made.text_at("groupId");
    ana.post(&format!("/groups/{group}/members"), json!({ "userId": bo.user_id })).await.expect(201);
    let start = (meter.app.now() + jiff::SignedDuration::from_hours(72)).to_string();
    let body = json!({ "title": "Supper", "groupIds": [group], "startTime": start });
    let made = meter.measure("create a hangout in one group of two", ana.post("/hangouts", body)).await;
    let path = format!("/hangouts/{}/response", made.text_at("hangoutId"));
    meter.measure("respond to a hangout", bo.put(&path, json!({ "response": "going" }))).await;
    meter.measure("a group’s feed", bo.get(&format!("/groups/{group}/feed"))).await;
    meter.measure("everything coming up, from one group", bo.get("/me/hangouts")).await;
}

async fn club(meter: &mut Meter<'_>, root: &Person, ana: &Person) {
    let body =
        json!({ "url": "https://club.example/", "title": "Club", "description": "Ours", "tags": ["club"] });
    let site =
        format!("/sites/{}", meter.measure("add a link", root.post("/sites", body)).await.text_at("id"));
    meter.measure("a page of links", ana.get("/sites")).await;
    meter.measure("rate a link", ana.put(&format!("{site}/rating"), json!({ "stars": 5 }))).await;
    meter
        .measure("comment on a link", ana.post(&format!("{site}/comments"), json!({ "body": "Good" })))
        .await;
    let mut players = Vec::new();
    for name in ["Nora", "Leo"] {
        players.push(
            root.post("/squash/players", json!({ "name": name })).await.expect(201).text_at("playerId"),
        );
    }
    let body = json!({ "date": "2037-11-10", "teamAPlayer1Id": players[0], "teamBPlayer1Id": players[1],
        "winningTeam": "A", "teamAGames": 3, "teamBGames": 1 });
    meter.measure("enter a match", root.post("/squash/matches", body)).await;
    meter.measure("the ladder, later", root.get("/squash/leaderboard")).await;
}

async fn movies(meter: &mut Meter<'_>, ana: &Person, bo: &Person) {
    ana.post("/households", json!({ "name": "Mill Lane" })).await.expect(201);
    let token = ana.act("/households/mine/invites").await.expect(201).text_at("token");
    bo.act(&format!("/invites/{token}/accept")).await.expect(200);
    let draft = meter.measure("suggestions for an evening of two", ana.post("/rounds", json!({}))).await;
    let (round, film) =
        (format!("/rounds/{}", draft.text_at("roundId")), &draft.json["suggestions"][0]["tmdbMovieId"]);
    ana.act(&format!("{round}/start")).await.expect(200);
    meter
        .measure("vote for a film", ana.put(&format!("{round}/votes/{film}"), json!({ "vote": "up" })))
        .await;
    meter.measure("look at a round", ana.get(&round)).await;
}

/// What one person does on a day.
const LOOKS: f64 = 20.0;
const ANSWERS: f64 = 2.0;
const WORK: f64 = 0.3;
/// How much busier the busiest hour is than the average.
const BUSIEST: f64 = 5.0;
/// How many of a thousand people have a live page open in the busiest hour.
const WATCHING: f64 = 50.0;
/// Live pages on one server, and what the partitions of marks and of work take in a second.
const STREAMS: f64 = 57_000.0;
const MARKS: f64 = 4_000.0;
const PIECES: f64 = 4_000.0;

/// The read and write units of an action, as the documentation has them.
fn units_of(page: &str, action: &str) -> (f64, f64) {
    let row = page.lines().find(|line| line.starts_with(&format!("| {action} |"))).expect(action);
    let cell =
        |at: usize| row.split('|').nth(at).and_then(|cell| cell.trim().parse().ok()).expect("a number");
    (cell(3), cell(4))
}

/// With as many digits as matter.
fn rounded(value: f64) -> String {
    let digits = usize::from(value < 10.0);
    let text = format!("{value:.digits$}");
    let (whole, rest) = text
        .split_once('.')
        .map_or((text.as_str(), String::new()), |(whole, rest)| (whole, format!(".{rest}")));
    let groups: Vec<_> =
        whole.as_bytes().rchunks(3).rev().map(|digits| String::from_utf8_lossy(digits)).collect();
    groups.join(",") + &rest
}

#[test]
fn what_bites_first() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/scale.md")).expect("docs/scale.md");
    let (look, answer) = (units_of(&page, "look at a poll"), units_of(&page, "vote in a poll"));
    let sizes = [1e3, 1e6, 1e8];
    let each = |figure: &dyn Fn(f64) -> String| sizes.map(figure).join(" | ");
    let a_second = |people: f64, a_day: f64| people * a_day * BUSIEST / 86_400.0;
    let a_month = |people: f64| {
        let (reads, writes) = (LOOKS * look.0 + ANSWERS * answer.0, LOOKS * look.1 + ANSWERS * answer.1);
        people * 30.0 * (reads * READ + writes * WRITE) / 1e6
    };
    let first = |people: f64| {
        let loads = [("marks", a_second(people, ANSWERS) / MARKS), ("work", a_second(people, WORK) / PIECES)];
        let (name, load) = loads.into_iter().max_by(|one, other| one.1.total_cmp(&other.1)).expect("some");
        if load < 1.0 { "nothing".to_owned() } else { format!("{name}, {} ×", rounded(load)) }
    };
    let rows = [
        format!(
            "| looks a second in the busiest hour | {} |",
            each(&|people| rounded(a_second(people, LOOKS)))
        ),
        format!(
            "| answers a second, each a mark, of {} | {} |",
            rounded(MARKS),
            each(&|people| rounded(a_second(people, ANSWERS)))
        ),
        format!(
            "| pieces of work a second, of {} | {} |",
            rounded(PIECES),
            each(&|people| rounded(a_second(people, WORK)))
        ),
        format!(
            "| servers, for live pages | {} |",
            each(&|people| rounded((people * WATCHING / 1e3 / STREAMS).ceil()))
        ),
        format!("| requests of DynamoDB, dollars a month | {} |", each(&|people| rounded(a_month(people)))),
        format!("| past its limit | {} |", each(&first)),
    ];
    let missing: Vec<_> = rows.iter().filter(|row| !page.contains(*row)).collect();
    assert!(missing.is_empty(), "docs/scale.md must say:\n{}", rows.join("\n"));
}
