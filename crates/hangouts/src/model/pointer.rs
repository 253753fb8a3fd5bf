//! Pointers: the short copy of a hangout that each of its groups and invited people has, so that a list reads nothing else.
//!
//! A pointer comes into being in one place, [`Hangout::pointer_to`], as a function of the hangout alone. What a change of a hangout
//! means for all of its pointers is a [`Step`], which is a function of the hangout before and after.

use super::{
    Counts, GroupId, Hangout, HangoutId, PersonId,
    hangout::{UNTITLED, millis},
};
use crate::keys;
use kernel::{BadId, Moment, Zone};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeSet, fmt, str::FromStr};
use uuid::Uuid;

/// Whose list a hangout stands in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    Group(GroupId),
    User(PersonId),
}

impl Target {
    pub fn group(&self) -> Option<&GroupId> {
        match self {
            Self::Group(group) => Some(group),
            Self::User(_) => None,
        }
    }
}

/// As it is stored: the partition that the pointer lies in.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&keys::of_target(self))
    }
}

impl FromStr for Target {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        match text.strip_prefix("USER#") {
            Some(user) => user.parse().map(Self::User),
            None => text.strip_prefix("GROUP#").unwrap_or(text).parse().map(Self::Group),
        }
    }
}

impl Serialize for Target {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        kernel::parsed(deserializer)
    }
}

/// A pointer as stored. All but its ids may be absent from one that another program wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pointer {
    pub hangout_id: HangoutId,
    #[serde(default = "untitled")]
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    #[serde(
        default,
        deserialize_with = "kernel::zone::if_readable",
        skip_serializing_if = "Option::is_none"
    )]
    pub time_zone: Option<Zone>,
    #[serde(rename = "startTimestamp", with = "millis", default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Moment>,
    #[serde(rename = "endTimestamp", with = "millis", default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Moment>,
    #[serde(default)]
    pub cancelled: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_by: Option<PersonId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Moment>,
    #[serde(default)]
    pub going_count: u64,
    #[serde(default)]
    pub maybe_count: u64,
    #[serde(default)]
    pub not_going_count: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_at: Option<Moment>,
    /// When what calendars show was last changed, and how often that was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<Moment>,
    #[serde(default)]
    pub sequence: u64,
    #[serde(default)]
    rev: u64,
    /// Private, so that nothing outside this module makes a pointer.
    gsi1pk: Target,
}

fn untitled() -> String {
    UNTITLED.to_owned()
}

impl Pointer {
    /// Attributes that a pointer may be without.
    pub const OPTIONAL: [&str; 8] = [
        "location",
        "timeZone",
        "startTimestamp",
        "endTimestamp",
        "createdBy",
        "createdAt",
        "movedAt",
        "changedAt",
    ];

    pub fn target(&self) -> &Target {
        &self.gsi1pk
    }

    pub fn counts(&self) -> Counts {
        Counts { going: self.going_count, maybe: self.maybe_count, not_going: self.not_going_count }
    }
}

/// What a change of a hangout means for its pointers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub hangout_id: HangoutId,
    pub puts: Vec<Pointer>,
    pub removes: Vec<Target>,
    /// Groups that have just been added: they must still be there.
    pub joined: Vec<GroupId>,
}

impl Hangout {
    /// Whose lists it stands in. Where it has no group, its creator has a pointer of their own.
    pub fn targets(&self) -> BTreeSet<Target> {
        if self.deleted_at.is_some() {
            return BTreeSet::new();
        }
        let alone = self.group_ids.is_empty() && !self.creator_gone;
        let groups = self.group_ids.iter().cloned().map(Target::Group);
        let maker = self.created_by.clone().filter(|_| alone);
        let people = self.invitee_ids.iter().cloned().chain(maker);
        groups.chain(people.map(Target::User)).collect()
    }

    /// Returns whether it names no groups and no people, as one written by hand may.
    pub fn names_nobody(&self) -> bool {
        self.group_ids.is_empty() && self.invitee_ids.is_empty()
    }

    /// The projection: what the list of `target` shows of this hangout.
    pub fn pointer_to(&self, target: Target) -> Pointer {
        Pointer {
            hangout_id: self.hangout_id.clone(),
            title: self.title.clone(),
            location: self.location.clone(),
            time_zone: self.time_zone.clone(),
            start: self.start,
            end: self.end,
            cancelled: self.cancelled,
            created_by: self.created_by.clone(),
            created_at: self.created_at,
            going_count: self.going_count,
            maybe_count: self.maybe_count,
            not_going_count: self.not_going_count,
            moved_at: self.moved_at,
            changed_at: self.changed_at,
            sequence: self.sequence,
            rev: self.rev,
            gsi1pk: target,
        }
    }

