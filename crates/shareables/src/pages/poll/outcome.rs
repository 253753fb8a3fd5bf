//! What came of a poll so far, as the page prints it and as open pages are sent it.

use super::{
    Label,
    drawn::{Drawn, of_times},
};
use crate::{
    live::Tally,
    model::{OptionResults, Poll, QuestionResults, Results, ShortId},
    urls,
};
use askama::Template;
use jiff::Timestamp;
use web::{Avatars, Seat, Seats, Zones};

/// Names that are listed under one option, where there is room; the others are on a page of their own.
const LISTED: usize = 10;
/// Names that a page has room for in all.
const ROOM: usize = 60;

/// Who has answered.
pub fn head(tally: &Tally, now: Timestamp) -> Drawn {
    tally.drawings.head.get(now, None, || Head::of(tally))
}

/// The results, question by question.
pub fn results(id: &ShortId, poll: &Poll, tally: &Tally, now: Timestamp, zones: &Zones) -> Drawn {
    let part = || Outcome::of(id, poll, &tally.results, now, zones);
    tally.drawings.results.get(now, of_times(poll, zones), part)
}

/// Who has answered, for the top of the page.
#[derive(Template)]
#[template(path = "shareables/poll_head.html")]
struct Head {
    answered: String,
    people: Avatars,
    seats: Seats,
}

impl Head {
    fn of(tally: &Tally) -> Self {
        let total = tally.results.total_votes;
        let answered = match total {
            0 => "No answers yet".to_owned(),
            1 => "1 person has answered".into(),
            total => format!("{total} people have answered"),
        };
        let seat = |name: &Option<String>| Seat::going(name.as_deref().unwrap_or("?"));
        let seats = if total == 0 { vec![Seat::free(); 7] } else { tally.first.iter().map(seat).collect() };
        Self {
            people: Avatars::new(tally.first.iter().flatten()).of_crowd(total),
            seats: Seats::new(seats, total, "answered", answered.clone()).of_crowd(total),
            answered,
        }
    }
}

/// The results, question by question.
#[derive(Template)]
#[template(path = "shareables/poll_results.html")]
struct Outcome<'a> {
    poll: &'a Poll,
    results: &'a Results,
    now: Timestamp,
    zones: &'a Zones,
    /// How many names are listed under one option.
    listed: usize,
    /// Where all names and answers are.
    people: String,
}

impl<'a> Outcome<'a> {
    fn of(id: &ShortId, poll: &'a Poll, results: &'a Results, now: Timestamp, zones: &'a Zones) -> Self {
        let options: usize = poll.questions.iter().map(|question| question.options.len()).sum();
        let listed = (ROOM / options.max(1)).min(LISTED);
        Self { poll, results, now, zones, listed, people: urls::people(id) }
    }

    /// What leads, for the ear, and with how many votes.
    fn leader(&self) -> Option<(Label<'_>, usize)> {
        let (asked, counted) = (self.poll.questions.first()?, self.results.questions.first()?);
        let options = asked.options.iter().zip(&counted.options);
        let (option, counted) = options.max_by_key(|(_, counted)| counted.votes)?;
        (counted.votes > 0).then(|| (Label::of(option, &self.now, self.zones), counted.votes))
    }

    fn percent(option: &OptionResults, question: &QuestionResults) -> usize {
        let of = question.answered.max(1);
        (option.votes * 100 + of / 2) / of
    }

    fn leads(option: &OptionResults, question: &QuestionResults) -> bool {
        let most = question.options.iter().map(|option| option.votes).max();
        option.votes > 0 && Some(option.votes) == most
    }

    /// How many more gave a name than are listed.
    fn more(&self, option: &OptionResults) -> usize {
        option.voters_more + option.voters.len().saturating_sub(self.listed)
    }
}
