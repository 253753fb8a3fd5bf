//! Who comes: the seats, the counts and the names. The page shows it, and it is pushed to open pages when somebody responds.

use crate::{
    live::Said,
    model::{Answer, Hangout, Response},
};
use askama::Template;
use std::sync::Arc;
use web::{Avatar, Seat, Seats, words::counted};

/// The most people that are named, so that what is pushed stays small.
const NAMED: usize = 24;

#[derive(Debug, Clone, Template)]
#[template(path = "hangouts/around.html")]
pub struct Around {
    seats: Seats,
    going: usize,
    maybe: usize,
    not_going: usize,
    people: Vec<Person>,
    more: String,
}

#[derive(Debug, Clone)]
struct Person {
    avatar: Avatar,
    name: String,
    answer: Answer,
    host: bool,
}

impl askama::filters::HtmlSafe for Around {}

impl Around {
    pub fn of(hangout: &Hangout, said: &Said) -> Self {
        let of = |answer| said.iter().filter(move |one| one.response == answer);
        let [going, maybe, not_going] = Answer::ALL.map(|answer| of(answer).count());
        let seat = |one: &Arc<Response>| {
            let seat = Seat::of(&Avatar::of(one.user_id, &one.display_name));
            let seat = if one.response == Answer::Going { seat } else { seat.unsure() };
            if one.user_id == hangout.created_by { seat.host() } else { seat }
        };
        let mut seats: Vec<_> = of(Answer::Going).chain(of(Answer::Maybe)).map(seat).collect();
        let free = if seats.is_empty() { 7 } else { 1 };
        seats.extend((0..free).map(|_| Seat::free()));
        let label = format!("{going} going, {maybe} maybe, {not_going} can’t come.");
        let people = of(Answer::Going).chain(of(Answer::Maybe)).chain(of(Answer::NotGoing));
        let people = people.take(NAMED).map(|one| Person {
            avatar: Avatar::of(one.user_id, &one.display_name),
            name: one.display_name.clone(),
            answer: one.response,
            host: one.user_id == hangout.created_by,
        });
        let more = said.len().saturating_sub(NAMED);
        Self {
            seats: Seats::new(seats, going, "going", label),
            going,
            maybe,
            not_going,
            people: people.collect(),
            more: if more == 0 { String::new() } else { format!("And {} more", counted(more, "response")) },
        }
    }
}
