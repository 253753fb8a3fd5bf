//! What every kind of share has in common.

use super::{
    Access, Checklist, Event, EventSchedule, Poll, Role, ShareableFields, ShortId, fields::NAME, passcode,
};
use jiff::Timestamp;
use kernel::{Checks, Keyring, Moment, Rng, Sealed, UserId, keyring::DoesNotOpen};
use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut};
use utoipa::ToSchema;
use web::{changes::Unannounced, outcome::Origin};

/// How long an expired share is kept for its organiser.
const KEPT_DAYS: u32 = 365;
/// How long a poll with dates stays after the last of them.
const DAYS_AFTER_DATES: u32 = 7;
const HAS_PASSED: &str = "This time has passed already.";

/// The kinds of share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Entity {
    Checklist,
    Event,
    Poll,
}

kernel::named!(Entity: Checklist "checklist", Event "event", Poll "poll");

impl Entity {
    pub fn with_article(self) -> &'static str {
        match self {
            Self::Checklist => "a checklist",
            Self::Event => "an event",
            Self::Poll => "a poll",
        }
    }

    /// What it is called where a sentence begins.
    pub fn title(self) -> &'static str {
        match self {
            Self::Checklist => "Checklist",
            Self::Event => "Event",
            Self::Poll => "Poll",
        }
    }
}

/// A call about one kind of share that found another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("This is not {}.", .0.with_article())]
pub struct WrongKind(pub Entity);

impl kernel::Classify for WrongKind {
    fn class(&self) -> kernel::Class {
        kernel::Class::NotFound
    }
}

/// How many days a share lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Lifetime(u32);

impl Default for Lifetime {
    fn default() -> Self {
        Self::USUAL
    }
}

impl Lifetime {
    pub const CHOICES: [u32; 3] = [1, 7, 30];
    const USUAL: Self = Self(Self::CHOICES[1]);

    pub fn days(days: i64) -> Option<Self> {
        Self::CHOICES.into_iter().find(|choice| i64::from(*choice) == days).map(Self)
    }

    pub fn in_days(self) -> u32 {
        self.0
    }
}

/// A shareable as stored: the common part, whose fields are read as its own, and in the same item what is its kind's.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Shareable {
    #[serde(flatten)]
    pub common: Common,
    #[serde(flatten)]
    pub content: Content,
}

impl Deref for Shareable {
    type Target = Common;

    fn deref(&self) -> &Common {
        &self.common
    }
}

impl DerefMut for Shareable {
    fn deref_mut(&mut self) -> &mut Common {
        &mut self.common
    }
}

/// What shares of every kind have. Rows that other programs wrote have the attributes of the document alone, or fewer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Common {
    /// As the key says.
    #[serde(skip_deserializing)]
    pub short_id: ShortId,
    #[serde(default)]
    pub name: String,
    /// What its organiser is called.
    pub by: Option<String>,
    /// The account that it belongs to.
    pub owner_id: Option<UserId>,
    /// The poll that it was made from.
    pub from: Option<Origin>,
    pub view_passcode: Option<Sealed>,
    /// Absent in rows of other programs, which only a reset gives one.
    pub admin_passcode: Option<Sealed>,
    #[serde(default)]
    pub view_passcode_version: u64,
    #[serde(default)]
    pub admin_passcode_version: u64,
    #[serde(default)]
    pub expires_after: Lifetime,
    /// Absent, as are the times below, in rows of other programs until the first edit.
    pub created_at: Option<Moment>,
    pub updated_at: Option<Moment>,
    pub expires_at: Option<Moment>,
    /// Counts edits; what participants do leaves it alone.
    #[serde(default)]
    pub version: u64,
    /// When storage may forget it, in Unix seconds.
    pub ttl: Option<i64>,
    /// A change of an event that people have not been sent a message about, and when they were sent the last.
    pub unannounced: Option<Unannounced<EventSchedule>>,
    pub announced_at: Option<Moment>,
    /// Set while what hangs on it is being removed; to everyone it is gone already.
    pub deleted_at: Option<Moment>,
}

/// What is each kind's own.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "entity", rename_all = "camelCase")]
pub enum Content {
    Checklist(Checklist),
    Event(Event),
    Poll(Poll),
}

