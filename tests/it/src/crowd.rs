//! A full room: many phones behind one address, with the limits that a fresh server has.

use futures::future::join_all;
use kit::{Engine, Setup, TestApp, on_both_engines, serde_json::json};
use std::time::Duration;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    net::TcpStream,
    time::timeout,
};

const PHONES: usize = 100;
/// Long enough on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_mins(1);

/// A poll that everyone may watch, and the address of its page.
struct Poll {
    api: String,
    page: String,
    answer: kit::serde_json::Value,
}

async fn poll(app: &TestApp) -> Poll {
    let questions = json!([{"title": "Where?", "options": [{"label": "Lake"}, {"label": "Coast"}]}]);
    let body = json!({"entity": "poll", "name": "Weekend", "expiresAfter": 7, "questions": questions});
    let made = app.anyone().post("/shareables", &body).await.expect(201);
    let api = format!("/shareables/{}", made.text_at("shortId"));
    let shown = app.anyone().get(&api).await.expect(200);
    let question = shown.text_at("/questions/0/pollQuestionId");
    let option = shown.text_at("/questions/0/options/0/pollQuestionOptionId");
    let answer = json!({"name": "Zelda", "answers": [{"pollQuestionId": question, "optionIds": [option]}]});
    Poll { page: format!("/s/{}", made.text_at("shortId")), api, answer }
}

/// The address of the stream that a page names.
fn stream_of(page: &str) -> String {
    let live =
        page.split("data-live=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a live page");
    live.replace("&#38;", "&").replace("&amp;", "&")
}

/// Opens the stream at this address, as a page does that knows where its last one broke off.
async fn listen(app: &TestApp, path: &str, broke_off_at: Option<&str>) -> Lines<BufReader<TcpStream>> {
    let mut stream = TcpStream::connect(app.address()).await.expect("a connection");
    let (host, left_off) = (app.address(), broke_off_at.map(|id| format!("last-event-id: {id}\r\n")));
    let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n{}\r\n", left_off.unwrap_or_default());
    stream.write_all(request.as_bytes()).await.expect("a request");
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next_line().await.expect("an answer").unwrap_or_default();
    assert!(first.starts_with("HTTP/1.1 200"), "{first}");
    lines
}

/// The next line that begins like this.
async fn hears(lines: &mut Lines<BufReader<TcpStream>>, begins: &str) -> String {
    let heard = async {
        while let Some(line) = lines.next_line().await.expect("a line") {
            if line.starts_with(begins) {
                return line;
            }
        }
        panic!("the stream ended without {begins}");
    };
    timeout(PATIENCE, heard).await.expect("it comes")
}

/// Opens a page and its stream, votes, and listens until the page shows everyone's vote.
async fn phone(app: &TestApp, poll: &Poll) {
    let person = app.anyone();
    let page = person.page(&poll.page).await.expect(200).text;
    let mut lines = listen(app, &stream_of(&page), None).await;
    person.post(&format!("{}/votes", poll.api), &poll.answer).await.expect(201);
    let everyone = format!("{PHONES} people have answered");
    while let Some(line) = lines.next_line().await.expect("a line") {
        if line.contains(&everyone) {
            return;
        }
    }
    panic!("the stream ended before the last vote");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_phones_behind_one_address_watch_and_vote_and_each_sees_every_vote() {
    // A burst is ten times as much: enough for every page and every vote, and not for the streams if they counted, too.
    let setup =
        Setup { settings: |settings| settings.requests_per_second = 21, ..Setup::on(Engine::Embedded) };
    let app = TestApp::with(setup).await;
    let poll = poll(&app).await;
    let crowd = join_all((0..PHONES).map(|_| phone(&app, &poll)));
    timeout(PATIENCE, crowd).await.expect("everyone has seen every vote");
    // Those who leave leave nothing behind.
    let live = &app.server.services.live;
    let empty = async {
        while (live.streams(), live.rooms()) != (0, 0) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, empty).await.expect("the room is given up");
}

on_both_engines! {
    async fn a_page_that_lost_its_server_is_told_by_the_next_one_to_catch_up(app: TestApp) {
        let poll = poll(&app).await;
        let votes = format!("{}/votes", poll.api);
        let page = app.anyone().page(&poll.page).await.expect(200).text;
        let mut lines = listen(&app, &stream_of(&page), None).await;
        app.anyone().post(&votes, &poll.answer).await.expect(201);
        let seen = hears(&mut lines, "id: ").await;
        // Time stands still: whoever goes by it alone has missed nothing.
        let app = app.restarted().await;
        app.anyone().post(&votes, &poll.answer).await.expect(201);
        let mut lines = listen(&app, &stream_of(&page), seen.strip_prefix("id: ")).await;
        hears(&mut lines, "event: edited").await;
        hears(&mut lines, "id: ").await;
        let page = app.anyone().page(&poll.page).await.expect(200).text;
        assert!(page.contains("2 people have answered"));
        app.anyone().post(&votes, &poll.answer).await.expect(201);
        // It is live again. What was sent of the second answer may still come first.
        while !hears(&mut lines, "data: {\"name\"").await.contains("3 people have answered") {}
    }
}
