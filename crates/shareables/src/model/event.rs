//! Events: where and when, and who is coming.

use super::{
    Access, Said, ShareableFields,
    fields::{NAME, NOTE},
};
use jiff::Timestamp;
use kernel::{Checks, FieldError, Moment, Open, Zone, check::trimmed};
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// The most guests one person brings.
pub const GUESTS: i64 = 20;
const LOCATION: usize = 500;
const RSVP_NOTE: usize = 300;
/// How far ahead an event may start.
const DAYS_AHEAD: u32 = 731;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum EventKind {
    #[default]
    InPerson,
    /// The document spells it with a capital.
    #[serde(alias = "Virtual")]
    Virtual,
}

/// Who sees who is coming.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum RsvpVisibility {
    #[default]
    Everyone,
    AfterRsvp,
    AdminOnly,
}

kernel::named!(RsvpVisibility: Everyone "everyone", AfterRsvp "afterRsvp", AdminOnly "adminOnly");

/// The part of a shareable that is an event's own.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    pub start_time: Moment,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_time: Option<Moment>,
    /// An IANA name. Empty in rows of other programs.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub time_zone: String,
    /// `inPerson` or `virtual`; other programs may write others.
    #[serde(rename = "type", default)]
    #[schema(value_type = String, required = true)]
    pub kind: Open<EventKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default)]
    #[schema(required = true)]
    pub is_rsvp_required: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rsvp_deadline: Option<Moment>,
    /// `everyone`, `afterRsvp` or `adminOnly`; another value shows answers to the organiser alone.
    #[serde(default)]
    #[schema(value_type = String, required = true)]
    pub rsvp_visibility: Open<RsvpVisibility>,
    /// Whether it does not take place.
    #[serde(default)]
    pub cancelled: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancelled_at: Option<Moment>,
    /// When its time or place changed last: replies from before are marked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved_at: Option<Moment>,
}

/// The part of an event whose changes people are sent messages about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EventSchedule {
    pub start: Moment,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<Moment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    #[serde(default)]
    pub cancelled: bool,
}

impl EventSchedule {
    /// Returns whether people who knew it as `was` know another time or place. What is added says more and moves nothing.
    pub fn is_moved_from(&self, was: &Self) -> bool {
        let ends_else = was.end.is_some() && was.end != self.end;
        let is_elsewhere = was.location.is_some() && was.location != self.location;
        self.start != was.start || ends_else || is_elsewhere
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Response {
    Going,
    Maybe,
    NotGoing,
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

kernel::named!(Response: Going "going", Maybe "maybe", NotGoing "notGoing");

pub type Rsvp = Said<Reply>;

/// Whether one person is coming.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reply {
    #[serde(default)]
    #[schema(required = true)]
    pub name: String,
    /// `going`, `maybe` or `notGoing`; another value counts as none of them.
    #[schema(value_type = String)]
    pub response: Open<Response>,
    /// Extra people.
    #[serde(default)]
    #[schema(required = true)]
    pub guest_count: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// An answer as filled in.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RsvpFields {
    #[schema(max_length = 200, min_length = 1)]
    pub name: String,
    pub response: Response,
    /// Extra people, 0 to 20.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 20)]
    pub guest_count: i64,
    #[schema(max_length = 300)]
    pub note: Option<String>,
}

/// How many said what; `guests` are the extra people of those going.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RsvpSummary {
    pub going: u32,
    pub maybe: u32,
    pub not_going: u32,
    pub guests: u32,
}

impl Event {
    pub fn apply(&mut self, fields: ShareableFields, checks: &mut Checks) {
        fields.start_time.change("startTime", &mut self.start_time, checks);
        fields.end_time.change_optional(&mut self.end_time);
        fields.time_zone.trimmed().change("timeZone", &mut self.time_zone, checks);
        fields.kind.map(Open::from).change("type", &mut self.kind, checks);
        fields.location.trimmed().change_optional(&mut self.location);
        fields.description.trimmed().change_optional(&mut self.description);
        fields.is_rsvp_required.change("isRsvpRequired", &mut self.is_rsvp_required, checks);
        fields.rsvp_deadline.change_optional(&mut self.rsvp_deadline);
        fields.cancelled.change("cancelled", &mut self.cancelled, checks);
        fields.rsvp_visibility.map(Open::from).change("rsvpVisibility", &mut self.rsvp_visibility, checks);
        self.check(checks);
    }

