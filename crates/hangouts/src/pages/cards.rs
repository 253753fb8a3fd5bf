//! A hangout as a card in a list, the same in a feed, among everything of mine, and on `/home`.

use super::zones;
use crate::{
    model::{Answer, Counts, HangoutId, Pointer},
    service::list_feed::Card,
    urls,
};
use askama::Template;
use jiff::Timestamp;
use web::{CalendarEntry, CalendarStatus, Plate, When, Zones, words::counted};

/// What a list shows of one hangout.
#[derive(Debug, Clone, Template)]
#[template(path = "hangouts/card.html")]
pub struct HangoutCard {
    pub path: String,
    pub title: String,
    /// Whose it is: a group's name, or who made it.
    pub from: String,
    plate: Option<Plate>,
    when: Option<When>,
    location: String,
    coming: String,
    pub cancelled: bool,
    past: bool,
    my_answer: Option<Answer>,
    /// Whether it moved since that was said.
    again: bool,
}

impl askama::filters::HtmlSafe for HangoutCard {}

impl HangoutCard {
    pub fn of(card: &Card, from: impl Into<String>, now: Timestamp, zones: &Zones) -> Self {
        let pointer = &card.pointer;
        let zones = &zones::of_pointer(pointer, zones);
        Self {
            path: urls::hangout(&pointer.hangout_id),
            title: pointer.title.clone(),
            from: from.into(),
            plate: pointer.start.map(|start| Plate::new(*start, zones)),
            when: pointer.start.map(|start| When::new(start, now, zones)),
            location: pointer.location.clone().unwrap_or_default(),
            coming: if pointer.cancelled { String::new() } else { coming(pointer.counts()) },
            cancelled: pointer.cancelled,
            past: is_past(pointer, now),
            my_answer: card.answer(),
            again: card.is_asked_again(),
        }
    }
}

impl HangoutCard {
    /// A thing of another feature that is coming up.
    pub fn of_entry(entry: &CalendarEntry, now: Timestamp, zones: &Zones) -> Self {
        let zone = entry.zone.clone();
        let zones = if entry.at_place { zones.place(zone) } else { zones.thing(zone) };
        Self {
            path: entry.path.clone(),
            title: entry.title.clone(),
            from: "Event by link".into(),
            plate: Some(Plate::new(entry.start, &zones)),
            when: Some(When::new(entry.start.into(), now, &zones)),
            location: entry.location.clone().unwrap_or_default(),
            coming: String::new(),
            cancelled: entry.status == CalendarStatus::Cancelled,
            past: entry.over_at() <= now,
            my_answer: match entry.status {
                CalendarStatus::Confirmed => Some(Answer::Going),
                CalendarStatus::Tentative => Some(Answer::Maybe),
                CalendarStatus::Cancelled => None,
            },
            again: entry.again,
        }
    }

    /// The same beside buttons that show the answer.
    #[must_use]
    pub fn without_answer(self) -> Self {
        Self { my_answer: None, again: false, ..self }
    }
}

fn is_past(pointer: &Pointer, now: Timestamp) -> bool {
    pointer.end.or(pointer.start).is_some_and(|end| *end <= now)
}

/// “11 going, 2 maybe”.
pub fn coming(counts: Counts) -> String {
    match (counts.going, counts.maybe) {
        (0, 0) => "Nobody has responded yet".into(),
        (going, 0) => format!("{going} going"),
        (going, maybe) => format!("{going} going, {maybe} maybe"),
    }
}

/// The three buttons of a response, with one's own pressed.
#[derive(Debug, Clone, Template)]
#[template(path = "hangouts/respond_row.html")]
pub struct RespondRow {
    action: String,
    my_answer: Option<Answer>,
    title: String,
    /// The page to come back to.
    back: String,
}

impl askama::filters::HtmlSafe for RespondRow {}

impl RespondRow {
    pub fn new(id: &HangoutId, title: &str, my_answer: Option<Answer>, back: impl Into<String>) -> Self {
        Self { action: urls::respond(id), my_answer, title: title.to_owned(), back: back.into() }
    }

    fn is(&self, answer: &str) -> bool {
        self.my_answer.is_some_and(|mine| mine.name() == answer)
    }
}

/// “23 people”.
pub fn people(count: u64) -> String {
    if count == 1 { "1 person".into() } else { counted(count, "people").trim_end_matches('s').to_owned() }
}
