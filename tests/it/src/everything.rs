//! Something of every feature, done through the HTTP door by people who can come back to another server on the same data.

use kit::{Answer, Person, TestApp, serde_json::Value, serde_json::json};

/// What was acknowledged: where it can be seen, and by whom.
pub struct Deed {
    bearer: Option<String>,
    path: String,
}

impl Deed {
    pub async fn is_there(&self, anyone: &Person) -> bool {
        let person = self.bearer.as_ref().map_or(anyone.clone(), |bearer| anyone.with_bearer(bearer));
        person.get(&self.path).await.status == 200
    }
}

/// The people and the things that all deeds are about.
pub struct Everything {
    root: String,
    ana: String,
    bo: String,
    bo_id: String,
    poll: String,
    answer: Value,
    ranked: String,
    group: String,
    site: String,
    players: [String; 2],
    round: String,
    film: Value,
}

/// How many different things can be done.
pub const WAYS: usize = 8;

impl Everything {
    pub async fn begin(app: &TestApp) -> Self {
        let (root, ana, bo) =
            (app.registers("Root").await, app.registers("Ana").await, app.registers("Bo").await);
        let questions =
            json!([{ "title": "Where?", "options": [{ "label": "Lake" }, { "label": "Coast" }] }]);
        let body = json!({ "entity": "poll", "name": "Weekend", "expiresAfter": 7, "questions": questions });
        let made = app.anyone().post("/shareables", &body).await.expect(201);
        let poll = format!("/shareables/{}", made.text_at("shortId"));
        let shown = app.anyone().get(&poll).await.expect(200);
        let (question, option) = (
            shown.text_at("/questions/0/pollQuestionId"),
            shown.text_at("/questions/0/options/0/pollQuestionOptionId"),
        );
        let body = json!({ "title": "Language", "candidates": ["Go", "Rust"] });
        let ranked = app.anyone().post("/ranked-polls", &body).await.expect(201).text_at("id");
        let group = ana.post("/groups", json!({ "name": "Mill Lane" })).await.expect(201).text_at("groupId");
        ana.post(&format!("/groups/{group}/members"), json!({ "userId": bo.user_id })).await.expect(201);
        let body = json!({ "url": "https://club.example/", "title": "Club", "description": "Ours", "tags": ["club"] });
        let site = root.post("/sites", body).await.expect(201).text_at("id");
        let mut players = Vec::new();
        for name in ["Nora", "Leo"] {
            players.push(
                root.post("/squash/players", json!({ "name": name })).await.expect(201).text_at("playerId"),
            );
        }
        ana.post("/households", json!({ "name": "Mill Lane" })).await.expect(201);
        let draft = ana.post("/rounds", json!({})).await.expect(201);
        let round = format!("/rounds/{}", draft.text_at("roundId"));
        ana.act(&format!("{round}/start")).await.expect(200);
        app.finish_work().await;
        let token = |person: &Person| person.bearer().expect("a token").to_owned();
        Self {
            root: token(&root),
            ana: token(&ana),
            bo: token(&bo),
            bo_id: bo.user_id.clone(),
            poll,
            answer: json!({ "name": "Zelda", "answers": [{ "pollQuestionId": question, "optionIds": [option] }] }),
            ranked: format!("/ranked-polls/{ranked}"),
            group,
            site: format!("/sites/{site}"),
            players: [players.remove(0), players.remove(0)],
            round,
            film: draft.json["suggestions"][0]["tmdbMovieId"].clone(),
        }
    }

    /// How many votes the poll counts.
    pub async fn votes(&self, anyone: &Person) -> usize {
        let results = anyone.get(&format!("{}/results", self.poll)).await.expect(200);
        usize::try_from(results.json["totalVotes"].as_u64().expect("a number")).expect("a few")
    }

    /// Does one thing in one of the [`WAYS`]; `anyone` reaches the server. The answer, and where its outcome can be seen if it was acknowledged.
    pub async fn act(&self, anyone: &Person, way: usize, number: usize) -> (Answer, Option<Deed>) {
        let by = |bearer: &str| anyone.with_bearer(bearer);
        let (answer, seen): (Answer, Option<(Option<&str>, String)>) = match way % WAYS {
            0 => {
                let answer = anyone.post(&format!("{}/votes", self.poll), &self.answer).await;
                let code =
                    answer.json["code"].as_str().map(|code| (None, format!("{}/votes/{code}", self.poll)));
                (answer, code)
            }
            1 => {
                let key = format!("a secret of one voter {number:06}");
                let body = json!({ "rankings": ["Rust"], "voterKey": key });
                (anyone.post(&format!("{}/votes", self.ranked), body).await, None)
            }
            2 => {
                let body = json!({ "title": format!("Supper {number}"), "groupIds": [self.group], "startTime": "2037-11-18T09:00:00Z" });
                let answer = by(&self.ana).post("/hangouts", body).await;
                let id = answer.json["hangoutId"]
                    .as_str()
                    .map(|id| (Some(self.bo.as_str()), format!("/hangouts/{id}")));
                (answer, id)
            }
            3 => (
                by(&self.ana).post(&format!("{}/comments", self.site), json!({ "body": "Good" })).await,
                None,
            ),
            4 => (
                by(&self.bo).put(&format!("{}/rating", self.site), json!({ "stars": 1 + number % 5 })).await,
                None,
            ),
            5 => {
                let [winner, loser] = &self.players;
                let body = json!({ "date": "2037-11-10", "teamAPlayer1Id": winner, "teamBPlayer1Id": loser,
                    "winningTeam": "A", "teamAGames": 3, "teamBGames": 1 });
                let answer = by(&self.root).post("/squash/matches", body).await;
                let id = answer.json["matchId"]
                    .as_str()
                    .map(|id| (Some(self.root.as_str()), format!("/squash/matches/{id}")));
                (answer, id)
            }
            6 => {
                let vote = if number.is_multiple_of(2) { "up" } else { "down" };
                let path = format!("{}/votes/{}", self.round, self.film);
                (by(&self.ana).put(&path, json!({ "vote": vote })).await, None)
            }
            _ => {
                let name = json!({ "displayName": format!("Bo the {number}th") });
                let path = format!("/users/{}/profile", self.bo_id);
                (by(&self.bo).patch("/me", name).await, Some((Some(self.ana.as_str()), path)))
            }
        };
        let deed = seen.filter(|_| answer.status.is_success());
        (answer, deed.map(|(bearer, path)| Deed { bearer: bearer.map(str::to_owned), path }))
    }
}

/// What the doctor finds wrong, once all work is done.
pub async fn findings(app: &TestApp) -> Vec<String> {
    app.finish_work().await;
    let mut wrong = Vec::new();
    for check in app.server.features.iter().flat_map(|feature| &feature.doctor) {
        let found = check.check(&app.server.services, false).await.expect("storage answers");
        wrong.extend(found.into_iter().map(|finding| format!("{} ({})", finding.what, finding.key)));
    }
    wrong
}
