//! A page that is live: what a person sees of it when the network, a proxy or the server fails for a while.

use crate::look::Made;
use kit::{
    Engine, Program, TestApp,
    browser::{Browser, View},
    serde_json::{Value, json},
};
use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncWriteExt, copy_bidirectional},
    net::{TcpListener, TcpStream},
    sync::watch,
};

const BAD_GATEWAY: &[u8] =
    b"HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\ncontent-length: 16\r\nconnection: close\r\n\r\n<h1>Broken</h1>\n";

/// A proxy before the server that can lose it.
struct Proxy {
    base_url: String,
    lost: Arc<AtomicBool>,
    cut: watch::Sender<()>,
}

impl Proxy {
    async fn before(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base_url = format!("http://{}", listener.local_addr().expect("an address"));
        let (lost, cut) = (Arc::new(AtomicBool::new(false)), watch::Sender::new(()));
        let (is_lost, cuts) = (lost.clone(), cut.clone());
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let (is_lost, mut cuts) = (is_lost.clone(), cuts.subscribe());
                tokio::spawn(async move {
                    if is_lost.load(Ordering::SeqCst) {
                        return client.write_all(BAD_GATEWAY).await.unwrap_or_default();
                    }
                    let Ok(mut upstream) = TcpStream::connect(server).await else { return };
                    tokio::select! {
                        _ = copy_bidirectional(&mut client, &mut upstream) => {}
                        _ = cuts.changed() => {}
                    }
                });
            }
        });
        Self { base_url, lost, cut }
    }

    /// Cuts every connection and answers 502 from now on.
    fn lose(&self) {
        self.lost.store(true, Ordering::SeqCst);
        self.cut.send_replace(());
    }

    fn find(&self) {
        self.lost.store(false, Ordering::SeqCst);
    }
}

/// A poll's code and an answer to it, on a server that is a program of its own.
async fn poll_of(program: &Program) -> (String, Value) {
    let questions = json!([{"title": "Where?", "options": [{"label": "Lake"}, {"label": "Coast"}]}]);
    let body = json!({"entity": "poll", "name": "Weekend", "expiresAfter": 7, "questions": questions});
    let made = program.anyone().post("/shareables", &body).await.expect(201);
    let question = made.text_at("/shareable/questions/0/pollQuestionId");
    let option = made.text_at("/shareable/questions/0/options/0/pollQuestionOptionId");
    let answers = json!([{"pollQuestionId": question, "optionIds": [option]}]);
    (made.text_at("shortId"), json!({"name": "Zelda", "answers": answers}))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_page_catches_up_after_its_server_was_killed_and_started_again() {
    let mut program = Program::start();
    let (code, answer) = poll_of(&program).await;
    let votes = format!("/shareables/{code}/votes");
    let ben = Browser::open(&program.base_url(), View::desktop()).await;
    ben.goto(&format!("/s/{code}")).await;
    ben.fill("Your name", "Ben, half ty").await;
    program.anyone().post(&votes, &answer).await.expect(201);
    ben.wait_for_text_within(Duration::from_secs(2), "1 person has answered").await;
    let few = Duration::from_secs(10);
    // Once so fast that the page hardly notices, once for long enough that it says so.
    for (votes_before, noticed) in [(1, false), (2, true)] {
        program.is_killed();
        if noticed {
            ben.wait_for_text_within(few, "Not live right now.").await;
        }
        program.starts_again();
        program.anyone().post(&votes, &answer).await.expect(201);
        ben.wait_for_text_within(few, &format!("{} people have answered", votes_before + 1)).await;
        ben.wait_until_text_gone("Not live right now.").await;
    }
    program.anyone().post(&votes, &answer).await.expect(201);
    ben.wait_for_text_within(Duration::from_secs(2), "4 people have answered").await;
    assert_eq!(ben.value_of("Your name").await, "Ben, half ty");
}

async fn poll(app: &TestApp) -> (Made, Value) {
    let questions = json!([{"title": "Where?", "options": [{"label": "Lake"}, {"label": "Coast"}]}]);
    let body = json!({"entity": "poll", "name": "Weekend", "expiresAfter": 7, "questions": questions});
    let poll = Made::by(app, body).await;
    let shown = app.anyone().get(&poll.api("")).await.expect(200);
    let question = shown.text_at("/questions/0/pollQuestionId");
    let option = shown.text_at("/questions/0/options/0/pollQuestionOptionId");
    (poll, json!({"name": "Zelda", "answers": [{"pollQuestionId": question, "optionIds": [option]}]}))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_loses_its_server_says_so_quietly_keeps_what_was_typed_and_catches_up() {
    let app = TestApp::start(Engine::Embedded).await;
    let (poll, answer) = poll(&app).await;
    let proxy = Proxy::before(app.address()).await;
    let ben = Browser::open(&proxy.base_url, View::desktop()).await;
    ben.goto(&poll.page()).await;
    ben.click("Coast").await;
    ben.fill("Your name", "Ben, half ty").await;
    app.anyone().post(&poll.api("/votes"), &answer).await.expect(201);
    ben.wait_for_text_within(Duration::from_secs(2), "1 person has answered").await;
    proxy.lose();
    ben.wait_for_text_within(Duration::from_secs(10), "Not live right now.").await;
    app.anyone().post(&poll.api("/votes"), &answer).await.expect(201);
    proxy.find();
    ben.wait_for_text_within(Duration::from_secs(30), "2 people have answered").await;
    ben.wait_until_text_gone("Not live right now.").await;
    assert_eq!(ben.value_of("Your name").await, "Ben, half ty");
    assert!(ben.is_ticked("Coast").await, "what was chosen stays, too");
    assert!(!ben.text().await.contains("Broken"), "never an error page");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_page_holds_no_stream_and_is_up_to_date_when_it_is_shown() {
    let app = TestApp::start(Engine::Embedded).await;
    let (poll, answer) = poll(&app).await;
    let ben = Browser::open(&app.base_url, View::desktop()).await;
    ben.goto(&poll.page()).await;
    let streams = async |count| {
        let live = &app.server.services.live;
        let open = async || live.streams() == count;
        ben.wait_until(Duration::from_secs(10), &format!("{count} streams"), open).await;
    };
    let shows = async |hidden: bool| {
        let script =
            "Object.defineProperty(document, 'hidden', { get: () => arguments[0], configurable: true });
                      document.dispatchEvent(new Event('visibilitychange'));";
        ben.run(script, vec![json!(hidden)]).await;
    };
    streams(1).await;
    shows(true).await;
    streams(0).await;
    app.anyone().post(&poll.api("/votes"), &answer).await.expect(201);
    shows(false).await;
    ben.wait_for_text_within(Duration::from_secs(2), "1 person has answered").await;
    streams(1).await;
}
