//! Something of every kind, so that every call has something to be about.

use super::document::Call;
use kit::{
    Person, TestApp,
    serde_json::{Value, json},
};

/// Somebody who may do everything, and the things that paths lead to.
pub struct World {
    pub root: Person,
    parts: Vec<(&'static str, Vec<(&'static str, String)>)>,
}

impl World {
    pub async fn of(app: &TestApp) -> Self {
        let root = app.registers("Root").await;
        let made =
            async |path: &str, body: Value, id: &str| root.post(path, body).await.expect(201).text_at(id);
        let list = json!({ "entity": "checklist", "name": "C", "expiresAfter": 1, "items": [{ "name": "a" }], "viewersAdd": true });
        let edited = made("/shareables", list.clone(), "shortId").await;
        let list = root.post("/shareables", list).await.expect(201);
        let event =
            json!({ "entity": "event", "name": "E", "expiresAfter": 1, "startTime": "2037-12-01T10:00:00Z" });
        let event = made("/shareables", event, "shortId").await;
        let question = json!({ "title": "Q", "options": [{ "label": "x" }, { "label": "y" }] });
        let poll = json!({ "entity": "poll", "name": "P", "expiresAfter": 1, "questions": [question] });
        let open = made("/shareables", poll.clone(), "shortId").await;
        let closed = made("/shareables", poll, "shortId").await;
        root.act(&format!("/shareables/{closed}/close")).await.expect(200);
        let ranked = json!({ "title": "R", "candidates": ["A", "B"] });
        let ranking = made("/ranked-polls", ranked.clone(), "id").await;
        let decided = made("/ranked-polls", ranked, "id").await;
        root.act(&format!("/ranked-polls/{decided}/close")).await.expect(200);
        let group = made("/groups", json!({ "name": "G" }), "groupId").await;
        let hangout = json!({ "title": "H", "groupIds": [group] });
        let hangout = made("/hangouts", hangout, "hangoutId").await;
        let site = json!({ "url": "https://club.example/", "title": "Club", "description": "Ours" });
        let site = made("/sites", site, "id").await;
        let comment = made(&format!("/sites/{site}/comments"), json!({ "body": "b" }), "commentId").await;
        let player = made("/squash/players", json!({ "name": "Nora" }), "playerId").await;
        let other = made("/squash/players", json!({ "name": "Leo" }), "playerId").await;
        let game = json!({ "date": "2037-11-01", "teamAPlayer1Id": player, "teamBPlayer1Id": other,
            "winningTeam": "A", "teamAGames": 3, "teamBGames": 1 });
        let game = made("/squash/matches", game, "matchId").await;
        made("/rbac/groups", json!({ "name": "Keepers" }), "name").await;
        let item = list.text_at("/shareable/items/0/checklistItemId");
        let list = list.text_at("shortId");
        let own = root.user_id.clone();
        let share =
            |id: &str| vec![("shortId", id.to_owned()), ("id", item.clone()), ("code", "k7m2q9xw".into())];
        let id =
            |id: &str| vec![("id", id.to_owned()), ("userId", own.clone()), ("commentId", comment.clone())];
        let parts = vec![
            ("/shareables/{shortId}/votes", share(&open)),
            ("/shareables/{shortId}/answers", share(&open)),
            ("/shareables/{shortId}/results", share(&open)),
            ("/shareables/{shortId}/outcome", share(&closed)),
            ("/shareables/{shortId}/rsvps", share(&event)),
            ("/shareables/{shortId}/items", share(&list)),
            ("/shareables", share(&edited)),
            ("/ranked-polls/{id}/outcome", id(&decided)),
            ("/ranked-polls", id(&ranking)),
            ("/groups", id(&group)),
            ("/hangouts", id(&hangout)),
            ("/sites", id(&site)),
            ("/squash/matches", id(&game)),
            ("/squash", id(&player)),
            ("/rbac", vec![("name", "Keepers".into()), ("userId", own.clone())]),
            ("/households/mine/preferences", vec![("memberId", own.clone())]),
            ("/users", id(&own)),
        ];
        Self { root, parts }
    }

    /// Whoever may make this call, and the whole path; nobody where only rounds of films have it.
    pub fn path(&self, call: &Call) -> Option<String> {
        if !call.path.contains('{') {
            return Some(call.path.to_owned());
        }
        let (_, parts) = self.parts.iter().find(|(begins, _)| call.path.starts_with(begins))?;
        let path = parts
            .iter()
            .fold(call.path.to_owned(), |path, (name, value)| path.replace(&format!("{{{name}}}"), value));
        (!path.contains('{')).then_some(path)
    }
}
