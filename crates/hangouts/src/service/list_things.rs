//! What the groups and hangouts are now that somebody made, and the hangouts that they responded to.

use super::create_hangout::KIND as HANGOUT;
use crate::{
    keys,
    model::{Group, GroupId, Hangout, HangoutId, Membership},
    stored,
    tables::INVITER_TABLE,
    urls,
};
use async_trait::async_trait;
use jiff::Timestamp;
use kernel::UserId;
use std::collections::{BTreeMap, BTreeSet};
use store::Item;
use web::{
    Services,
    mine::{Asked, Mine, Part, Sight, State, Thing, Things},
};

const GROUP: &str = "group";

pub struct GroupsAndHangouts;

/// What a row names.
enum Named {
    Group(Group),
    Hangout(Box<Hangout>),
}

impl Named {
    fn of(mine: &Mine, row: Item) -> Option<Self> {
        if mine.kind == GROUP {
            stored::read::<Group>(row).filter(|group| group.deleted_at.is_none()).map(Self::Group)
        } else {
            stored::hangout(row)
                .filter(|hangout| hangout.deleted_at.is_none())
                .map(|hangout| Self::Hangout(Box::new(hangout)))
        }
    }

    /// The groups through which its maker may see it.
    fn groups(&self) -> Vec<GroupId> {
        match self {
            Self::Group(group) => vec![group.group_id.clone()],
            Self::Hangout(hangout) => hangout.group_ids.iter().cloned().collect(),
        }
    }
}

#[async_trait]
impl Things for GroupsAndHangouts {
    fn kinds(&self) -> &'static [&'static str] {
        &[GROUP, HANGOUT]
    }

    async fn look(&self, services: &Services, asked: Asked<'_>) -> store::Result<Vec<Sight>> {
        let key = |mine: &Mine| match mine.kind.as_str() {
            GROUP => mine.id.parse().ok().map(|id: GroupId| keys::group(&id)),
            _ => mine.id.parse().ok().map(|id: HangoutId| keys::hangout(&id)),
        };
        let rows = asked.read(services, &INVITER_TABLE, key).await?;
        let named: Vec<Option<Named>> =
            rows.map(|(_, mine, row)| row.and_then(|row| Named::of(mine, row))).collect();
        let groups: BTreeSet<GroupId> = named.iter().flatten().flat_map(Named::groups).collect();
        let memberships = stored::memberships_in(services, &groups, asked.user).await?;
        let now = services.clock.now();
        let sight = |(part, named): (Part, Option<Named>)| match named {
            None => Sight::Gone,
            Some(Named::Group(group)) => group_seen(group, &memberships),
            // What was made stays; what was answered goes once it is over.
            Some(Named::Hangout(hangout)) if part == Part::Answered && hangout.is_past(now) => Sight::Gone,
            Some(Named::Hangout(hangout)) => hangout_seen(*hangout, asked.user, &memberships, now),
        };
        Ok(asked.rows.iter().map(|(part, _)| *part).zip(named).map(sight).collect())
    }
}

fn group_seen(group: Group, memberships: &BTreeMap<GroupId, Membership>) -> Sight {
    if !memberships.contains_key(&group.group_id) {
        return Sight::Hidden;
    }
    let path = urls::group(&group.group_id);
    Sight::Here(Thing { title: group.name, path, state: State::Open, undecided_since: None, note: "" })
}

fn hangout_seen(
    hangout: Hangout,
    user: UserId,
    memberships: &BTreeMap<GroupId, Membership>,
    now: Timestamp,
) -> Sight {
    let mine = memberships.iter().filter(|(group, _)| hangout.group_ids.contains(group));
    let mine = mine.map(|(group, membership)| (group.clone(), membership.clone())).collect();
    if !hangout.standing(user, mine).sees {
        return Sight::Hidden;
    }
    let state = match hangout.is_past(now) {
        _ if hangout.cancelled => State::Closed,
        true => State::Expired,
        false => State::Open,
    };
    let path = urls::hangout(&hangout.hangout_id);
    let note = if hangout.cancelled { "Cancelled" } else { "" };
    Sight::Here(Thing { title: hangout.title, path, state, undecided_since: None, note })
}
