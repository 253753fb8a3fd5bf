//! A hangout, and what its fields must be.

use super::{Answer, GroupId, HangoutId, Membership, PersonId, Pointer, Response, Target, Unannounced};
use jiff::Timestamp;
use kernel::{Checks, Moment, Open, Patch, UserId, Zone, check::tidy, zone::BadZone};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use web::outcome::Origin;

/// Groups and invited people of one hangout, together.
pub const MOST_TARGETS: usize = 1_000;
/// How a hangout is called that has no title.
pub(super) const UNTITLED: &str = "Untitled hangout";
const LONGEST_TITLE: usize = 200;
const LONGEST_LOCATION: usize = 200;
const LONGEST_DESCRIPTION: usize = 5_000;

/// How many said what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub going: u64,
    pub maybe: u64,
    pub not_going: u64,
}

impl Counts {
    /// The counts of these responses.
    pub fn of<'a>(responses: impl IntoIterator<Item = &'a Response>) -> Self {
        let mut counts = Self::default();
        for one in responses {
            match one.response {
                Open::Known(Answer::Going) => counts.going += 1,
                Open::Known(Answer::Maybe) => counts.maybe += 1,
                Open::Known(Answer::NotGoing) => counts.not_going += 1,
                Open::Other(_) => {}
            }
        }
        counts
    }
}

/// Which program wrote the row of a hangout, by what it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StoredAs {
    #[default]
    Ours,
    /// It does not say which groups have the hangout.
    Foreign,
}

/// A hangout as stored: the canonical record. All but its id may be absent from one that another program wrote. It is written by [`crate::pointers`] alone, which keeps its pointers in step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Hangout {
    pub hangout_id: HangoutId,
    #[serde(default = "untitled")]
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// Where it takes place, by the clock. One of another program may have none.
    #[serde(
        default,
        deserialize_with = "kernel::zone::if_readable",
        skip_serializing_if = "Option::is_none"
    )]
    pub time_zone: Option<Zone>,
    /// Absent while nobody knows when.
    #[serde(rename = "startTimestamp", with = "millis", default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Moment>,
    #[serde(rename = "endTimestamp", with = "millis", default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Moment>,
    #[serde(default)]
    pub group_ids: BTreeSet<GroupId>,
    #[serde(default)]
    pub invitee_ids: BTreeSet<PersonId>,
    /// Whether more groups may have it than it names: those whose pointers lead to it. So it is where another program wrote it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_pointers: bool,
    #[serde(default)]
    pub cancelled: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_by: Option<PersonId>,
    /// Whether the account that made it is gone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub creator_gone: bool,
    /// The poll that it was made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Moment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<Moment>,
    #[serde(default)]
    pub going_count: u64,
    #[serde(default)]
    pub maybe_count: u64,
    #[serde(default)]
    pub not_going_count: u64,
    /// When it was last moved to another time or place: responses from before are asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_at: Option<Moment>,
    /// When what calendars show of it was last changed, and how often that was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<Moment>,
    #[serde(default)]
    pub sequence: u64,
    /// When the responses were last counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_at: Option<Moment>,
    /// A change that people have not been told of yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unannounced: Option<Unannounced>,
    /// When people were last told of a change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announced_at: Option<Moment>,
    /// Counts edits; the `ETag`.
    #[serde(default)]
    pub version: u64,
    /// Counts changes of what pointers show.
    #[serde(default)]
    pub(super) rev: u64,
    /// Whose pointers may still be there and must go, while that is being done in the background.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(super) leaving: BTreeSet<Target>,
    #[serde(skip)]
    pub stored_as: StoredAs,
    /// Hidden from everyone from then on; what hangs on it is being removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Moment>,
}

/// What people say about a hangout, as a create, an edit or a form gives it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Details {
    pub title: Patch<String>,
    pub description: Patch<String>,
    pub location: Patch<String>,
    /// An IANA name.
    pub time_zone: Patch<String>,
    pub start: Patch<Moment>,
    pub end: Patch<Moment>,
}

/// How somebody stands to a hangout: the memberships by which they see it, and whether they were invited directly.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standing {
    /// Their memberships of the hangout's groups.
    pub memberships: BTreeMap<GroupId, Membership>,
    pub sees: bool,
    pub edits: bool,
}

fn untitled() -> String {
    UNTITLED.to_owned()
}

impl Hangout {
    pub fn new(hangout_id: HangoutId, created_by: UserId, now: Moment) -> Self {
        Self {
            hangout_id,
            title: String::new(),
            description: None,
            location: None,
            time_zone: None,
            start: None,
            end: None,
            group_ids: BTreeSet::new(),
            invitee_ids: BTreeSet::new(),
            by_pointers: false,
            cancelled: false,
            created_by: Some(created_by.into()),
            creator_gone: false,
            from: None,
            created_at: Some(now),
            updated_at: Some(now),
            going_count: 0,
            maybe_count: 0,
            not_going_count: 0,
            moved_at: None,
            changed_at: Some(now),
            sequence: 0,
            counted_at: None,
            unannounced: None,
            announced_at: None,
            version: 1,
            rev: 1,
            leaving: BTreeSet::new(),
            stored_as: StoredAs::Ours,
            deleted_at: None,
        }
    }

    pub fn rev(&self) -> u64 {
        self.rev
    }

