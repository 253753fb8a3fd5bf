//! The forms by which a share is created and edited. Each holds what was typed, prints itself, and says what it means in the fields
//! that the use cases take; creating is editing what is blank.

mod checklist;
mod event;
mod poll;

pub use checklist::ChecklistForm;
pub use event::EventForm;
pub use poll::PollForm;

use super::fields::{Act, Fields};
use crate::model::{Content, Entity, Patch, ShareableFields};
use jiff::Timestamp;
use kernel::FieldError;
use std::fmt;
use web::Errors;

/// The part of the form that is its kind's own.
#[derive(Debug, Clone)]
pub enum Form {
    Checklist(ChecklistForm),
    Event(EventForm),
    Poll(PollForm),
}

impl Form {
    pub fn blank(entity: Entity) -> Self {
        match entity {
            Entity::Checklist => Self::Checklist(ChecklistForm::default()),
            Entity::Event => Self::Event(EventForm::blank()),
            Entity::Poll => Self::Poll(PollForm::blank()),
        }
    }

    /// What a share says now.
    pub fn of(content: &Content) -> Self {
        match content {
            Content::Checklist(checklist) => Self::Checklist(ChecklistForm::of(checklist)),
            Content::Event(event) => Self::Event(EventForm::of(event)),
            Content::Poll(poll) => Self::Poll(PollForm::of(poll)),
        }
    }

    /// What was typed.
    pub fn read(entity: Entity, fields: &Fields) -> Self {
        match entity {
            Entity::Checklist => Self::Checklist(ChecklistForm::read(fields)),
            Entity::Event => Self::Event(EventForm::read(fields)),
            Entity::Poll => Self::Poll(PollForm::read(fields)),
        }
    }

    pub fn entity(&self) -> Entity {
        match self {
            Self::Checklist(_) => Entity::Checklist,
            Self::Event(_) => Entity::Event,
            Self::Poll(_) => Entity::Poll,
        }
    }

    /// What it means, where `stored` is what the share said before; or what in it cannot be read at all.
    pub fn meant(
        &self,
        stored: Option<&Content>,
        now: Timestamp,
    ) -> Result<ShareableFields, Vec<FieldError>> {
        match (self, stored) {
            (Self::Checklist(form), _) => Ok(form.meant()),
            (Self::Event(form), Some(Content::Event(stored))) => form.meant(Some(stored), now),
            (Self::Event(form), _) => form.meant(None, now),
            (Self::Poll(form), _) => form.meant(),
        }
    }

    /// Carries out what a button beside a row asks for. Nothing is stored.
    pub fn act(&mut self, act: Act) {
        match (self, act) {
            (Self::Checklist(form), Act::Change(change, place)) => change.among(&mut form.items, place.row),
            (Self::Poll(form), act) => form.act(act),
            (Self::Checklist(_) | Self::Event(_), _) => {}
        }
    }

    /// Shows what was wrong, beside what it was wrong with.
    pub fn show(&mut self, errors: &Errors) {
        match self {
            Self::Checklist(form) => form.show(errors),
            Self::Event(form) => form.errors = errors.clone(),
            Self::Poll(form) => form.show(errors),
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checklist(form) => form.fmt(f),
            Self::Event(form) => form.fmt(f),
            Self::Poll(form) => form.fmt(f),
        }
    }
}

impl askama::filters::HtmlSafe for Form {}

/// What a form says about a text that may be left out.
fn optional(text: &str) -> Patch<String> {
    Patch::from(Some(text.to_owned()))
}

/// What a hidden field holds.
fn held(value: Option<impl fmt::Display>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// The row that an error's field names, as in `items[3].name`, and what follows it.
fn row_of<'f>(field: &'f str, list: &str) -> Option<(usize, &'f str)> {
    let (row, rest) = field.strip_prefix(list)?.strip_prefix('[')?.split_once(']')?;
    Some((row.parse().ok()?, rest.strip_prefix('.').unwrap_or(rest)))
}

/// The same errors under the names that the form's fields have.
fn renamed(errors: &Errors, name: impl Fn(&str) -> Option<String>) -> Errors {
    let rename = |error: &FieldError| {
        let field = name(&error.field).unwrap_or_else(|| error.field.clone());
        FieldError { field, message: error.message.clone() }
    };
    Errors(errors.0.iter().map(rename).collect())
}
