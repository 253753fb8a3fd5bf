//! What came of a poll so far, as the page prints it and as open pages are sent it.

use super::Label;
use crate::{
    live::Tally,
    model::{OptionResults, Poll, QuestionResults, Results, ShortId},
    urls,
};
use askama::{Template, filters::HtmlSafe};
use jiff::Timestamp;
use std::sync::{Arc, OnceLock};
use web::{Avatars, Seat, Seats, words::counted};

/// Names that are listed under one option, where there is room; the others are on a page of their own.
const LISTED: usize = 10;
/// Names that a page has room for in all.
const ROOM: usize = 60;

/// A part of a page as it is printed.
#[derive(Clone, Template)]
#[template(source = "{{ html|safe }}", ext = "html")]
pub struct Drawn {
    html: Arc<str>,
}

impl HtmlSafe for Drawn {}

impl Drawn {
    fn of(part: &impl Template) -> Self {
        Self { html: part.render().unwrap_or_default().into() }
    }
}

/// What was printed of a tally: the same for everyone who may see it, so it is drawn for the first of them.
#[derive(Default)]
pub struct Drawings {
    head: OnceLock<Drawn>,
    results: OnceLock<Drawn>,
}

/// Who has answered.
pub fn head(tally: &Tally) -> Drawn {
    tally.drawings.head.get_or_init(|| Drawn::of(&Head::of(tally))).clone()
}

/// The results, question by question.
pub fn results(id: &ShortId, poll: &Poll, tally: &Tally, now: Timestamp) -> Drawn {
    let draw = || Drawn::of(&Outcome::of(id, poll, tally, now));
    let mut options = poll.questions.iter().flat_map(|question| &question.options);
    // How a time is written depends on today.
    if options.any(|option| option.start_time.is_some()) {
        draw()
    } else {
        tally.drawings.results.get_or_init(draw).clone()
    }
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
            people: Avatars::new(tally.first.iter().flatten()),
            seats: Seats::new(seats, total, "answered", answered.clone()).of_crowd(total),
            answered,
        }
    }
}

/// The results, question by question.
#[derive(Template)]
#[template(path = "shareables/poll_results.html")]
struct Outcome {
    questions: Vec<QuestionOutcome>,
    /// For the ear: how many answers, and what leads with how many.
    said: String,
    leader: Option<(Label, usize)>,
    /// Where all names and answers are.
    people: String,
}

struct QuestionOutcome {
    title: String,
    answered: String,
    options: Vec<OptionOutcome>,
}

struct OptionOutcome {
    label: Label,
    votes: usize,
    of: usize,
    percent: usize,
    leads: bool,
    avatars: Option<Avatars>,
    names: Vec<String>,
    more: usize,
}

impl Outcome {
    fn of(id: &ShortId, poll: &Poll, tally: &Tally, now: Timestamp) -> Self {
        let results = &tally.results;
        let options: usize = poll.questions.iter().map(|question| question.options.len()).sum();
        let listed = (ROOM / options.max(1)).min(LISTED);
        let questions = poll.questions.iter().zip(&results.questions).map(|(question, counted)| {
            let labels = question.options.iter().map(|option| Label::of(option, now));
            QuestionOutcome::of(counted, labels, listed)
        });
        Self {
            questions: questions.collect(),
            said: format!("{}.", counted(results.total_votes, "answer")),
            leader: leader(poll, results, now),
            people: format!("{}/people", urls::page(id)),
        }
    }
}

impl QuestionOutcome {
    fn of(question: &QuestionResults, labels: impl Iterator<Item = Label>, listed: usize) -> Self {
        let most = question.options.iter().map(|option| option.votes).max().unwrap_or(0);
        let options = question.options.iter().zip(labels);
        let options = options.map(|(option, label)| {
            let leads = option.votes > 0 && option.votes == most;
            OptionOutcome::of(option, label, question.answered, leads, listed)
        });
        let answered = match question.answered {
            0 => "No answers yet.".to_owned(),
            answered => format!("{}.", counted(answered, "answer")),
        };
        Self { title: question.title.clone(), answered, options: options.collect() }
    }
}

impl OptionOutcome {
    fn of(option: &OptionResults, label: Label, of: usize, leads: bool, listed: usize) -> Self {
        let total = option.voters.len() + option.voters_more;
        let names: Vec<_> = option.voters.iter().take(listed).cloned().collect();
        Self {
            label,
            votes: option.votes,
            of,
            percent: (option.votes * 100 + of.max(1) / 2) / of.max(1),
            leads,
            avatars: (!option.voters.is_empty()).then(|| Avatars::new(&option.voters).small()),
            more: total - names.len(),
            names,
        }
    }
}

fn leader(poll: &Poll, results: &Results, now: Timestamp) -> Option<(Label, usize)> {
    let (asked, counted) = (poll.questions.first()?, results.questions.first()?);
    let options = asked.options.iter().zip(&counted.options);
    let (option, counted) = options.max_by_key(|(_, counted)| counted.votes)?;
    (counted.votes > 0).then(|| (Label::of(option, now), counted.votes))
}
