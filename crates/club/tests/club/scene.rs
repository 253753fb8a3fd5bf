//! The people and things that the club's tests begin with.

use jiff::SignedDuration;
use outbound::{Outbound, RecordedPages};
use serde_json::{Value, json};
use stage::{Engine, Person, Setup, Stage};
use std::{
    ops::Deref,
    sync::{Arc, Mutex},
};
use store::decorators::FailingStore;
use web::Finding;

/// A server with the club, and pages that its fetcher finds.
pub struct Club {
    pub stage: Stage,
    pub web: Arc<RecordedPages>,
    /// The first account, which is SuperAdmin.
    pub root: Person,
}

impl Deref for Club {
    type Target = Stage;

    fn deref(&self) -> &Stage {
        &self.stage
    }
}

impl Club {
    pub async fn on(engine: Engine) -> Self {
        Self::of(Setup::new(engine, || vec![club::feature()])).await
    }

    pub async fn of(setup: Setup) -> Self {
        let web = Arc::new(RecordedPages::default());
        let outbound = Outbound { pages: web.clone(), ..setup.outbound.clone() };
        let stage = Stage::of(Setup { outbound, ..setup }).await;
        let root = stage.registers("Root").await;
        Self { stage, web, root }
    }

    /// Somebody with these roles.
    pub async fn with_roles(&self, name: &str, roles: &[&str]) -> Person {
        let person = self.registers(name).await;
        self.root
            .put(&format!("/users/{}/roles", person.user_id), json!({ "roles": roles }))
            .await
            .expect(200);
        person
    }

    /// Somebody in this role group, which is made where it is not there.
    pub async fn in_group(&self, person: &Person, group: &str, permissions: &[&str]) {
        let body = json!({ "name": group, "permissions": permissions });
        let made = self.root.post("/rbac/groups", body).await;
        assert!([201, 409].contains(&made.status.as_u16()), "{}", made.text);
        let place = format!("/rbac/groups/{group}/members/{}", person.user_id);
        self.root.put(&place, json!({})).await.expect(200);
    }

    /// A Manager in the Squash group.
    pub async fn squash_manager(&self, name: &str) -> Person {
        let manager = self.with_roles(name, &["Manager"]).await;
        self.in_group(&manager, "Squash", &[]).await;
        manager
    }

    /// Adds a link as SuperAdmin; its id.
    pub async fn adds_site(&self, url: &str, tags: &[&str]) -> String {
        let body = json!({ "url": url, "tags": tags });
        self.root.post("/sites", body).await.expect(201).text_at("id")
    }

    /// Another server on the same data whose storage fails when it is told to.
    pub async fn shaky(&self) -> (Stage, Arc<FailingStore>) {
        let place: Arc<Mutex<Option<Arc<FailingStore>>>> = Arc::default();
        let kept = place.clone();
        let shaky = self
            .over(move |store| {
                let store = Arc::new(FailingStore::new(store));
                *kept.lock().unwrap() = Some(store.clone());
                store
            })
            .await;
        let failing = place.lock().unwrap().clone().unwrap();
        (shaky, failing)
    }

    /// What doctor finds, as it tells it.
    pub async fn findings(&self) -> Vec<String> {
        let found = self.doctor(false).await;
        found.iter().map(|one| format!("{}: {}", one.key, one.what)).collect()
    }

    pub async fn doctor(&self, repair: bool) -> Vec<Finding> {
        let mut found = Vec::new();
        for check in &club::feature().doctor {
            found.extend(check.check(&self.services, repair).await.unwrap());
        }
        found
    }

    /// Everything that waits is done, also what waits until indexes have caught up.
    pub async fn finish_all_work(&self) {
        self.finish_work().await;
        self.advance(SignedDuration::from_secs(10));
        self.finish_work().await;
    }

    /// Players by these names; their ids.
    pub async fn players(&self, by: &Person, names: &[&str]) -> Vec<String> {
        let mut ids = Vec::new();
        for name in names {
            ids.push(
                by.post("/squash/players", json!({ "name": name })).await.expect(201).text_at("playerId"),
            );
        }
        ids
    }
}

/// A match of singles that the first player won 3–1.
pub fn singles(date: &str, a: &str, b: &str) -> Value {
    json!({
        "date": date, "teamAPlayer1Id": a, "teamBPlayer1Id": b,
        "winningTeam": "A", "teamAGames": 3, "teamBGames": 1,
    })
}
