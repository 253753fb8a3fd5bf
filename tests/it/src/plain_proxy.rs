//! A server behind a proxy that passes on neither its caller's address nor the name that was called, as nginx does unless it is told
//! otherwise: every request comes from this machine and names it. Nobody may gain by that.

use kit::{
    Engine, PASSWORD, Person, Setup, TestApp,
    serde_json::{Value, json},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

const CODE: &str = "k2m9pqrstuvw";

async fn start(engine: Engine) -> TestApp {
    TestApp::with(Setup {
        settings: |settings| {
            settings.base_url = "https://table.example.org".into();
            settings.set_up_code = Some(CODE.into());
            settings.trusted_proxies = vec!["127.0.0.2/32".parse().expect("a network")];
        },
        ..Setup::on(engine)
    })
    .await
}

fn account(name: &str, code: Option<&str>) -> Value {
    json!({ "email": format!("{name}@example.org"), "password": PASSWORD, "displayName": name, "setUpCode": code })
}

async fn statuses(person: &Person, bodies: impl IntoIterator<Item = Value>) -> Vec<u16> {
    let mut statuses = Vec::new();
    for body in bodies {
        statuses.push(person.post("/auth/register", &body).await.status.as_u16());
    }
    statuses
}

/// The status of an answer to a request with these lines of headers.
async fn status(app: &TestApp, path: &str, headers: &str) -> u16 {
    let mut stream = TcpStream::connect(app.address()).await.expect("a connection");
    let request = format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status")
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_becomes_the_administrator_without_the_code() {
    for engine in [Engine::Embedded, Engine::Dynamodb] {
        let app = start(engine).await;
        // The client sends what such a proxy sends: this machine's own address as `Host`, and nothing of who called.
        let stranger = app.anyone();
        let refused =
            statuses(&stranger, [account("Mallory", None), account("Mallory", Some("k2m9pqrstuvx"))]).await;
        assert_eq!(refused, [403, 403]);
        stranger.page("/register").await.expect(200).shows("Set-up code").shows("set-up.");
        let fields = [("email", "m@example.org"), ("password", PASSWORD), ("displayName", "Mallory")];
        stranger.submit("/register", &fields).await.expect(403);
        assert!(app.everything().await.iter().all(|(table, _)| *table != "Users"), "no account was made");

        let owner = app.anyone().post("/auth/register", &account("Ana", Some(CODE))).await.expect(201);
        assert_eq!(owner.json["user"]["roles"], json!(["SuperAdmin"]));
        for code in [None, Some(CODE)] {
            let name = format!("Ben{}", code.map_or(0, str::len));
            let later = app.anyone().post("/auth/register", &account(&name, code)).await.expect(201);
            assert_eq!(later.json["user"]["roles"], json!([]), "the code is used up");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn measurements_are_not_for_callers_that_a_proxy_passes_on() {
    let app = start(Engine::Embedded).await;
    let host = "Host: 127.0.0.1:8080\r\n";
    assert_eq!(status(&app, "/metrics", host).await, 200, "a scraper on this machine");
    for header in [
        "X-Forwarded-For: 127.0.0.1",
        "X-Forwarded-Proto: https",
        "X-Forwarded-Host: table.example.org",
        "Forwarded: for=10.0.0.1",
        "Via: 1.1 proxy",
        "X-Real-IP: 10.0.0.1",
    ] {
        assert_eq!(status(&app, "/metrics", &format!("{host}{header}\r\n")).await, 403, "{header}");
    }
    let trusting = TestApp::with(Setup {
        settings: |settings| settings.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a network")],
        ..Setup::on(Engine::Embedded)
    })
    .await;
    for (named, answer) in [("10.0.0.7", 200), ("203.0.113.9", 403)] {
        let headers = format!("{host}X-Forwarded-For: {named}\r\n");
        assert_eq!(status(&trusting, "/metrics", &headers).await, answer, "{named}");
    }
    assert_eq!(
        status(&trusting, "/metrics", &format!("{host}Via: 1.1 proxy\r\n")).await,
        403,
        "it names nobody"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_belongs_to_another_site_is_refused() {
    let app = start(Engine::Embedded).await;
    for (host, answer) in [
        ("table.example.org", 200),
        ("localhost:8080", 200),
        ("10.0.0.7", 200),
        ("evil.example", 421),
        ("8.8.8.8", 421),
    ] {
        assert_eq!(status(&app, "/", &format!("Host: {host}\r\n")).await, answer, "{host}");
    }
    for path in ["/healthz", "/readyz"] {
        assert_eq!(status(&app, path, "Host: evil.example\r\n").await, 200, "{path}");
        assert_eq!(status(&app, path, "").await, 200, "{path}");
    }
}
