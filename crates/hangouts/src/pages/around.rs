//! Who comes: the seats, the counts and the names. The page shows it, and it is pushed to open pages when somebody responds.

use crate::{
    live::Said,
    model::{Answer, Counts, Hangout, Response},
    stored::NOBODY,
};
use askama::Template;
use kernel::Open;
use std::sync::Arc;
use web::{Avatar, Seat, Seats};

/// The most people that are named, so that what is pushed stays small.
const NAMED: usize = 24;

#[derive(Debug, Clone, Template)]
#[template(path = "hangouts/around.html")]
pub struct Around {
    /// None at a table that is cancelled.
    seats: Option<Seats>,
    counts: Counts,
    people: Vec<Person>,
    more: String,
}

#[derive(Debug, Clone)]
struct Person {
    avatar: Avatar,
    name: String,
    /// What they said, where it is not that they come.
    said: String,
    unsure: bool,
    before_move: bool,
    host: bool,
}

impl askama::filters::HtmlSafe for Around {}

impl Around {
    pub fn of(hangout: &Hangout, said: &Said) -> Self {
        let counts = Counts::of(said.iter().map(|one| &**one));
        let people = in_order(said);
        let more = people.len().saturating_sub(NAMED);
        Self {
            seats: (!hangout.cancelled).then(|| seats(hangout, &people, counts)),
            counts,
            people: people.into_iter().take(NAMED).map(|one| Person::of(hangout, one)).collect(),
            more: if more == 0 { String::new() } else { format!("And {more} more") },
        }
    }
}

/// Those who come, then those who may, then the others.
fn in_order(said: &Said) -> Vec<&Arc<Response>> {
    let mut people: Vec<_> = said.iter().collect();
    let place = |answer: &Open<Answer>| {
        Answer::ALL.iter().position(|one| answer.is(one)).unwrap_or(Answer::ALL.len())
    };
    people.sort_by_key(|one| place(&one.response));
    people
}

fn seats(hangout: &Hangout, people: &[&Arc<Response>], counts: Counts) -> Seats {
    let mut seats: Vec<Seat> = people
        .iter()
        .filter_map(|one| {
            let seat = Seat::of(&disc(one));
            let seat = match one.response.known()? {
                Answer::Going => seat,
                Answer::Maybe => seat.unsure(),
                Answer::NotGoing => return None,
            };
            Some(if is_host(hangout, one) { seat.host() } else { seat })
        })
        .collect();
    let free = match seats.len() {
        0 => 7,
        taken if taken < Seats::MOST => 1,
        _ => 0,
    };
    seats.extend((0..free).map(|_| Seat::free()));
    let Counts { going, maybe, not_going } = counts;
    Seats::new(seats, going, "going", format!("{going} going, {maybe} maybe, {not_going} can’t come."))
}

fn disc(one: &Response) -> Avatar {
    Avatar::of(&one.user_id, name(one))
}

fn name(one: &Response) -> &str {
    if one.display_name.is_empty() { NOBODY } else { &one.display_name }
}

fn is_host(hangout: &Hangout, one: &Response) -> bool {
    hangout.created_by.as_ref() == Some(&one.user_id)
}

impl Person {
    fn of(hangout: &Hangout, one: &Arc<Response>) -> Self {
        Self {
            avatar: disc(one),
            name: name(one).to_owned(),
            said: match &one.response {
                Open::Known(Answer::Going) => String::new(),
                Open::Known(Answer::Maybe) => "Maybe".into(),
                Open::Known(Answer::NotGoing) => "Can’t come".into(),
                Open::Other(text) => text.clone(),
            },
            unsure: one.response.is(&Answer::Maybe),
            before_move: one.is_before(hangout.moved_at) && !hangout.cancelled,
            host: is_host(hangout, one),
        }
    }
}
