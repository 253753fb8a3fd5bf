//! A household that votes, picks, watches and rates, one evening after another.

use super::people::{People, text};
use serde_json::{Value, json};
use std::sync::Mutex;

pub struct FilmNights {
    /// The rounds that were seen through to the end.
    rated: Mutex<Vec<String>>,
}

impl FilmNights {
    pub fn create(people: &People<'_>) -> Self {
        people.ana.caller.makes("/households", &json!({ "name": "Mill Lane" }));
        let invite = text(&people.ana.caller.makes("/households/mine/invites", &Value::Null), "/token");
        let (status, answer) = people.bo.caller.does(&format!("/invites/{invite}/accept"), &Value::Null);
        assert!(matches!(status, 200 | 409), "{answer}");
        Self { rated: Mutex::default() }
    }

    pub fn watch_while(&self, people: &People<'_>, going_on: impl Fn() -> bool) {
        let (ana, bo) = (&people.ana, &people.bo);
        while going_on() {
            let draft = ana.caller.makes("/rounds", &json!({}));
            // At last they have seen every film that the catalogue has.
            let Some(film) = draft.pointer("/suggestions/0/tmdbMovieId") else { return };
            let round = format!("/rounds/{}", text(&draft, "/roundId"));
            // Asked again after an answer was lost, each of these is refused because it was done.
            let moves = |path: &str, body: &Value, to: &str| {
                let (status, answer) = ana.caller.does(&format!("{round}{path}"), body);
                let now = ana.caller.sees(&round);
                assert!(status < 300 || now["status"] == to, "{path}: {status} {answer}; it is {now}");
            };
            moves("/start", &Value::Null, "voting");
            for person in [ana, bo] {
                person.caller.sets("PUT", &format!("{round}/votes/{film}"), &json!({ "vote": "up" }));
            }
            moves("/pick", &json!({ "tmdbMovieId": film }), "selected");
            moves("/watched", &Value::Null, "watched");
            for person in [ana, bo] {
                person.caller.sets(
                    "PUT",
                    &format!("{round}/ratings/{}", person.id),
                    &json!({ "rating": "liked" }),
                );
            }
            self.rated.lock().expect("a lock").push(round);
        }
    }

    pub fn count(&self) -> usize {
        self.rated.lock().expect("a lock").len()
    }

    pub fn verify(&self, people: &People<'_>) {
        let rated = self.rated.lock().expect("a lock");
        for round in rated.iter() {
            assert_eq!(people.ana.caller.sees(round)["status"], "rated", "{round}");
            assert_eq!(people.ana.caller.lists(&format!("{round}/votes")).len(), 2, "a vote of each");
        }
        let mut picks: Vec<String> = people
            .ana
            .caller
            .lists("/picks")
            .iter()
            .map(|pick| format!("/rounds/{}", text(pick, "/roundId")))
            .collect();
        picks.sort();
        let mut wanted = rated.clone();
        wanted.sort();
        assert_eq!(picks, wanted, "one pick for every round");
    }
}
