//! The forms by which a share is created and edited. Each holds what was typed, prints itself, and says what it means in the fields
//! that the use cases take; creating is editing what is blank.

mod checklist;
mod event;
mod poll;

use crate::model::{Content, Entity, ShareableFields};
use checklist::ChecklistForm;
use event::EventForm;
use jiff::Timestamp;
use kernel::FieldError;
use poll::PollForm;
use std::fmt;
use web::{Errors, Fields, Problem, Zones, fields::Act};

/// The part of the form that is its kind's own.
pub trait ContentForm: fmt::Display + Send + Sync {
    /// What it means, where `stored` is what the share said before; or what in it cannot be read at all.
    fn meant(&self, stored: Option<&Content>, now: Timestamp) -> Result<ShareableFields, Vec<FieldError>>;
    /// Carries out what a button beside a row asks for. Nothing is stored.
    fn act(&mut self, _: &Act) {}
    /// Shows what was wrong, beside what it was wrong with.
    fn show(&mut self, errors: &Errors);
}

impl askama::filters::HtmlSafe for dyn ContentForm {}

pub type Form = Box<dyn ContentForm>;

pub fn blank(entity: Entity, zones: &Zones) -> Form {
    match entity {
        Entity::Checklist => Box::new(ChecklistForm::default()),
        Entity::Event => Box::new(EventForm::blank(zones)),
        Entity::Poll => Box::new(PollForm::blank(zones)),
    }
}

/// What a share says now.
pub fn of(content: &Content, zones: &Zones) -> Form {
    match content {
        Content::Checklist(checklist) => Box::new(ChecklistForm::of(checklist)),
        Content::Event(event) => Box::new(EventForm::of(event, zones)),
        Content::Poll(poll) => Box::new(PollForm::of(poll, zones)),
    }
}

/// What was typed.
pub fn read(entity: Entity, fields: &Fields) -> Result<Form, Problem> {
    Ok(match entity {
        Entity::Checklist => Box::new(ChecklistForm::read(fields)),
        Entity::Event => Box::new(fields.read::<EventForm>()?),
        Entity::Poll => Box::new(PollForm::read(fields)),
    })
}

/// What a hidden field holds.
fn held(value: Option<impl fmt::Display>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}
