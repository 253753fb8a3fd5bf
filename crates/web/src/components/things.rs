//! One of somebody's things, in a list.

use super::{Icon, html_safe, when};
use crate::{
    Zones,
    mine::{Listed, Part, State},
};
use askama::Template;
use jiff::Timestamp;

/// A row that leads to the thing.
#[derive(Debug, Clone, Template)]
#[template(
    source = r#"<div class="card snug linked row nowrap"><span class="disc c{{ look.colour }}">{{ look.icon }}</span><div class="grow"><b><a class="cover" href="{{ path }}"><bdi>{{ title }}</bdi></a></b><p class="meta">{{ about }}</p></div>{% if !state.is_empty() %}<span class="badge">{{ state }}</span>{% endif %}</div>"#,
    ext = "html"
)]
pub struct ThingRow {
    look: Look,
    path: String,
    title: String,
    /// “Poll, created Tuesday”.
    about: String,
    state: &'static str,
}

/// What kind a thing is, to a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    pub icon: Icon,
    /// The colour of its disc, 1 to 7.
    pub colour: u8,
    pub word: &'static str,
}

impl Look {
    pub fn of(kind: &str) -> Self {
        let (icon, colour, word) = match kind {
            "checklist" => (Icon::Checklist, 3, "Checklist"),
            "event" => (Icon::Calendar, 1, "Event"),
            "poll" => (Icon::Poll, 2, "Poll"),
            "ranked" => (Icon::Ranked, 5, "Ranked poll"),
            "hangout" => (Icon::Calendar, 4, "Hangout"),
            "group" => (Icon::Group, 6, "Group"),
            _ => (Icon::Info, 7, "Something else"),
        };
        Self { icon, colour, word }
    }
}

impl ThingRow {
    pub fn of(Listed { part, mine, thing }: &Listed, now: Timestamp, zones: &Zones) -> Self {
        let look = Look::of(&mine.kind);
        let did = match part {
            Part::Made => "created",
            Part::Answered => "answered",
        };
        Self {
            look,
            path: thing.path.clone(),
            title: thing.title.clone(),
            about: format!("{}, {did} {}", look.word, when::ago(mine.created_at, now, zones)),
            state: match thing.state {
                _ if !thing.note.is_empty() => thing.note,
                State::Open => "",
                State::Closed => "Closed",
                State::Expired => "Ended",
            },
        }
    }
}

html_safe!(ThingRow);