    fn check(&mut self, checks: &mut Checks) {
        let ends_later = self.end_time.is_none_or(|end| end > self.start_time);
        checks.that(ends_later, "endTime", "The end must be after the start.");
        // Rows of other programs have none.
        if !self.time_zone.is_empty() {
            match self.time_zone.parse::<Zone>() {
                // Others who read the name want it spelt as the zone is, whatever was typed.
                Ok(zone) => zone.name().clone_into(&mut self.time_zone),
                Err(error) => _ = checks.that(false, "timeZone", error.to_string()),
            }
        }
        checks.optional("location", self.location.as_deref(), LOCATION);
        checks.optional("description", self.description.as_deref(), NOTE);
    }

    /// Notes a start that lies too far ahead.
    pub fn check_start(&self, now: Timestamp, checks: &mut Checks) {
        let latest = Moment::from(now).plus_days(DAYS_AHEAD);
        checks.that(self.start_time <= latest, "startTime", "An event starts at most two years from now.");
    }

    /// What people call the zone.
    pub fn zone_words(&self) -> String {
        web::components::when::zone_words(&web::components::when::zone(&self.time_zone), *self.start_time)
    }

    pub fn is_in_person(&self) -> bool {
        !self.kind.is(&EventKind::Virtual)
    }

    pub fn is_over_at(&self) -> Moment {
        self.end_time.unwrap_or(self.start_time)
    }

    /// Whether answers can still be given or changed.
    pub fn takes_rsvps(&self, now: Timestamp) -> bool {
        !self.cancelled && self.rsvp_deadline.is_none_or(|deadline| *deadline > now)
    }

    pub fn schedule(&self) -> EventSchedule {
        EventSchedule {
            start: self.start_time,
            end: self.end_time,
            location: self.location.clone(),
            cancelled: self.cancelled,
        }
    }

    pub fn set_schedule(&mut self, schedule: EventSchedule) {
        let EventSchedule { start, end, location, cancelled } = schedule;
        (self.start_time, self.end_time, self.location, self.cancelled) = (start, end, location, cancelled);
    }

    /// Returns whether a reply was given before the event was moved.
    pub fn is_outdated(&self, rsvp: &Rsvp) -> bool {
        let given = rsvp.updated_at.or(rsvp.created_at);
        self.moved_at.is_some_and(|moved| given.is_some_and(|given| given < moved))
    }

    /// Whether someone may see who is coming; `answered` tells whether they hold the code of an answer.
    pub fn shows_rsvps(&self, access: Access, answered: bool) -> bool {
        match self.rsvp_visibility.known() {
            _ if access.is_admin() => true,
            Some(RsvpVisibility::Everyone) => true,
            Some(RsvpVisibility::AfterRsvp) => answered,
            Some(RsvpVisibility::AdminOnly) | None => false,
        }
    }
}

impl RsvpFields {
    pub fn accept(self) -> Result<Reply, Vec<FieldError>> {
        let mut checks = Checks::new();
        let guests = u32::try_from(self.guest_count).ok().filter(|_| self.guest_count <= GUESTS);
        let note = trimmed(self.note);
        checks.text("name", &self.name, NAME);
        checks.that(guests.is_some(), "guestCount", format!("From 0 to {GUESTS} guests."));
        checks.optional("note", note.as_deref(), RSVP_NOTE);
        checks.done()?;
        let (name, guest_count) = (self.name.trim().to_owned(), guests.unwrap_or(0));
        Ok(Reply { name, response: self.response.into(), guest_count, note })
    }
}

impl RsvpSummary {
    pub fn of<'a>(rsvps: impl IntoIterator<Item = &'a Rsvp>) -> Self {
        let mut summary = Self::default();
        for rsvp in rsvps {
            match rsvp.response.known() {
                Some(Response::Going) => {
                    summary.going += 1;
                    summary.guests = summary.guests.saturating_add(rsvp.guest_count);
                }
                Some(Response::Maybe) => summary.maybe += 1,
                Some(Response::NotGoing) => summary.not_going += 1,
                None => {}
            }
        }
        summary
    }

    pub fn answers(&self) -> usize {
        [self.going, self.maybe, self.not_going].into_iter().map(|count| count as usize).sum()
    }
}
