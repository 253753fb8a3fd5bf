//! One attacker against a thousand others: what it gets is bounded, and the others do not notice. How fast they are served meanwhile is
//! measured by `bench`, in the group `attack`.

use futures::{StreamExt, future::join_all, stream};
use kit::{
    Engine, Person, Setup, TestApp,
    serde_json::{Value, json},
};
use std::time::{Duration, Instant};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    time::{sleep, timeout},
};

const ATTACKER: &str = "203.0.113.66";
const OTHERS: u32 = 1_000;
/// Long enough on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_mins(1);

/// The limits of a fresh server, some of them smaller, and callers who say from where they call.
async fn start() -> TestApp {
    TestApp::with(Setup {
        settings: |settings| {
            settings.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
            settings.requests_per_second = 100;
            settings.creations_per_hour = 200;
            settings.streams_per_address = 50;
            settings.participant_mb_per_hour = 2;
        },
        ..Setup::on(Engine::Embedded)
    })
    .await
}

fn at(person: &Person, address: impl AsRef<str>) -> Person {
    person.with_header("x-forwarded-for", address.as_ref())
}

/// A thousand people at addresses of their own open the front page, and every one of them gets it.
async fn everyone_else_is_served(app: &TestApp) {
    let anyone = app.anyone();
    let asks = |number: u32| {
        let person = at(&anyone, format!("10.1.{}.{}", number / 250, number % 250));
        async move { person.page("/").await.status.as_u16() }
    };
    let answers: Vec<u16> = stream::iter(0..OTHERS).map(asks).buffer_unordered(16).collect().await;
    assert_eq!(answers, vec![200; OTHERS as usize]);
}

async fn event(app: &TestApp) -> String {
    let body = json!({ "entity": "event", "name": "Supper", "expiresAfter": 7, "startTime": "2037-12-01T10:00:00Z",
        "viewPasscode": "velvet curtain" });
    at(&app.anyone(), "10.2.0.1").post("/shareables", &body).await.expect(201).text_at("shortId")
}

