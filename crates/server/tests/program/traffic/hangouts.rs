//! A group that meets: Ana asks, Bo answers.

use super::people::{People, text};
use crate::letters::Letters;
use jiff::{SignedDuration, Timestamp};
use kernel::Clock;
use serde_json::json;
use std::{
    collections::BTreeMap,
    sync::Mutex,
    time::{Duration, Instant},
};

/// How long counts and letters may be on their way after the last hangout was made: a server that was killed may have claimed the
/// work, and another takes that up when the claim has run out.
const ON_THEIR_WAY: Duration = Duration::from_mins(2);

/// What is seen once it is as wanted, or after all that time.
fn eventually<T>(look: impl Fn() -> T, is_right: impl Fn(&T) -> bool) -> T {
    let began = Instant::now();
    loop {
        let seen = look();
        if is_right(&seen) || began.elapsed() > ON_THEIR_WAY {
            return seen;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

pub struct Hangouts {
    group: String,
    bo: String,
    start: Timestamp,
    /// The hangouts that were made and answered, by their title.
    met: Mutex<BTreeMap<String, String>>,
}

impl Hangouts {
    pub fn create(people: &People<'_>) -> Self {
        let ana = &people.ana.caller;
        let group = text(&ana.makes("/groups", &json!({ "name": "Mill Lane" })), "/groupId");
        let (status, answer) =
            ana.does(&format!("/groups/{group}/members"), &json!({ "userId": people.bo.id }));
        assert!(matches!(status, 201 | 409), "{answer}");
        people.bo.caller.sees(&format!("/groups/{group}"));
        let start = kernel::SystemClock.now() + SignedDuration::from_hours(24 * 30);
        Self { group, bo: people.bo.email.clone(), start, met: Mutex::default() }
    }

    pub fn meet_while(&self, people: &People<'_>, going_on: impl Fn() -> bool) {
        let first = self.count();
        for number in first.. {
            if !going_on() {
                return;
            }
            let title = format!("Supper {number}");
            let body =
                json!({ "title": title, "groupIds": [self.group], "startTime": self.start.to_string() });
            let id = text(&people.ana.caller.makes("/hangouts", &body), "/hangoutId");
            people.bo.caller.sets(
                "PUT",
                &format!("/hangouts/{id}/response"),
                &json!({ "response": "going" }),
            );
            self.met.lock().expect("a lock").insert(title, id);
        }
    }

    pub fn count(&self) -> usize {
        self.met.lock().expect("a lock").len()
    }

    pub fn verify(&self, people: &People<'_>) {
        let met = self.met.lock().expect("a lock");
        let wanted: Vec<&str> = met.keys().map(String::as_str).collect();
        // Indexes of DynamoDB follow within moments; counts by background work, which another takes up where a server was killed.
        let titles = || {
            let feed = people.bo.caller.lists(&format!("/groups/{}/feed", self.group));
            let mut titles: Vec<String> = feed.iter().map(|pointer| text(pointer, "/title")).collect();
            titles.sort();
            titles
        };
        assert_eq!(eventually(titles, |titles| titles == &wanted), wanted, "every hangout once in the feed");
        for id in met.values() {
            let hangout = || people.bo.caller.sees(&format!("/hangouts/{id}"));
            let hangout = eventually(hangout, |hangout| hangout["goingCount"] == 1);
            assert_eq!(
                (&hangout["myResponse"], &hangout["goingCount"]),
                (&json!("going"), &json!(1)),
                "{hangout}"
            );
        }
    }

    pub fn verify_letters(&self, letters: &Letters) {
        // Bo may have answered before the letter was written; its subject then leaves the group out.
        let subjects = ["New hangout in Mill Lane", "New hangout"];
        let told = || subjects.iter().map(|subject| letters.about(&self.bo, subject)).sum::<usize>();
        assert_eq!(eventually(told, |told| *told >= self.count()), self.count(), "one letter to Bo for each");
    }
}
