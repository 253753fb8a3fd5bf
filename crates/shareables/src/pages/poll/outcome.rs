//! What came of a poll so far, as the page prints it and as open pages are sent it.

use super::Label;
use crate::{
    live::Tally,
    model::{OptionResults, Poll, QuestionResults, Results, ShortId},
    urls,
};
use askama::{Template, filters::HtmlSafe};
use jiff::Timestamp;
use web::{Avatars, Seat, Seats, words::counted};

/// Names that are listed under one option, where there is room; the others are on a page of their own.
const LISTED: usize = 10;
/// Names that a page has room for in all.
const ROOM: usize = 60;

/// Who has answered, for the top of the page.
#[derive(Template)]
#[template(path = "shareables/poll_head.html")]
pub struct Head {
    answered: String,
    people: Avatars,
    seats: Seats,
}

impl HtmlSafe for Head {}

impl Head {
    pub fn of(tally: &Tally) -> Self {
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
pub struct Outcome {
    questions: Vec<QuestionOutcome>,
    /// One sentence for the ear.
    said: String,
    /// Where all names and answers are.
    people: String,
}

impl HtmlSafe for Outcome {}

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
    pub fn of(id: &ShortId, poll: &Poll, tally: &Tally, now: Timestamp) -> Self {
        let results = &tally.results;
        let options: usize = poll.questions.iter().map(|question| question.options.len()).sum();
        let listed = (ROOM / options.max(1)).min(LISTED);
        let questions = poll.questions.iter().zip(&results.questions).map(|(question, counted)| {
            let labels = question.options.iter().map(|option| Label::of(option, now));
            QuestionOutcome::of(counted, labels, listed)
        });
        Self {
            questions: questions.collect(),
            said: said(results),
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

fn said(results: &Results) -> String {
    let answers = counted(results.total_votes, "answer");
    let first = results.questions.first();
    let leader = first.and_then(|question| question.options.iter().max_by_key(|option| option.votes));
    match leader.filter(|leader| leader.votes > 0) {
        Some(leader) => format!("{answers}. {} leads with {}.", leader.label, leader.votes),
        None => format!("{answers}."),
    }
}
