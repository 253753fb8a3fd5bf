//! Who is coming, as the page prints it and as open pages are sent it.

use crate::{
    live::Coming,
    model::{Response, Rsvp, RsvpSummary, Shareable},
    urls,
};
use askama::{Template, filters::HtmlSafe};
use web::{Avatar, Seat, Seats, words::counted};

/// The most people that are named here; the others are on a page of their own.
const NAMED: usize = 20;
/// The longest note that is shown here whole.
const NOTE: usize = 80;

/// People around the table, and their names.
#[derive(Template)]
#[template(path = "shareables/event_who.html")]
pub struct Table {
    seats: Seats,
    coming: u32,
    summary: RsvpSummary,
    people: Vec<Person>,
    more: usize,
    /// Where all of them are.
    all: String,
}

impl HtmlSafe for Table {}
impl HtmlSafe for Person {}

/// One person's answer.
#[derive(Template)]
#[template(path = "shareables/person.html")]
pub struct Person {
    avatar: Avatar,
    name: String,
    guests: String,
    note: String,
    answer: Response,
}

impl Person {
    /// People who stand one below the other.
    pub fn row<'a>(rsvps: impl IntoIterator<Item = &'a Rsvp> + Clone, note: usize) -> Vec<Self> {
        let avatars = Avatar::row(rsvps.clone().into_iter().map(|rsvp| &rsvp.name));
        avatars.into_iter().zip(rsvps).map(|(avatar, rsvp)| Self::of(avatar, rsvp, note)).collect()
    }

    fn of(avatar: Avatar, rsvp: &Rsvp, note: usize) -> Self {
        let guests = if rsvp.response == Response::Going { rsvp.guest_count } else { 0 };
        Self {
            avatar,
            name: rsvp.name.clone(),
            guests: if guests > 0 { format!("and {}", counted(guests, "guest")) } else { String::new() },
            note: rsvp.note.as_ref().map(|text| text.chars().take(note).collect()).unwrap_or_default(),
            answer: rsvp.response,
        }
    }
}

impl Table {
    pub fn of(share: &Shareable, coming: &Coming) -> Self {
        let summary = coming.summary;
        let expected = summary.going + summary.guests;
        let mut seats: Vec<Seat> = Vec::new();
        for rsvp in &coming.first {
            match rsvp.response {
                Response::Going => {
                    seats.push(Seat::going(&rsvp.name));
                    seats.extend((0..rsvp.guest_count).map(|_| Seat::guest()));
                }
                Response::Maybe => seats.push(Seat::maybe(&rsvp.name)),
                Response::NotGoing => {}
            }
        }
        let free = if seats.is_empty() { 7 } else { 1 };
        seats.extend((0..free).map(|_| Seat::free()));
        let label = format!(
            "{expected} coming: {} and {}. {} said maybe, {} can’t come.",
            counted(summary.going, "person").replace("persons", "people"),
            counted(summary.guests, "guest"),
            summary.maybe,
            summary.not_going
        );
        let seated = usize::try_from(expected + summary.maybe).unwrap_or(usize::MAX);
        let people = Person::row(coming.first.iter().take(NAMED), NOTE);
        Self {
            seats: Seats::new(seats, expected, "coming", label).of_crowd(seated),
            coming: expected,
            summary,
            more: usize::try_from(summary.answers()).unwrap_or(0) - people.len(),
            people,
            all: format!("{}/people", urls::page(&share.short_id)),
        }
    }
}