fn count(statuses: &[u16], status: u16) -> usize {
    statuses.iter().filter(|one| **one == status).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guesses_go_one_by_one_and_whoever_knows_the_passcode_gets_in() {
    let app = start().await;
    let access = format!("/shareables/{}/access", event(&app).await);
    let attacker = at(&app.anyone(), ATTACKER);
    let tries = (0..300).map(|number| {
        let (attacker, access) = (attacker.clone(), access.clone());
        async move {
            attacker.post(&access, json!({ "passcode": format!("guess {number}") })).await.status.as_u16()
        }
    });
    let statuses = join_all(tries).await;
    assert_eq!((count(&statuses, 401), count(&statuses, 429)), (5, 295), "time stands still meanwhile");
    let right = json!({ "passcode": "velvet curtain" });
    at(&app.anyone(), "10.2.0.2").post(&access, &right).await.expect(200);
    everyone_else_is_served(&app).await;
}

/// Opens a live stream as somebody at `address`.
async fn stream_at(app: &TestApp, path: &str, address: &str) -> (u16, TcpStream) {
    let stream = TcpStream::connect(app.address()).await.expect("a connection");
    let mut stream = BufReader::new(stream);
    let request =
        format!("GET {path} HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: {address}\r\n\r\n", app.address());
    stream.write_all(request.as_bytes()).await.expect("a request");
    let mut status = String::new();
    stream.read_line(&mut status).await.expect("an answer");
    (status.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status"), stream.into_inner())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_of_one_address_end_at_its_number_and_leave_room_for_others() {
    let app = start().await;
    let body = json!({ "title": "Where?", "candidates": ["Lake", "Coast"] });
    let poll = at(&app.anyone(), "10.2.0.1").post("/ranked-polls", &body).await.expect(201).text_at("id");
    let live = format!("/api/v1/ranked-polls/{poll}/live");
    let held = join_all((0..80).map(|_| stream_at(&app, &live, ATTACKER))).await;
    let statuses: Vec<u16> = held.iter().map(|(status, _)| *status).collect();
    assert_eq!((count(&statuses, 200), count(&statuses, 429)), (50, 30));
    let (other, _listening) = stream_at(&app, &live, "10.2.0.2").await;
    assert_eq!((other, app.server.services.live.streams()), (200, 51));
    everyone_else_is_served(&app).await;
    drop(held);
    let given_back = async {
        while app.server.services.live.streams() > 1 {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, given_back).await.expect("who leaves leaves nothing behind");
}

/// A poll of ten questions with ten options each, and a vote for all of them.
async fn large_poll(app: &TestApp) -> (String, Value) {
    let options: Vec<_> = (0..10).map(|at| json!({ "label": format!("Option {at}") })).collect();
    let question =
        |at: usize| json!({ "title": format!("Question {at}"), "isMultiple": true, "options": options });
    let questions: Vec<_> = (0..10).map(question).collect();
    let body = json!({ "entity": "poll", "name": "Large", "expiresAfter": 7, "questions": questions });
    let made = app.anyone().post("/shareables", &body).await.expect(201);
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let answers: Vec<_> = list(&made.json["shareable"]["questions"])
        .iter()
        .map(|question| {
            let ids: Vec<_> =
                list(&question["options"]).iter().map(|one| one["pollQuestionOptionId"].clone()).collect();
            json!({ "pollQuestionId": question["pollQuestionId"], "optionIds": ids })
        })
        .collect();
    (format!("/shareables/{}", made.text_at("shortId")), json!({ "name": "Ana", "answers": answers }))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn results_of_a_large_poll_are_read_once_however_many_ask() {
    let app = TestApp::start(Engine::Embedded).await;
    let (poll, vote) = large_poll(&app).await;
    let (sender, votes, path) = (app.anyone(), 300, format!("{poll}/votes"));
    for _ in 0..votes {
        sender.post(&path, &vote).await.expect(201);
    }
    // Nothing is in memory.
    let app = app.restarted().await;
    let (attacker, results) = (app.anyone(), format!("{poll}/results"));
    let asks = (0..40).map(|_| attacker.get(&results));
    let (answers, cost) = app.storage.during(join_all(asks)).await;
    assert!(answers.iter().all(|answer| answer.json["totalVotes"] == votes), "everyone gets all of it");
    assert!(answers[0].text.len() < 200_000, "names are told of the first fifty");
    // The poll for each, and its votes once for all of them.
    assert!(cost.items_read() <= 40 + votes, "{cost}");
    everyone_else_is_served(&app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn large_ballots_fill_no_disk_and_others_vote_on() {
    let app = start().await;
    let names: Vec<_> = (0..100).map(|number| format!("{number:03}{}", "測".repeat(190))).collect();
    let body = json!({ "title": "Large", "candidates": names });
    let poll = at(&app.anyone(), "10.2.0.1").post("/ranked-polls", &body).await.expect(201).text_at("id");
    let (path, ballot) = (format!("/ranked-polls/{poll}/votes"), json!({ "rankings": names }));
    let attacker = at(&app.anyone(), ATTACKER);
    let mut statuses = Vec::new();
    for _ in 0..60 {
        statuses.push(attacker.post(&path, &ballot).await.status.as_u16());
    }
    let taken = count(&statuses, 201);
    assert!(taken * ballot.to_string().len() <= 2_000_000 && taken > 30, "{taken} ballots are two megabytes");
    assert_eq!(count(&statuses, 429), 60 - taken);
    at(&app.anyone(), "10.2.0.2").post(&path, &ballot).await.expect(201);
    everyone_else_is_served(&app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn creations_end_at_their_number_for_an_address_and_for_an_account() {
    let app = start().await;
    let list = json!({ "entity": "checklist", "name": "Many", "expiresAfter": 7, "items": [] });
    let creates = async |person: &Person| {
        let mut statuses = Vec::new();
        for _ in 0..230 {
            statuses.push(person.post("/shareables", &list).await.status.as_u16());
        }
        (count(&statuses, 201), count(&statuses, 429))
    };
    assert_eq!(creates(&at(&app.anyone(), ATTACKER)).await, (200, 30));
    app.registers("Root").await;
    let account = at(&app.anyone(), "10.2.0.3").registered("Mallory").await;
    assert_eq!(
        creates(&account).await,
        (200, 30),
        "an account has a number of its own, wherever it calls from"
    );
    at(&app.anyone(), "10.2.0.2").post("/shareables", &list).await.expect(201);
    everyone_else_is_served(&app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_a_request_on_three_hundred_connections_keeps_nobody_waiting() {
    let app = start().await;
    let mut held = Vec::new();
    for _ in 0..300 {
        let mut stream = TcpStream::connect(app.address()).await.expect("a connection");
        stream.write_all(b"GET / HTTP/1.1\r\nHo").await.expect("half a request");
        held.push(stream);
    }
    everyone_else_is_served(&app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_a_large_poll_keep_nobody_waiting() {
    let app = TestApp::start(Engine::Embedded).await;
    let (poll, vote) = large_poll(&app).await;
    for _ in 0..20 {
        app.anyone().post(&format!("{poll}/votes"), &vote).await.expect(201);
    }
    let page = poll.replace("/shareables/", "/s/");
    let (attacker, other) = (app.anyone(), app.anyone());
    let pages = join_all((0..40).map(|_| attacker.page(&page)));
    let (pages, ()) = tokio::join!(pages, async {
        other.page("/").await.expect(200).shows("Decide together");
    });
    assert!(pages.iter().all(|page| page.status == 200 && page.text.contains("20 people have answered")));
    everyone_else_is_served(&app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_of_very_many_fields_is_refused_before_it_is_read() {
    let app = start().await;
    let names: Vec<_> = (0..75_000).map(|number| format!("f{number}")).collect();
    let fields: Vec<_> = names.iter().map(|name| (name.as_str(), "x")).collect();
    let mut fastest = PATIENCE;
    for _ in 0..3 {
        let began = Instant::now();
        app.anyone().submit("/new/poll", &fields).await.expect(413).shows("more fields than we take");
        fastest = fastest.min(began.elapsed());
    }
    assert!(fastest < Duration::from_secs(1), "{fastest:?}");
    everyone_else_is_served(&app).await;
}

#[tokio::test]
async fn what_is_measured_is_for_private_addresses_unless_the_operator_says_otherwise() {
    let asked = async |app: &TestApp, address: &str| {
        at(&app.anyone(), address).page("/metrics").await.status.as_u16()
    };
    let app = start().await;
    for (address, status) in
        [("203.0.113.9", 403), ("2001:db8::9", 403), ("192.168.1.9", 200), ("127.0.0.1", 200)]
    {
        assert_eq!(asked(&app, address).await, status, "{address}");
    }
    let public = TestApp::with(Setup {
        settings: |settings| {
            settings.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
            settings.public_metrics = true;
        },
        ..Setup::on(Engine::Embedded)
    })
    .await;
    assert_eq!(asked(&public, "203.0.113.9").await, 200);
}