impl Content {
    pub fn entity(&self) -> Entity {
        match self {
            Self::Checklist(_) => Entity::Checklist,
            Self::Event(_) => Entity::Event,
            Self::Poll(_) => Entity::Poll,
        }
    }

    /// A share of this kind that says nothing yet.
    pub fn blank(entity: Entity) -> Self {
        match entity {
            Entity::Checklist => Self::Checklist(Checklist::default()),
            Entity::Event => Self::Event(Event::default()),
            Entity::Poll => Self::Poll(Poll::default()),
        }
    }

    /// Changes what `fields` speaks of, noting what is wrong with it.
    pub fn apply(&mut self, fields: ShareableFields, rng: &Rng, checks: &mut Checks) {
        fields.check_kind(self.entity(), checks);
        match self {
            Self::Checklist(checklist) => checklist.apply(fields, rng, checks),
            Self::Event(event) => event.apply(fields, checks),
            Self::Poll(poll) => poll.apply(fields, rng, checks),
        }
    }

    /// Notes what a new share may not say although an old one may: times that have passed already, or lie too far ahead.
    pub fn check_new(&self, now: Timestamp, checks: &mut Checks) {
        let ahead = |time: Option<Moment>| time.is_none_or(|time| *time > now);
        match self {
            Self::Checklist(_) => {}
            Self::Event(event) => {
                event.check_start(now, checks);
                checks.that(ahead(event.rsvp_deadline), "rsvpDeadline", HAS_PASSED);
            }
            Self::Poll(poll) => {
                checks.that(ahead(poll.closes_at), "closesAt", HAS_PASSED);
            }
        }
    }

    /// When the days of a share that is made or extended now begin to count: an event is not over before it has been.
    pub fn counted_from(&self, now: Timestamp) -> Moment {
        match self {
            Self::Event(event) => event.is_over_at().max(now.into()),
            Self::Checklist(_) | Self::Poll(_) => now.into(),
        }
    }

    /// Before this it does not expire.
    fn least_end(&self) -> Option<Moment> {
        let Self::Poll(poll) = self else { return None };
        Some(poll.last_date()?.plus_days(DAYS_AFTER_DATES))
    }

    /// The same content for a new share: open again, and without times that have passed.
    #[must_use]
    pub fn fresh(mut self, now: Timestamp) -> Self {
        match &mut self {
            Self::Checklist(_) => {}
            Self::Event(event) => {
                event.rsvp_deadline = event.rsvp_deadline.filter(|at| **at > now);
                (event.cancelled, event.cancelled_at, event.moved_at) = (false, None, None);
            }
            Self::Poll(poll) => {
                poll.reopen(now);
                poll.outcomes.clear();
            }
        }
        self
    }
}

impl Shareable {
    pub fn entity(&self) -> Entity {
        self.content.entity()
    }

    /// Lasts `lifetime` from now on; an event so long after its end.
    pub fn last(&mut self, lifetime: Lifetime, now: Timestamp) {
        self.expires_after = lifetime;
        self.end_at(self.would_end(lifetime, now));
    }

    /// When it expires if it is given `lifetime` now. A poll with dates stays for a week after the last of them.
    pub fn would_end(&self, lifetime: Lifetime, now: Timestamp) -> Moment {
        let end = self.content.counted_from(now).plus_days(lifetime.in_days());
        self.content.least_end().map_or(end, |least| least.max(end))
    }

    fn end_at(&mut self, at: Moment) {
        (self.expires_at, self.ttl) = (Some(at), Some(ttl(at)));
    }

    /// Makes it last as long as its dates need. Returns whether it has more time than before.
    pub fn reach_dates(&mut self) -> bool {
        let least = self.content.least_end().filter(|least| self.expires_at.is_some_and(|at| at < *least));
        if let Some(least) = least {
            self.end_at(least);
        }
        least.is_some()
    }

    /// Stamps an edit. A row of another program gets here the times that it lacks.
    pub fn stamp(&mut self, now: Moment) {
        self.updated_at = Some(now);
        self.created_at.get_or_insert(now);
        if self.expires_at.is_none() {
            self.last(self.expires_after, *now);
        }
    }