    /// Changes what is said about it, and notes what is wrong with that.
    pub fn describe(&mut self, details: Details, checks: &mut Checks) {
        details.title.map(|title| tidy(&title)).change("title", &mut self.title, checks);
        checks.text("title", &self.title, LONGEST_TITLE);
        details.description.trimmed().change_optional(&mut self.description);
        checks.at_most("description", self.description.as_deref().unwrap_or_default(), LONGEST_DESCRIPTION);
        details.location.trimmed().change_optional(&mut self.location);
        if let Some(location) = &self.location {
            checks.text("location", location, LONGEST_LOCATION);
        }
        match details.time_zone {
            Patch::Keep => {}
            Patch::Clear => self.time_zone = None,
            Patch::Set(name) => match Zone::named(&name) {
                Some(zone) => self.time_zone = Some(zone),
                None => _ = checks.that(false, "timeZone", BadZone.to_string()),
            },
        }
        details.start.change_optional(&mut self.start);
        details.end.change_optional(&mut self.end);
        if details.start == Patch::Clear && !matches!(details.end, Patch::Set(_)) {
            self.end = None;
        }
        let ends_after = match (self.start, self.end) {
            (Some(start), Some(end)) => start < end,
            (None, Some(_)) => false,
            (_, None) => true,
        };
        checks.that(ends_after, "endTime", "This must be after the start.");
    }

    /// Notes where there is nobody it is for, or too many.
    pub fn check_targets(&self, checks: &mut Checks) {
        let targets = self.group_ids.len() + self.invitee_ids.len();
        checks.that(targets > 0, "groupIds", "Choose at least one group or invite someone.").that(
            targets <= MOST_TARGETS,
            "groupIds",
            "At most 1,000 groups and invited people.",
        );
    }

    /// The same on another day, as the new hangout `blank`: what was said stays, nobody has responded.
    #[must_use]
    pub fn copied(&self, blank: Self, start: Moment) -> Self {
        let lasts = self.start.zip(self.end).map(|(start, end)| start.duration_until(*end));
        Self {
            title: self.title.clone(),
            description: self.description.clone(),
            location: self.location.clone(),
            time_zone: self.time_zone.clone(),
            start: Some(start),
            end: lasts.map(|lasts| start.plus(lasts)),
            group_ids: self.group_ids.clone(),
            invitee_ids: self.invitee_ids.clone(),
            ..blank
        }
    }

    /// Whether it is over: an hour after its start where it has no end.
    pub fn is_past(&self, now: Timestamp) -> bool {
        self.end
            .or(self.start.map(|start| start.plus(jiff::SignedDuration::from_hours(1))))
            .is_some_and(|end| *end <= now)
    }

    pub fn counts(&self) -> Counts {
        Counts { going: self.going_count, maybe: self.maybe_count, not_going: self.not_going_count }
    }

    pub fn set_counts(&mut self, counts: Counts, now: Moment) {
        (self.going_count, self.maybe_count, self.not_going_count) =
            (counts.going, counts.maybe, counts.not_going);
        self.counted_at = Some(now);
    }

    /// Returns whether this person made it, whose account is still there.
    pub fn is_by(&self, person: &PersonId) -> bool {
        !self.creator_gone && self.created_by.as_ref() == Some(person)
    }

    /// Returns whether groups and people that it does not name may have it: those whose pointers lead to it.
    pub fn may_have_more_groups(&self) -> bool {
        self.by_pointers || self.stored_as == StoredAs::Foreign || self.names_nobody()
    }

    /// Takes over from a pointer whose list it stands in and, where another program wrote the hangout, what only the pointer says.
    pub fn adopt(&mut self, pointer: &Pointer) {
        match pointer.target() {
            Target::Group(group) => _ = self.group_ids.insert(group.clone()),
            Target::User(person) if self.is_by(person) => {}
            Target::User(person) => _ = self.invitee_ids.insert(person.clone()),
        }
        if self.stored_as == StoredAs::Ours {
            return;
        }
        if self.title == UNTITLED {
            self.title.clone_from(&pointer.title);
        }
        self.start = self.start.or(pointer.start);
        self.end = self.end.or(pointer.end);
        self.location = self.location.take().or_else(|| pointer.location.clone());
    }

    /// Takes a group or person off it. A hangout for nobody is deleted.
    pub fn drop_target(&mut self, target: &Target, now: Moment) {
        match target {
            Target::Group(group) => _ = self.group_ids.remove(group),
            Target::User(person) => {
                self.invitee_ids.remove(person);
                self.creator_gone |= self.created_by.as_ref() == Some(person);
            }
        }
        if self.names_nobody() && !self.by_pointers {
            self.deleted_at = Some(now);
        }
    }

    /// How somebody with these memberships of its groups stands to it. Its creator sees it through a group like everyone, or, when
    /// it has no group, as its creator.
    pub fn standing(&self, user: UserId, memberships: BTreeMap<GroupId, Membership>) -> Standing {
        let person = user.into();
        let alone = self.group_ids.is_empty() && self.is_by(&person);
        let sees = alone || !memberships.is_empty() || self.invitee_ids.contains(&person);
        let made = self.created_by.as_ref() == Some(&person) && (alone || !memberships.is_empty());
        let edits = made || memberships.values().any(Membership::is_owner);
        Standing { memberships, sees, edits }
    }
}

/// Times as the document's index wants them: a number of milliseconds.
pub(super) mod millis {
    use jiff::Timestamp;
    use kernel::Moment;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    #[expect(clippy::ref_option, reason = "serde gives it so")]
    pub fn serialize<S: Serializer>(time: &Option<Moment>, serializer: S) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_millisecond()).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Moment>, D::Error> {
        let millis = Option::<i64>::deserialize(deserializer)?;
        millis
            .map(|millis| Timestamp::from_millisecond(millis).map(Moment::from).map_err(de::Error::custom))
            .transpose()
    }
}
