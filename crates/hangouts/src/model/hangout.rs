//! A hangout, and what its fields must be.

use super::{GroupId, HangoutId, Membership, Target, Unannounced};
use jiff::Timestamp;
use kernel::{Checks, Moment, Patch, UserId, check::tidy};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use web::outcome::Origin;

/// Groups and invited people of one hangout, together.
pub const MOST_TARGETS: usize = 1_000;
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

/// A hangout as stored: the canonical record. It is written by [`crate::pointers`] alone, which keeps its pointers in step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Hangout {
    pub hangout_id: HangoutId,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// Absent while nobody knows when.
    #[serde(rename = "startTimestamp", with = "millis", default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Moment>,
    #[serde(rename = "endTimestamp", with = "millis", default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Moment>,
    pub group_ids: BTreeSet<GroupId>,
    pub invitee_ids: BTreeSet<UserId>,
    pub cancelled: bool,
    pub created_by: UserId,
    /// Whether the account that made it is gone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub creator_gone: bool,
    /// The poll that it was made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
    pub created_at: Moment,
    pub updated_at: Moment,
    pub going_count: u64,
    pub maybe_count: u64,
    pub not_going_count: u64,
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
    pub version: u64,
    /// Counts changes of what pointers show.
    pub(super) rev: u64,
    /// Whose pointers may still be there and must go, while that is being done in the background.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(super) leaving: BTreeSet<Target>,
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

impl Hangout {
    pub fn new(hangout_id: HangoutId, created_by: UserId, now: Moment) -> Self {
        Self {
            hangout_id,
            title: String::new(),
            description: None,
            location: None,
            start: None,
            end: None,
            group_ids: BTreeSet::new(),
            invitee_ids: BTreeSet::new(),
            cancelled: false,
            created_by,
            creator_gone: false,
            from: None,
            created_at: now,
            updated_at: now,
            going_count: 0,
            maybe_count: 0,
            not_going_count: 0,
            counted_at: None,
            unannounced: None,
            announced_at: None,
            version: 1,
            rev: 1,
            leaving: BTreeSet::new(),
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

    /// Takes a group or person off it. A hangout for nobody is deleted.
    pub fn drop_target(&mut self, target: Target, now: Moment) {
        match target {
            Target::Group(group) => _ = self.group_ids.remove(&group),
            Target::User(user) => {
                self.invitee_ids.remove(&user);
                self.creator_gone |= user == self.created_by;
            }
        }
        if self.group_ids.is_empty() && self.invitee_ids.is_empty() {
            self.deleted_at = Some(now);
        }
    }

    /// How somebody with these memberships of its groups stands to it. Its creator sees it through a group like everyone, or, when
    /// it has no group, as its creator.
    pub fn standing(&self, user: UserId, memberships: BTreeMap<GroupId, Membership>) -> Standing {
        let alone = self.group_ids.is_empty() && self.created_by == user && !self.creator_gone;
        let sees = alone || !memberships.is_empty() || self.invitee_ids.contains(&user);
        let made = self.created_by == user && (alone || !memberships.is_empty());
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
