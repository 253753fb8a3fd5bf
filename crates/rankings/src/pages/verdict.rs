//! A result in a few words.

use askama::{Template, filters::HtmlSafe};
use tally::Results;
use web::words::counted;

/// Who is in first place, and how.
#[derive(Template)]
#[template(path = "rankings/winner.html")]
pub struct Verdict<'a> {
    pub results: &'a Results,
    pub is_open: bool,
}

impl HtmlSafe for Verdict<'_> {}

impl Verdict<'_> {
    fn kicker(&self) -> &'static str {
        match (&self.results.winner, &self.results.tied, self.is_open) {
            (Some(_), _, true) => "Ahead right now",
            (Some(_), _, false) => "Winner",
            (None, Some(_), true) => "Tied right now",
            (None, Some(_), false) => "A tie",
            (None, None, true) => "No ballots yet",
            (None, None, false) => "Nobody voted",
        }
    }

    /// What the first place has, and of how many.
    fn votes(&self) -> Option<(u64, String)> {
        let Results { winner, tied, total_votes, rounds, .. } = self.results;
        let first = self.results.finalists().first()?.votes;
        match (winner, tied) {
            (Some(_), _) => {
                Some((first, format!("of {}", counted(total_votes - rounds.last()?.exhausted, "vote"))))
            }
            (None, Some(_)) => Some((first, "votes each".into())),
            (None, None) => None,
        }
    }
}