    /// Fills in what a row of another program leaves out and follows from the rest.
    pub fn complete(&mut self) {
        if self.name.is_empty() {
            self.name = format!("Unnamed {}", self.entity().name());
        }
        if self.expires_at.is_none()
            && let Some(created_at) = self.created_at
        {
            self.last(self.expires_after, *created_at);
        }
    }

    /// Whether someone may see the answers; `answered` tells whether they hold the code of one.
    pub fn shows_answers(&self, access: Access, answered: bool, now: Timestamp) -> bool {
        match &self.content {
            Content::Checklist(_) => true,
            Content::Event(event) => event.shows_rsvps(access, answered),
            Content::Poll(poll) => poll.shows_results(access, answered, now),
        }
    }

    /// Decrypts the viewing passcode. Returns `None` where there is none, and where no server sealed it.
    pub fn open_view_passcode(&self, keys: &Keyring) -> Result<Option<String>, DoesNotOpen> {
        passcode::open(keys, &self.short_id, Role::View, self.view_passcode.as_deref())
    }

    /// Decrypts the organiser passcode. Returns `None` where there is none, and where no server sealed it.
    pub fn open_admin_passcode(&self, keys: &Keyring) -> Result<Option<String>, DoesNotOpen> {
        passcode::open(keys, &self.short_id, Role::Admin, self.admin_passcode.as_deref())
    }

    pub fn checklist(&self) -> Result<&Checklist, WrongKind> {
        let Content::Checklist(list) = &self.content else { return Err(WrongKind(Entity::Checklist)) };
        Ok(list)
    }

    pub fn checklist_mut(&mut self) -> Result<&mut Checklist, WrongKind> {
        let Content::Checklist(list) = &mut self.content else { return Err(WrongKind(Entity::Checklist)) };
        Ok(list)
    }

    pub fn event(&self) -> Result<&Event, WrongKind> {
        let Content::Event(event) = &self.content else { return Err(WrongKind(Entity::Event)) };
        Ok(event)
    }

    pub fn event_mut(&mut self) -> Result<&mut Event, WrongKind> {
        let Content::Event(event) = &mut self.content else { return Err(WrongKind(Entity::Event)) };
        Ok(event)
    }

    pub fn poll(&self) -> Result<&Poll, WrongKind> {
        let Content::Poll(poll) = &self.content else { return Err(WrongKind(Entity::Poll)) };
        Ok(poll)
    }

    pub fn poll_mut(&mut self) -> Result<&mut Poll, WrongKind> {
        let Content::Poll(poll) = &mut self.content else { return Err(WrongKind(Entity::Poll)) };
        Ok(poll)
    }
}

impl Common {
    pub fn has_expired(&self, now: Timestamp) -> bool {
        self.expired_at(now).is_some()
    }

    /// When it expired, if it has.
    pub fn expired_at(&self, now: Timestamp) -> Option<Moment> {
        self.expires_at.filter(|at| **at <= now)
    }

    pub fn passcode_version(&self, role: Role) -> u64 {
        match role {
            Role::View => self.view_passcode_version,
            Role::Admin => self.admin_passcode_version,
        }
    }

    /// Changes the names where `fields` speaks of them.
    pub fn apply_names(&mut self, fields: &mut ShareableFields, checks: &mut Checks) {
        std::mem::take(&mut fields.name).trimmed().change("name", &mut self.name, checks);
        std::mem::take(&mut fields.by).trimmed().change_optional(&mut self.by);
        checks.text("name", &self.name, NAME);
        checks.optional_text("by", self.by.as_deref(), NAME);
    }
}

/// When storage may forget a share that expires at `expires_at`.
pub fn ttl(expires_at: Moment) -> i64 {
    expires_at.plus_days(KEPT_DAYS).as_second()
}

/// A version for a new passcode: the time in milliseconds, and always more than the one before.
pub fn next_passcode_version(now: Timestamp, before: u64) -> u64 {
    u64::try_from(now.as_millisecond()).unwrap_or(0).max(before + 1)
}

/// Reads a lifetime as asked for; what is none is noted.
pub fn check_lifetime(days: Option<i64>, checks: &mut Checks) -> Lifetime {
    let lifetime = days.and_then(Lifetime::days);
    checks.that(lifetime.is_some(), "expiresAfter", "Choose 1, 7 or 30 days.");
    lifetime.unwrap_or(Lifetime::USUAL)
}
