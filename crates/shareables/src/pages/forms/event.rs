//! The form of an event: when, where, and who sees who is coming. Times are those of the place where it happens.

use super::optional;
use crate::{
    model::{Event, EventKind, Patch, RsvpVisibility, ShareableFields},
    pages::fields::Fields,
};
use askama::Template;
use jiff::Timestamp;
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

const PAST: &str = "This day has passed. Check the date and the year.";

const VISIBILITIES: [(&str, &str); 3] = [
    ("everyone", "Everyone with the link"),
    ("afterRsvp", "Everyone who has answered"),
    ("adminOnly", "Only the organiser"),
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
            visibility: RsvpVisibility::of_name(&fields.text("rsvpVisibility")).unwrap_or_default(),
            errors: Errors::default(),
        }
    }

    /// `stored` is what the event said before: a time that was left as it is stays what it is, also in the hour that a clock change
    /// repeats.
    pub fn meant(&self, stored: Option<&Event>, now: Timestamp) -> Result<ShareableFields, Vec<FieldError>> {
        let mut errors = Vec::new();
        let stored = stored.filter(|stored| stored.time_zone == self.zone);
        let mut time = |field: &str, text: &str, before: Option<Moment>| match self.time(text, before) {
            Ok(time) => time,
            Err(message) => {
                errors.push(FieldError { field: field.into(), message: message.into() });
                Patch::Keep
            }
        };
        let fields = ShareableFields {
            start_time: time("startTime", &self.start, stored.map(|event| event.start_time)),
            end_time: time("endTime", &self.end, stored.and_then(|event| event.end_time)),
            rsvp_deadline: time("rsvpDeadline", &self.deadline, stored.and_then(|event| event.rsvp_deadline)),
            time_zone: Patch::Set(self.zone.clone()),
            kind: Patch::Set(if self.is_virtual { EventKind::Virtual } else { EventKind::InPerson }),
            location: optional(&self.location),
            description: optional(&self.description),
            is_rsvp_required: Patch::Set(self.is_rsvp_required),
            rsvp_visibility: Patch::Set(self.visibility),
            ..ShareableFields::default()
        };
        if matches!(fields.start_time, Patch::Set(start) if start.plus_days(1) < now.into()) {
            errors.push(FieldError { field: "startTime".into(), message: PAST.into() });
        }
        if errors.is_empty() { Ok(fields) } else { Err(errors) }
    }

    fn time(&self, text: &str, before: Option<Moment>) -> Result<Patch<Moment>, &'static str> {
        let zone = when::zone(&self.zone);
        if text.trim().is_empty() {
            return Ok(Patch::Clear);
        }
        if before.is_some_and(|before| when::local(before, &zone) == text.trim()) {
            return Ok(Patch::Keep);
        }
        when::read_local_time(text, &zone).map(Patch::Set)
    }

    fn zones(&self) -> impl Iterator<Item = (String, String)> {
        // A zone that is not on the list, such as one set by a program, must not be lost by editing.
        let own = std::iter::once((self.zone.clone(), self.zone.clone()));
        let listed: Vec<_> = when::zones().collect();
        let missing = !listed.iter().any(|(name, _)| *name == self.zone);
        own.filter(move |_| missing).chain(listed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saving_an_event_in_the_repeated_hour_of_a_clock_change_leaves_it_where_it_is() {
        let (now, lisbon) = ("2026-10-01T00:00:00Z".parse().unwrap(), "Europe/Lisbon");
        for start in ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"] {
            let event =
                Event { start_time: start.parse().unwrap(), time_zone: lisbon.into(), ..Event::default() };
            let form = EventForm::of(&event);
            assert_eq!(form.start, "2026-10-25T01:30", "both are told alike");
            let mut saved = event.clone();
            saved.apply(form.meant(Some(&event), now).unwrap(), &mut kernel::Checks::new());
            assert_eq!(saved.start_time, event.start_time);
        }
    }

    #[test]
    fn a_day_that_has_passed_and_an_hour_that_is_skipped_are_refused() {
        let now = "2026-03-20T00:00:00Z".parse().unwrap();
        let wrong = |start: &str| {
            let form = EventForm { start: start.into(), zone: "Europe/Lisbon".into(), ..EventForm::blank() };
            form.meant(None, now).err().map(|errors| errors[0].message.clone())
        };
        assert_eq!(wrong("2026-03-18T12:00").as_deref(), Some(PAST));
        assert_eq!(wrong("2026-03-29T01:30").as_deref(), Some(when::SKIPPED));
        assert_eq!(wrong("2026-03-19T12:00"), None, "yesterday may be a slip of the zone");
    }
}
