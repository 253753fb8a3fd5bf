//! A poll as forms hold it: the one that creates it, and its manager's.

use crate::{
    model::{Poll, PollSettings, ResultsVisibility},
    service::{create_poll::CreatePoll, edit_poll::EditPoll},
};
use jiff::{SignedDuration, Timestamp};
use kernel::{FieldError, Moment, Patch};
use serde::Deserialize;
use web::fields::row_of;

#[derive(Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PollForm {
    /// The version that the manager saw.
    pub version: u64,
    pub title: String,
    pub description: String,
    /// One per line. Where they are fixed, none are sent.
    pub candidates: Option<String>,
    pub ends: String,
    pub results_visibility: ResultsVisibility,
}

impl PollForm {
    pub fn of(poll: &Poll) -> Self {
        Self {
            version: poll.version,
            title: poll.title.clone(),
            description: poll.description.clone().unwrap_or_default(),
            candidates: Some(poll.candidates.join("\n")),
            ends: AS_IT_IS.into(),
            results_visibility: poll.settings.visibility(),
        }
    }

    fn candidates(&self) -> Option<Vec<String>> {
        self.candidates.as_deref().map(tally::candidates_from_lines)
    }

    /// The poll that it asks for.
    pub fn poll(&self, now: Timestamp) -> CreatePoll {
        CreatePoll {
            title: self.title.clone(),
            description: Some(self.description.clone()),
            candidates: self.candidates().unwrap_or_default(),
            expires_at: end_of(&self.ends, now),
            settings: Some(PollSettings { results_visibility: self.results_visibility }),
        }
    }

    /// The change that it asks for.
    pub fn edit(&self, now: Timestamp) -> EditPoll {
        let filled = EditPoll::from(self.poll(now));
        EditPoll {
            candidates: self.candidates().map_or(Patch::Keep, Patch::Set),
            expires_at: if self.ends == AS_IT_IS { Patch::Keep } else { filled.expires_at },
            ..filled
        }
    }

    /// A form has one field for all candidates.
    pub fn one_field(&self) -> impl Fn(FieldError) -> FieldError + use<> {
        let candidates = self.candidates().unwrap_or_default();
        move |error| match row_of(&error.field, "candidates").and_then(|(row, _)| candidates.get(row)) {
            Some(name) => {
                FieldError { field: "candidates".into(), message: format!("“{name}”: {}", error.message) }
            }
            None => error,
        }
    }
}

/// Leaves the end of voting as it is.
const AS_IT_IS: &str = "keep";

/// When voting may end by itself, and how many hours that is: no clock of ours knows the reader's zone, so it is told from now.
const ENDS: [(&str, &str, i64); 5] = [
    ("1h", "In an hour", 1),
    ("1d", "In a day", 24),
    ("3d", "In 3 days", 72),
    ("7d", "In a week", 168),
    ("30d", "In 30 days", 720),
];
const BY_HAND: (&str, &str) = ("", "When I close it");

/// The ends that a new poll is offered.
pub fn ends() -> impl Iterator<Item = (&'static str, &'static str)> {
    std::iter::once(BY_HAND).chain(ENDS.map(|(value, words, _)| (value, words)))
}

/// The ends that this poll is offered.
pub fn other_ends(poll: &Poll) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let as_it_is = if poll.expires_at.is_some() { "As it is now" } else { BY_HAND.1 };
    std::iter::once((AS_IT_IS, as_it_is)).chain(ends().filter(move |(_, words)| *words != as_it_is))
}

/// The time that one of [`ENDS`] means now; anything else means none.
fn end_of(choice: &str, now: Timestamp) -> Option<Moment> {
    let (_, _, hours) = ENDS.iter().find(|(value, ..)| *value == choice)?;
    Some(Moment::from(now).plus(SignedDuration::from_hours(*hours)))
}

/// Who sees results when, as a form offers it.
pub const VISIBILITIES: [(&str, &str); 3] = [
    ("always", "Everyone, as ballots come in"),
    ("afterVote", "People who have voted; everyone once it is closed"),
    ("afterClose", "Only me until it is closed"),
];