    /// Every pointer that there is to be.
    pub fn pointers(&self) -> impl Iterator<Item = Pointer> {
        self.targets().into_iter().map(|target| self.pointer_to(target))
    }

    /// Whose pointers may be there and must not be.
    pub fn leaving(&self) -> &BTreeSet<Target> {
        &self.leaving
    }

    /// All of them are gone.
    pub fn has_left(&mut self) {
        self.leaving.clear();
    }

    /// Takes note, on a hangout that is about to be stored, of what its pointers will need. `before` is what is stored now, if it is.
    /// A change that no list shows needs nothing.
    pub fn step_from(&mut self, before: Option<&Self>) -> Step {
        let (was, is) = (before.map(Self::targets).unwrap_or_default(), self.targets());
        let one = Target::Group(Uuid::nil().into());
        let shows = |hangout: &Self| hangout.pointer_to(one.clone());
        let same = was == is && before.is_some_and(|before| shows(before) == shows(self));
        let nothing = same && self.leaving.is_empty();
        if let Some(before) = before.filter(|_| !same) {
            self.rev = before.rev + 1;
        }
        self.leaving.extend(was.difference(&is).cloned());
        self.leaving.retain(|target| !is.contains(target));
        let joined = is.difference(&was).filter_map(Target::group).cloned().collect();
        Step {
            hangout_id: self.hangout_id.clone(),
            puts: if nothing { Vec::new() } else { self.pointers().collect() },
            removes: self.leaving.iter().cloned().collect(),
            joined,
        }
    }
}

impl Step {
    /// How many items it touches.
    pub fn len(&self) -> usize {
        self.puts.len() + self.removes.len() + self.joined.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::UserId;

    fn group(id: u128) -> GroupId {
        Uuid::from_u128(id).into()
    }

    fn user(id: u128) -> PersonId {
        Uuid::from_u128(id).into()
    }

    fn supper(groups: &[u128], invited: &[u128]) -> Hangout {
        Hangout {
            title: "Supper".into(),
            group_ids: groups.iter().copied().map(group).collect(),
            invitee_ids: invited.iter().copied().map(user).collect(),
            ..Hangout::new(Uuid::from_u128(1).into(), UserId(Uuid::from_u128(9)), Moment::default())
        }
    }

    #[test]
    fn a_change_that_lists_show_writes_every_pointer_and_another_writes_none() {
        let before = supper(&[1, 2], &[3]);
        let mut told = Hangout { description: Some("Bring a jumper".into()), ..before.clone() };
        assert!(told.step_from(Some(&before)).is_empty());
        assert_eq!(told.rev, before.rev);
        let mut renamed = Hangout { title: "Late supper".into(), ..before.clone() };
        let step = renamed.step_from(Some(&before));
        assert_eq!((step.puts.len(), step.removes.len(), renamed.rev), (3, 0, 2));
        assert!(step.puts.iter().all(|pointer| pointer.title == "Late supper" && pointer.rev == 2));
    }

    #[test]
    fn who_is_no_longer_asked_loses_the_pointer_and_is_remembered_until_it_is_gone() {
        let before = supper(&[1, 2], &[3]);
        let mut fewer =
            Hangout { group_ids: [group(1)].into(), invitee_ids: [user(4)].into(), ..before.clone() };
        let step = fewer.step_from(Some(&before));
        assert_eq!(step.removes, [Target::Group(group(2)), Target::User(user(3))]);
        assert_eq!(step.joined, []);
        let mut back = Hangout { group_ids: [group(1), group(2)].into(), ..fewer.clone() };
        let step = back.step_from(Some(&fewer));
        assert_eq!((step.removes, step.joined), (vec![Target::User(user(3))], vec![group(2)]));
    }

    #[test]
    fn a_hangout_without_groups_stands_in_its_creators_list_and_one_for_nobody_is_deleted() {
        let mut alone = supper(&[], &[3]);
        assert_eq!(alone.targets(), [Target::User(user(3)), Target::User(user(9))].into());
        assert_eq!(supper(&[1], &[3]).targets(), [Target::Group(group(1)), Target::User(user(3))].into());
        let before = alone.clone();
        alone.drop_target(&Target::User(user(3)), Moment::default());
        assert!(alone.deleted_at.is_some());
        assert_eq!(alone.step_from(Some(&before)).removes.len(), 2);
    }

    #[test]
    fn a_target_reads_back_from_the_partition_it_names() {
        let club = Target::Group("book club".parse().unwrap());
        for target in [Target::Group(group(5)), Target::User(user(5)), club] {
            assert_eq!(target.to_string().parse(), Ok(target));
        }
    }
}
