//! Votes in a poll and ballots in a ranked poll, by people without an account.

use super::people::{People, text};
use serde_json::{Value, json};
use std::sync::Mutex;

pub struct Polls {
    /// The poll's path, and an answer to it.
    poll: String,
    answer: Value,
    ranked: String,
    /// The codes of the votes that were acknowledged.
    votes: Mutex<Vec<String>>,
    ballots: Mutex<usize>,
}

impl Polls {
    pub fn create(people: &People<'_>) -> Self {
        let questions =
            json!([{ "title": "Where?", "options": [{ "label": "Lake" }, { "label": "Coast" }] }]);
        let body = json!({ "entity": "poll", "name": "Weekend", "expiresAfter": 7, "questions": questions });
        let poll = format!("/shareables/{}", text(&people.anyone.makes("/shareables", &body), "/shortId"));
        let shown = people.anyone.sees(&poll);
        let question = text(&shown, "/questions/0/pollQuestionId");
        let option = text(&shown, "/questions/0/options/0/pollQuestionOptionId");
        let body = json!({ "title": "Language", "candidates": ["Go", "Rust", "Zig"] });
        let ranked = format!("/ranked-polls/{}", text(&people.anyone.makes("/ranked-polls", &body), "/id"));
        let answer =
            json!({ "name": "Zelda", "answers": [{ "pollQuestionId": question, "optionIds": [option] }] });
        Self { poll, answer, ranked, votes: Mutex::default(), ballots: Mutex::default() }
    }

    pub fn vote_while(&self, people: &People<'_>, going_on: impl Fn() -> bool) {
        while going_on() {
            let vote = people.anyone.makes(&format!("{}/votes", self.poll), &self.answer);
            self.votes.lock().expect("a lock").push(text(&vote, "/code"));
        }
    }

    pub fn rank_while(&self, people: &People<'_>, going_on: impl Fn() -> bool) {
        while going_on() {
            self.rank(people);
        }
    }

    pub fn rank(&self, people: &People<'_>) {
        people.anyone.makes(&format!("{}/votes", self.ranked), &json!({ "rankings": ["Rust", "Go"] }));
        *self.ballots.lock().expect("a lock") += 1;
    }

    pub fn stream(&self) -> String {
        format!("{}/live", self.ranked)
    }

    pub fn count(&self) -> usize {
        self.votes.lock().expect("a lock").len() + *self.ballots.lock().expect("a lock")
    }

    pub fn verify(&self, people: &People<'_>) {
        let votes = self.votes.lock().expect("a lock");
        let results = people.anyone.sees(&format!("{}/results", self.poll));
        assert_eq!(results["totalVotes"], votes.len(), "every vote once");
        for code in votes.iter() {
            people.anyone.sees(&format!("{}/votes/{code}", self.poll));
        }
        let results = people.anyone.sees(&format!("{}/results", self.ranked));
        assert_eq!(results["totalVotes"], *self.ballots.lock().expect("a lock"), "every ballot once");
    }
}
