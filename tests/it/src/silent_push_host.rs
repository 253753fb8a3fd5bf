//! A host that takes connections and never answers: the push service of twenty subscriptions, and the address of sixty bookmarks.
//! Nobody else waits for it.

use kit::{Engine, Person, Setup, TestApp, on_both_engines, serde_json::json};
use outbound::{
    FetchRules, GuardedPages, Outbound, WebPush,
    push::{Push, VapidKey},
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    net::TcpListener,
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;

const SUBSCRIPTIONS: usize = 20;
const BOOKMARKS: usize = 60;
/// Less than the ten seconds that a push message or a page gets: a request that waited for one takes longer. On an idle machine it is far below a second.
const PATIENCE: Duration = Duration::from_secs(8);

/// The host, and how many connections it holds.
struct Silent {
    port: u16,
    held: Arc<AtomicUsize>,
}

impl Silent {
    async fn starts() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let held = Arc::new(AtomicUsize::new(0));
        let count = held.clone();
        tokio::spawn(async move {
            let mut connections = Vec::new();
            while let Ok((connection, _)) = listener.accept().await {
                connections.push(connection);
                count.store(connections.len(), Ordering::SeqCst);
            }
        });
        Self { port, held }
    }

    fn rules(&self) -> FetchRules {
        let allowed_inside = vec!["127.0.0.0/8".parse().unwrap()];
        FetchRules { ports: vec![self.port], allowed_inside, ..FetchRules::default() }
    }

    async fn holds(&self, connections: usize) {
        while self.held.load(Ordering::SeqCst) < connections {
            sleep(Duration::from_millis(5)).await;
        }
    }
}

struct Scene {
    app: TestApp,
    host: Silent,
    /// A browser's key, which messages are sealed with.
    browser: String,
    stop: CancellationToken,
}

impl Scene {
    async fn on(engine: Engine) -> Self {
        let host = Silent::starts().await;
        let key = VapidKey::from_secrets([[7; 32]]).unwrap();
        let browser = key.public();
        let push: Arc<dyn Push> = Arc::new(WebPush::new(key, "https://table.example", host.rules()).unwrap());
        let pages = Arc::new(GuardedPages::with_rules(host.rules()).unwrap());
        let outbound = Outbound { push, pages, ..Outbound::recorded() };
        let app = TestApp::with(Setup { outbound, ..Setup::on(engine) }).await;
        let stop = CancellationToken::new();
        app.server.start_background(&stop);
        Self { app, host, browser, stop }
    }

    async fn subscribes(&self, person: &Person, number: usize) {
        let endpoint = format!("https://127.0.0.1:{}/{number}", self.host.port);
        let keys = json!({ "p256dh": self.browser, "auth": "AAAAAAAAAAAAAAAAAAAAAA" });
        person
            .post("/me/push-subscriptions", json!({ "endpoint": endpoint, "keys": keys }))
            .await
            .expect(201);
    }

    fn bookmarks(&self) -> String {
        let link = |number| {
            format!("<DT><A HREF=\"http://127.0.0.1:{}/{number}\">Link {number}</A>", self.host.port)
        };
        format!(
            "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>{}</DL>",
            (0..BOOKMARKS).map(link).collect::<String>()
        )
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

on_both_engines! {
    async fn while_a_host_is_silent_everyone_is_counted_and_gets_letters(scene: Scene) {
        let app = &scene.app;
        let ana = app.registers("Ana").await;
        let eve = app.registers("Eve").await;
        let group = ana.post("/groups", json!({ "name": "Mill Lane" })).await.expect(201).text_at("groupId");
        ana.post(&format!("/groups/{group}/members"), json!({ "userId": eve.user_id })).await.expect(201);
        eve.get(&format!("/groups/{group}")).await.expect(200);
        for number in 0..SUBSCRIPTIONS {
            scene.subscribes(&eve, number).await;
        }
        let supper = json!({ "title": "Supper", "startTime": "2037-11-20T18:00:00Z", "groupIds": [group] });
        let supper = ana.post("/hangouts", supper).await.expect(201).text_at("hangoutId");
        ana.post("/sites/import", json!({ "html": scene.bookmarks() })).await.expect(201);
        timeout(PATIENCE * 4, scene.host.holds(SUBSCRIPTIONS + 4)).await.expect("pushes and pages wait for the host");

        ana.put(&format!("/hangouts/{supper}/response"), json!({ "response": "going" })).await.expect(200);
        app.registers("Carl").await;
        let served = async {
            let feed = format!("/groups/{group}/feed");
            while ana.get(&feed).await.expect(200).json["items"][0]["goingCount"] != 1 {
                sleep(Duration::from_millis(5)).await;
            }
            while !app.mail.letters().iter().any(|letter| letter.to == "carl@example.org") {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(PATIENCE, served).await.expect("nobody waits for the silent host");
    }
}
