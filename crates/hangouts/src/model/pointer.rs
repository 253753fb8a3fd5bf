//! Pointers: the short copy of a hangout that each of its groups and invited people has, so that a list reads nothing else.
//!
//! A pointer comes into being in one place, [`Hangout::pointer_to`], as a function of the hangout alone. What a change of a hangout
//! means for all of its pointers is a [`Step`], which is a function of the hangout before and after.

use super::{Counts, GroupId, Hangout, HangoutId, hangout::millis};
use crate::keys;
use kernel::{Moment, UserId};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeSet, fmt, str::FromStr};

/// Whose list a hangout stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    Group(GroupId),
    User(UserId),
}

impl Target {
    pub fn group(self) -> Option<GroupId> {
        match self {
            Self::Group(group) => Some(group),
            Self::User(_) => None,
        }
    }
}

/// As it is stored: the partition that the pointer lies in.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&keys::of_target(*self))
    }
}

impl FromStr for Target {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, uuid::Error> {
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

/// A pointer as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pointer {
    pub hangout_id: HangoutId,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    #[serde(rename = "startTimestamp", with = "millis", default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Moment>,
    #[serde(rename = "endTimestamp", with = "millis", default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Moment>,
    pub cancelled: bool,
    pub created_by: UserId,
    pub created_at: Moment,
    pub going_count: u64,
    pub maybe_count: u64,
    pub not_going_count: u64,
    rev: u64,
    /// Private, so that nothing outside this module makes a pointer.
    gsi1pk: Target,
}

impl Pointer {
    pub fn target(&self) -> Target {
        self.gsi1pk
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
        let groups = self.group_ids.iter().copied().map(Target::Group);
        let people = self.invitee_ids.iter().copied().chain(alone.then_some(self.created_by));
        groups.chain(people.map(Target::User)).collect()
    }

    /// Returns whether it names no groups and no people, as one written by hand may.
    pub fn names_nobody(&self) -> bool {
        self.group_ids.is_empty() && self.invitee_ids.is_empty()
    }

    /// The projection: what the list of `target` shows of this hangout.
    pub fn pointer_to(&self, target: Target) -> Pointer {
        Pointer {
            hangout_id: self.hangout_id,
            title: self.title.clone(),
            location: self.location.clone(),
            start: self.start,
            end: self.end,
            cancelled: self.cancelled,
            created_by: self.created_by,
            created_at: self.created_at,
            going_count: self.going_count,
            maybe_count: self.maybe_count,
            not_going_count: self.not_going_count,
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
        let shows = |hangout: &Self| hangout.pointer_to(Target::User(hangout.created_by));
        let same = was == is && before.is_some_and(|before| shows(before) == shows(self));
        let nothing = same && self.leaving.is_empty();
        if let Some(before) = before.filter(|_| !same) {
            self.rev = before.rev + 1;
        }
        self.leaving.extend(was.difference(&is).copied());
        self.leaving.retain(|target| !is.contains(target));
        let joined = is.difference(&was).filter_map(|target| target.group()).collect();
        Step {
            hangout_id: self.hangout_id,
            puts: if nothing { Vec::new() } else { self.pointers().collect() },
            removes: self.leaving.iter().copied().collect(),
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
    use uuid::Uuid;

    fn group(id: u128) -> GroupId {
        GroupId(Uuid::from_u128(id))
    }

    fn user(id: u128) -> UserId {
        UserId(Uuid::from_u128(id))
    }

    fn supper(groups: &[u128], invited: &[u128]) -> Hangout {
        Hangout {
            title: "Supper".into(),
            group_ids: groups.iter().copied().map(group).collect(),
            invitee_ids: invited.iter().copied().map(user).collect(),
            ..Hangout::new(HangoutId(Uuid::from_u128(1)), user(9), Moment::default())
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
        alone.drop_target(Target::User(user(3)), Moment::default());
        assert!(alone.deleted_at.is_some());
        assert_eq!(alone.step_from(Some(&before)).removes.len(), 2);
    }

    #[test]
    fn a_target_reads_back_from_the_partition_it_names() {
        for target in [Target::Group(group(5)), Target::User(user(5))] {
            assert_eq!(target.to_string().parse(), Ok(target));
        }
    }
}
