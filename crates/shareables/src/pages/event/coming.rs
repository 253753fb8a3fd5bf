//! Who is coming, as the page prints it and as open pages are sent it.

use crate::{
    live::Coming,
    model::{Event, Response, Rsvp, Shareable},
    urls,
};
use askama::{Template, filters::HtmlSafe};
use std::sync::Arc;
use web::{Avatar, Seat, Seats, words::counted};

/// The most people that are named here; the others are on a page of their own.
const NAMED: usize = 20;
/// The longest note that is shown here whole.
const NOTE: usize = 80;

/// People around the table, and their names.
#[derive(Template)]
#[template(path = "shareables/event_who.html")]
pub struct Table {
    coming: Arc<Coming>,
    event: Event,
    /// None where it is cancelled.
    seats: Option<Seats>,
    /// Where all of them are.
    all: String,
}

impl HtmlSafe for Table {}
impl HtmlSafe for Person<'_> {}

/// One person's answer.
#[derive(Template)]
#[template(path = "shareables/person.html")]
pub struct Person<'a> {
    avatar: Avatar,
    rsvp: &'a Rsvp,
    /// How much of a note is shown.
    most: usize,
    /// Whether it was given before the event was moved.
    is_outdated: bool,
}

impl<'a> Person<'a> {
    /// People who stand one below the other.
    pub fn row(event: &Event, rsvps: &'a [Rsvp], most: usize) -> Vec<Self> {
        let avatars = Avatar::row(rsvps.iter().map(|rsvp| &rsvp.name));
        let person = |(avatar, rsvp)| Self { avatar, rsvp, most, is_outdated: event.is_outdated(rsvp) };
        avatars.into_iter().zip(rsvps).map(person).collect()
    }

    fn guests(&self) -> Option<String> {
        let brings = self.rsvp.response.is(&Response::Going) && self.rsvp.guest_count > 0;
        brings.then(|| format!("and {}", counted(self.rsvp.guest_count, "guest")))
    }

    fn note(&self) -> Option<String> {
        self.rsvp.note.as_ref().map(|note| note.chars().take(self.most).collect())
    }
}

impl Table {
    pub fn of(share: &Shareable, event: &Event, coming: Arc<Coming>) -> Self {
        let summary = coming.summary;
        let expected = summary.going + summary.guests;
        let mut seats: Vec<Seat> = Vec::new();
        for rsvp in &coming.first {
            match rsvp.response.known() {
                Some(Response::Going) => {
                    seats.push(Seat::going(&rsvp.name));
                    seats.extend((0..rsvp.guest_count).map(|_| Seat::guest()));
                }
                Some(Response::Maybe) => seats.push(Seat::maybe(&rsvp.name)),
                Some(Response::NotGoing) | None => {}
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
        let seats = Seats::new(seats, expected, "coming", label).of_crowd(seated);
        let seats = (!event.cancelled).then_some(seats);
        Self { coming, event: event.clone(), seats, all: urls::people(&share.short_id) }
    }

    fn people(&self) -> Vec<Person<'_>> {
        let first = &self.coming.first;
        Person::row(&self.event, &first[..first.len().min(NAMED)], NOTE)
    }
}
