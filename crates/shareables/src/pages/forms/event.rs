//! The form of an event: when, where, and who sees who is coming. Times are those of the place where it happens.

use super::optional;
use crate::{
    model::{Event, EventKind, Patch, RsvpVisibility, ShareableFields},
    pages::fields::Fields,
};
use askama::Template;
use kernel::{FieldError, Moment};
use web::{Errors, components::when};

#[derive(Debug, Clone, Template)]
#[template(path = "shareables/event_form.html")]
pub struct EventForm {
    start: String,
    end: String,
    zone: String,
    /// Whether the zone is nobody's choice yet, so that scripts may put the browser's.
    guess_zone: bool,
    is_virtual: bool,
    location: String,
    description: String,
    is_rsvp_required: bool,
    deadline: String,
    visibility: RsvpVisibility,
    pub errors: Errors,
}

const VISIBILITIES: [(&str, &str, RsvpVisibility); 3] = [
    ("everyone", "Everyone with the link", RsvpVisibility::Everyone),
    ("afterRsvp", "People who have answered", RsvpVisibility::AfterRsvp),
    ("adminOnly", "Only me", RsvpVisibility::AdminOnly),
];

impl EventForm {
    pub fn blank() -> Self {
        let event = Event { time_zone: "UTC".into(), ..Event::default() };
        Self { start: String::new(), guess_zone: true, ..Self::of(&event) }
    }

    pub fn of(event: &Event) -> Self {
        let zone = when::zone(&event.time_zone);
        let local = |at: Option<Moment>| at.map(|at| when::local(at, &zone)).unwrap_or_default();
        Self {
            start: local(Some(event.start_time)),
            end: local(event.end_time),
            zone: event.time_zone.clone(),
            guess_zone: false,
            is_virtual: event.kind == EventKind::Virtual,
            location: event.location.clone().unwrap_or_default(),
            description: event.description.clone().unwrap_or_default(),
            is_rsvp_required: event.is_rsvp_required,
            deadline: local(event.rsvp_deadline),
            visibility: event.rsvp_visibility,
            errors: Errors::default(),
        }
    }

    pub fn read(fields: &Fields) -> Self {
        let wanted = fields.text("rsvpVisibility");
        let visibility = VISIBILITIES.into_iter().find(|(name, ..)| *name == wanted);
        Self {
            start: fields.text("startTime"),
            end: fields.text("endTime"),
            zone: fields.text("timeZone"),
            guess_zone: false,
            is_virtual: fields.text("type") == "virtual",
            location: fields.text("location"),
            description: fields.text("description"),
            is_rsvp_required: fields.has("isRsvpRequired"),
            deadline: fields.text("rsvpDeadline"),
            visibility: visibility.map_or_else(RsvpVisibility::default, |(_, _, visibility)| visibility),
            errors: Errors::default(),
        }
    }

    pub fn meant(&self) -> Result<ShareableFields, Vec<FieldError>> {
        let mut errors = Vec::new();
        let mut time = |field: &str, text: &str| self.time(field, text, &mut errors);
        let fields = ShareableFields {
            start_time: time("startTime", &self.start),
            end_time: time("endTime", &self.end),
            rsvp_deadline: time("rsvpDeadline", &self.deadline),
            time_zone: Patch::Set(self.zone.clone()),
            kind: Patch::Set(if self.is_virtual { EventKind::Virtual } else { EventKind::InPerson }),
            location: optional(&self.location),
            description: optional(&self.description),
            is_rsvp_required: Patch::Set(self.is_rsvp_required),
            rsvp_visibility: Patch::Set(self.visibility),
            ..ShareableFields::default()
        };
        if errors.is_empty() { Ok(fields) } else { Err(errors) }
    }

    fn time(&self, field: &str, text: &str, errors: &mut Vec<FieldError>) -> Patch<Moment> {
        if text.trim().is_empty() {
            return Patch::Clear;
        }
        let read = when::read_local(text, &when::zone(&self.zone));
        if read.is_none() {
            errors.push(FieldError { field: field.into(), message: when::UNREADABLE.into() });
        }
        Patch::from(read)
    }

    fn zones(&self) -> impl Iterator<Item = (String, String)> {
        // A zone that is not on the list, such as one set by a program, must not be lost by editing.
        let own = std::iter::once((self.zone.clone(), self.zone.clone()));
        let listed: Vec<_> = when::zones().collect();
        let missing = !listed.iter().any(|(name, _)| *name == self.zone);
        own.filter(move |_| missing).chain(listed)
    }

    fn visibility(&self) -> &'static str {
        VISIBILITIES.iter().find(|(_, _, one)| *one == self.visibility).map_or("everyone", |(name, ..)| name)
    }

    fn visibilities() -> impl Iterator<Item = (&'static str, &'static str)> {
        VISIBILITIES.into_iter().map(|(name, words, _)| (name, words))
    }
}
