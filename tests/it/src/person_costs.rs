//! Export, renaming and deletion of an account cost what the person has, however large the rest of the server is.

use jiff::SignedDuration;
use kit::{Engine, Person, TestApp, on_both_engines, serde_json::json};
use store::decorators::Counts;

/// Background work that meets other work reads a row once more. The club grows by hundreds of rows, each of which would count.
const CHANCE: usize = 20;

/// Reads of storage: calls and items. Writes are one for each thing that is theirs.
fn reads(counts: &Counts) -> (usize, usize) {
    let reads = counts.0.iter().filter(|(call, _)| call.operation.reads());
    (reads.map(|(_, count)| count.calls).sum(), counts.items_read())
}

/// A server with a role group that adds links, and squash.
struct Town {
    app: TestApp,
    root: Person,
}

impl Town {
    async fn on(engine: Engine) -> Self {
        let app = TestApp::start(engine).await;
        let root = app.registers("Root").await;
        let keepers = json!({ "name": "Keepers", "permissions": ["sites.write"] });
        root.post("/rbac/groups", keepers).await.expect(201);
        // As at the start of a server: what is older than the pointers to it is noted, once.
        root.get("/me/export").await.expect(200);
        Self { app, root }
    }

    async fn adds_link(&self, by: &Person, at: usize) {
        let place = format!("/rbac/groups/Keepers/members/{}", by.user_id);
        self.root.put(&place, json!({})).await.expect(200);
        let site = json!({ "url": format!("https://{}-{at}.example/", by.user_id) });
        let site = by.post("/sites", site).await.expect(201).text_at("id");
        by.put(&format!("/sites/{site}/rating"), json!({ "stars": 5 })).await.expect(200);
        by.post(&format!("/sites/{site}/comments"), json!({ "body": "Hello" })).await.expect(201);
    }

    /// Somebody who has two of each.
    async fn person(&self, name: &str) -> Person {
        let person = self.app.registers(name).await;
        let player = json!({ "name": name, "userId": person.user_id, "email": person.email });
        let player = self.root.post("/squash/players", player).await.expect(201).text_at("playerId");
        let other = self.root.post("/squash/players", json!({ "name": "Other" })).await.expect(201);
        for at in 0..2 {
            self.adds_link(&person, at).await;
            let game = json!({
                "date": "2037-11-14", "teamAPlayer1Id": player, "teamBPlayer1Id": other.text_at("playerId"),
                "winningTeam": "A", "teamAGames": 3, "teamBGames": 1,
            });
            self.root.post("/squash/matches", game).await.expect(201);
            let group = person.post("/groups", json!({ "name": "Mill Lane" })).await.expect(201);
            let hangout = json!({ "title": "Supper", "groupIds": [group.text_at("groupId")] });
            let hangout = person.post("/hangouts", hangout).await.expect(201).text_at("hangoutId");
            let going = json!({ "response": "going" });
            person.put(&format!("/hangouts/{hangout}/response"), going).await.expect(200);
            let event = json!({ "entity": "event", "name": "Supper", "expiresAfter": 7,
                "startTime": "2037-11-20T18:30:00Z", "timeZone": "Europe/Lisbon" });
            let event = person.post("/shareables", event).await.expect(201).text_at("shortId");
            let reply = json!({ "name": name, "response": "going" });
            person.post(&format!("/shareables/{event}/rsvps"), reply).await.expect(201);
        }
        person.post("/households", json!({ "name": name })).await.expect(201);
        person.post("/rounds", json!({})).await.expect(201);
        self.settle().await;
        person
    }

    /// Everything that waits is done.
    async fn settle(&self) {
        for _ in 0..3 {
            self.app.finish_work().await;
            self.app.advance(SignedDuration::from_secs(6));
        }
        self.app.finish_work().await;
    }

    /// What export, a new name and the end of an account read.
    async fn costs_of(&self, person: &Person) -> [(usize, usize); 3] {
        let storage = &self.app.storage;
        let (answer, export) = storage.during(person.get("/me/export")).await;
        let answer = answer.expect(200);
        for list in ["club/sites", "club/squashPlayers", "club/squashMatches", "hangouts/responses"] {
            let place = format!("/features/{list}");
            let found = answer.json.pointer(&place).and_then(|list| list.as_array()).map(Vec::len);
            assert!(found.is_some_and(|found| found > 0), "{list}: {}", answer.text);
        }
        let renaming = async {
            person.patch("/me", json!({ "displayName": "Another" })).await.expect(200);
            self.settle().await;
        };
        let ((), renamed) = storage.during(renaming).await;
        let leaving = async {
            person.delete("/me").await.expect(204);
            self.settle().await;
        };
        let ((), deleted) = storage.during(leaving).await;
        [reads(&export), reads(&renamed), reads(&deleted)]
    }
}

on_both_engines! {
    async fn a_large_club_makes_nobodys_export_renaming_or_deletion_dearer(town: Town) {
        let ana = town.person("Ana").await;
        let small = town.costs_of(&ana).await;
        for at in 0..8 {
            let other = town.app.registers(&format!("Other{at}")).await;
            for link in 0..6 {
                town.adds_link(&other, link).await;
            }
            for player in 0..6 {
                let player = json!({ "name": format!("Player {at} {player}") });
                town.root.post("/squash/players", player).await.expect(201);
            }
            other.post("/groups", json!({ "name": "Others" })).await.expect(201);
        }
        let ben = town.person("Ben").await;
        let large = town.costs_of(&ben).await;
        for (small, large) in small.into_iter().zip(large) {
            let is_dearer = large.0 > small.0 + CHANCE || large.1 > small.1 + CHANCE;
            assert!(!is_dearer, "calls and items: {small:?}, then {large:?}");
        }
    }
}
