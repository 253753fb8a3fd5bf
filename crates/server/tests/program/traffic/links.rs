//! The club: comments and ratings on a link, and matches on the ladder.

use super::people::{People, text};
use serde_json::json;
use std::sync::Mutex;

pub struct Links {
    site: String,
    players: [String; 2],
    comments: Mutex<usize>,
    matches: Mutex<usize>,
    stars: Mutex<u32>,
}

impl Links {
    pub fn create(people: &People<'_>) -> Self {
        let root = &people.root.caller;
        // Nothing is there to be read, so that no page outside is asked for.
        let body = json!({ "url": "https://club.invalid/", "title": "Club", "description": "Ours", "tags": ["club"] });
        let site = format!("/sites/{}", text(&root.makes("/sites", &body), "/id"));
        let players = ["Nora", "Leo"]
            .map(|name| text(&root.makes("/squash/players", &json!({ "name": name })), "/playerId"));
        let (comments, matches, stars) = Default::default();
        Self { site, players, comments, matches, stars }
    }

    pub fn comment_while(&self, people: &People<'_>, going_on: impl Fn() -> bool) {
        while going_on() {
            let mut count = self.comments.lock().expect("a lock");
            people
                .ana
                .caller
                .makes(&format!("{}/comments", self.site), &json!({ "body": format!("No. {count}") }));
            *count += 1;
            let stars = 1 + u32::try_from(*count % 5).expect("at most four");
            people.ana.caller.sets("PUT", &format!("{}/rating", self.site), &json!({ "stars": stars }));
            *self.stars.lock().expect("a lock") = stars;
        }
    }

    pub fn play_while(&self, people: &People<'_>, going_on: impl Fn() -> bool) {
        let [winner, loser] = &self.players;
        let body = json!({
            "date": "2026-11-10", "teamAPlayer1Id": winner, "teamBPlayer1Id": loser,
            "winningTeam": "A", "teamAGames": 3, "teamBGames": 1,
        });
        while going_on() {
            people.root.caller.makes("/squash/matches", &body);
            *self.matches.lock().expect("a lock") += 1;
        }
    }

    pub fn count(&self) -> usize {
        *self.comments.lock().expect("a lock") + *self.matches.lock().expect("a lock")
    }

    pub fn verify(&self, people: &People<'_>) {
        let comments = people.ana.caller.lists(&format!("{}/comments", self.site));
        let mut bodies: Vec<String> = comments.iter().map(|comment| text(comment, "/body")).collect();
        bodies.sort_by_key(|body| body[4..].parse::<usize>().expect("a number"));
        let wanted: Vec<String> =
            (0..*self.comments.lock().expect("a lock")).map(|number| format!("No. {number}")).collect();
        assert_eq!(bodies, wanted, "every comment once");
        let site = people.ana.caller.sees(&self.site);
        if *self.stars.lock().expect("a lock") > 0 {
            assert_eq!(site["ratingCount"], 1, "{site}");
            assert_eq!(
                site["ratingAverage"].as_f64(),
                Some(f64::from(*self.stars.lock().expect("a lock"))),
                "{site}"
            );
        }
        let played = people.root.caller.lists(&format!("/squash/players/{}/matches", self.players[0]));
        assert_eq!(played.len(), *self.matches.lock().expect("a lock"), "every match once");
    }
}
