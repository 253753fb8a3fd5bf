//! The form of an event: when, where, and who sees who is coming. Times are those of the place where it happens.

use super::ContentForm;
use crate::model::{Content, Event, EventKind, Patch, RsvpVisibility, ShareableFields};
use askama::Template;
use jiff::Timestamp;
use kernel::{FieldError, Moment, Open, Zone};
use serde::Deserialize;
use web::{Errors, Zones, components::when};

#[derive(Debug, Clone, Default, Deserialize, Template)]
#[serde(default, rename_all = "camelCase")]
#[template(path = "shareables/event_form.html")]
pub struct EventForm {
    start_time: String,
    end_time: String,
    time_zone: String,
    /// Whether the zone is nobody's choice yet, so that scripts may put the browser's.
    #[serde(skip)]
    guess_zone: bool,
    #[serde(rename = "type")]
    kind: EventKind,
    location: String,
    description: String,
    is_rsvp_required: bool,
    rsvp_deadline: String,
    rsvp_visibility: RsvpVisibility,
    #[serde(skip)]
    errors: Errors,
}

const PAST: &str = "This day has passed. Check the date and the year.";

const VISIBILITIES: [(&str, &str); 3] = [
    ("everyone", "Everyone with the link"),
    ("afterRsvp", "Everyone who has answered"),
    ("adminOnly", "Only the organiser"),
];

impl EventForm {
    pub fn blank(zones: &Zones) -> Self {
        Self { time_zone: zones.for_form().name().into(), guess_zone: zones.is_guess(), ..Self::default() }
    }

    pub fn of(event: &Event, zones: &Zones) -> Self {
        let zones = zones.thing(Zone::named(&event.time_zone));
        let zone = zones.for_form().clone();
        let local = |at: Option<Moment>| at.map(|at| when::local(at, &zone)).unwrap_or_default();
        Self {
            start_time: local(Some(event.start_time)),
            end_time: local(event.end_time),
            time_zone: zone.name().into(),
            kind: event.kind.known().unwrap_or_default(),
            location: event.location.clone().unwrap_or_default(),
            description: event.description.clone().unwrap_or_default(),
            is_rsvp_required: event.is_rsvp_required,
            rsvp_deadline: local(event.rsvp_deadline),
            rsvp_visibility: event.rsvp_visibility.known().unwrap_or(RsvpVisibility::AdminOnly),
            ..Self::default()
        }
    }

    fn time(&self, text: &str, before: Option<Moment>) -> Result<Patch<Moment>, &'static str> {
        let zone = when::zone(&self.time_zone);
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
        let own = std::iter::once((self.time_zone.clone(), self.time_zone.clone()));
        let listed: Vec<_> = when::zones().collect();
        let missing = !listed.iter().any(|(name, _)| *name == self.time_zone);
        own.filter(move |_| missing).chain(listed)
    }
}

/// What was chosen. A stored value that the form does not know, and shows as `shown`, stays unless another is chosen.
fn kept<T: Copy + PartialEq>(chosen: T, stored: Option<&Open<T>>, shown: T) -> Patch<T> {
    if stored.is_some_and(|stored| stored.known().is_none()) && chosen == shown {
        Patch::Keep
    } else {
        Patch::Set(chosen)
    }
}

impl ContentForm for EventForm {
    /// A time that was left as it is stays what it is, also in the hour that a clock change repeats.
    fn meant(&self, stored: Option<&Content>, now: Timestamp) -> Result<ShareableFields, Vec<FieldError>> {
        let mut errors = Vec::new();
        let stored = match stored {
            Some(Content::Event(stored))
                if stored.time_zone.is_empty() || stored.time_zone == self.time_zone =>
            {
                Some(stored)
            }
            _ => None,
        };
        let mut time = |field: &str, text: &str, before: Option<Moment>| match self.time(text, before) {
            Ok(time) => time,
            Err(message) => {
                errors.push(FieldError { field: field.into(), message: message.into() });
                Patch::Keep
            }
        };
        let fields = ShareableFields {
            start_time: time("startTime", &self.start_time, stored.map(|event| event.start_time)),
            end_time: time("endTime", &self.end_time, stored.and_then(|event| event.end_time)),
            rsvp_deadline: time(
                "rsvpDeadline",
                &self.rsvp_deadline,
                stored.and_then(|event| event.rsvp_deadline),
            ),
            time_zone: Patch::Set(self.time_zone.clone()),
            kind: kept(self.kind, stored.map(|event| &event.kind), EventKind::default()),
            location: Patch::Set(self.location.clone()),
            description: Patch::Set(self.description.clone()),
            is_rsvp_required: Patch::Set(self.is_rsvp_required),
            rsvp_visibility: kept(
                self.rsvp_visibility,
                stored.map(|event| &event.rsvp_visibility),
                RsvpVisibility::AdminOnly,
            ),
            ..ShareableFields::default()
        };
        if matches!(fields.start_time, Patch::Set(start) if start.plus_days(1) < now.into()) {
            errors.push(FieldError { field: "startTime".into(), message: PAST.into() });
        }
        if errors.is_empty() { Ok(fields) } else { Err(errors) }
    }

    fn show(&mut self, errors: &Errors) {
        self.errors = errors.clone();
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
            let form = EventForm::of(&event, &Zones::new(None, Zone::UTC));
            assert_eq!(form.start_time, "2026-10-25T01:30", "both are told alike");
            let mut saved = event.clone();
            saved.apply(
                form.meant(Some(&Content::Event(event.clone())), now).unwrap(),
                &mut kernel::Checks::new(),
            );
            assert_eq!(saved.start_time, event.start_time);
        }
    }

    #[test]
    fn a_day_that_has_passed_and_an_hour_that_is_skipped_are_refused() {
        let now = "2026-03-20T00:00:00Z".parse().unwrap();
        let wrong = |start: &str| {
            let form = EventForm {
                start_time: start.into(),
                time_zone: "Europe/Lisbon".into(),
                ..EventForm::blank(&Zones::new(None, Zone::UTC))
            };
            form.meant(None, now).err().map(|errors| errors[0].message.clone())
        };
        assert_eq!(wrong("2026-03-18T12:00").as_deref(), Some(PAST));
        assert_eq!(wrong("2026-03-29T01:30").as_deref(), Some(when::SKIPPED));
        assert_eq!(wrong("2026-03-19T12:00"), None, "yesterday may be a slip of the zone");
    }
}
