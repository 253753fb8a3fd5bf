//! Key shapes and named access patterns, numbered as in `docs/design/hangouts.md`. Nothing else builds a key.

use crate::{
    model::{Direction, GroupId, HangoutId, InviteId, PersonId, Target, Watermark},
    tables::{ENTITY_TIME_INDEX, INVITER_TABLE, USER_GROUP_INDEX},
};
use jiff::Timestamp;
use kernel::{Moment, UserId};
use std::str::FromStr;
use store::{Comparison, Item, Key, Query, View};
use web::system::SYSTEM;

pub const METADATA: &str = "METADATA";
const HANGOUT: &str = "HANGOUT#";
const USER: &str = "USER#";
const INVITE: &str = "INVITE#";
const LEFT: &str = "LEFT#";

fn of_group(group: &GroupId) -> String {
    format!("GROUP#{group}")
}

fn of_user(user: impl Into<PersonId>) -> String {
    format!("{USER}{}", user.into())
}

fn of_hangout(hangout: &HangoutId) -> String {
    format!("EVENT#{hangout}")
}

/// The partition that a pointer lies in, which is also its `gsi1pk`.
pub fn of_target(target: &Target) -> String {
    match target {
        Target::Group(group) => of_group(group),
        Target::User(person) => of_user(person),
    }
}

/// AP1: a group's feed, newest first: hangout ids sort by the time they were made.
pub fn feed_of(group: &GroupId) -> Query {
    Query::table(&INVITER_TABLE, of_group(group)).begins_with(HANGOUT).reverse()
}

/// AP2: the groups of a user.
pub fn groups_of(user: impl Into<PersonId>) -> Query {
    Query::index(&INVITER_TABLE, USER_GROUP_INDEX, of_user(user))
}

/// AP3: the hangouts of a user or group by time, from where a list has come to.
pub fn by_time(target: &Target, direction: Direction, after: &Watermark) -> Query {
    let query = Query::index(&INVITER_TABLE, ENTITY_TIME_INDEX, of_target(target));
    match (direction, after.has_ties()) {
        (Direction::Upcoming, false) => query.compare(Comparison::Greater, after.millis()),
        (Direction::Upcoming, true) => query.compare(Comparison::GreaterOrEqual, after.millis()),
        (Direction::Past, false) => query.compare(Comparison::Less, after.millis()).reverse(),
        (Direction::Past, true) => query.compare(Comparison::LessOrEqual, after.millis()).reverse(),
    }
}

/// AP4: a hangout by its id.
pub fn hangout(id: &HangoutId) -> Key {
    Key::new(of_hangout(id), METADATA)
}

/// AP5: the pointer to a hangout that a group or user has.
pub fn pointer(target: &Target, id: &HangoutId) -> Key {
    Key::new(of_target(target), format!("{HANGOUT}{id}"))
}

/// AP6: a group by its id.
pub fn group(id: &GroupId) -> Key {
    Key::new(of_group(id), METADATA)
}

/// AP7: a user's membership of a group.
pub fn membership(group: &GroupId, user: impl Into<PersonId>) -> Key {
    Key::new(of_group(group), of_user(user))
}

/// AP8: the members of a group.
pub fn members_of(group: &GroupId) -> Query {
    Query::table(&INVITER_TABLE, of_group(group)).begins_with(USER)
}

/// AP9: an invite link, by the hash of its secret.
pub fn invite(group: &GroupId, id: &InviteId) -> Key {
    Key::new(of_group(group), format!("{INVITE}{id}"))
}

/// AP10: the invite links of a group.
pub fn invites_of(group: &GroupId) -> Query {
    Query::table(&INVITER_TABLE, of_group(group)).begins_with(INVITE)
}

/// AP17: that a user was removed from a group.
pub fn removal(group: &GroupId, user: impl Into<PersonId>) -> Key {
    Key::new(of_group(group), format!("{LEFT}{}", user.into()))
}

/// AP18: everyone who was removed from a group, for its deletion.
pub fn removals_of(group: &GroupId) -> Query {
    Query::table(&INVITER_TABLE, of_group(group)).begins_with(LEFT)
}

/// The `gsi1pk` of a removal. Not `USER#…`: that partition of the index holds memberships only.
pub fn removed(user: impl Into<PersonId>) -> String {
    format!("REMOVED#{}", user.into())
}

/// AP19: the groups that a user was removed from, for the account's export and deletion.
pub fn removals_from(user: impl Into<PersonId>) -> Query {
    Query::index(&INVITER_TABLE, USER_GROUP_INDEX, removed(user))
}

/// AP11: one person's response to a hangout.
pub fn response(hangout: &HangoutId, user: impl Into<PersonId>) -> Key {
    Key::new(of_hangout(hangout), of_user(user))
}

/// The response whose sort key this is.
pub fn response_named(hangout: &HangoutId, sk: &str) -> Option<Key> {
    sk.starts_with(USER).then(|| Key::new(of_hangout(hangout), sk))
}

/// AP12: the responses to a hangout.
pub fn responses_of(hangout: &HangoutId) -> Query {
    Query::table(&INVITER_TABLE, of_hangout(hangout)).begins_with(USER)
}

/// The `gsi1pk` of a response. Not `USER#…`: that partition of the index holds hangouts only.
pub fn responder(user: impl Into<PersonId>) -> String {
    format!("RESPONDER#{}", user.into())
}

/// AP13: everything that a user has responded to, for the account's export, rename and deletion.
pub fn responses_by(user: impl Into<PersonId>) -> Query {
    Query::index(&INVITER_TABLE, ENTITY_TIME_INDEX, responder(user))
}

/// AP14: a user's own pointers, by the table: what hangs on an account when it goes.
pub fn pointers_of(user: impl Into<PersonId>) -> Query {
    Query::table(&INVITER_TABLE, of_user(user)).begins_with(HANGOUT)
}

fn of_hour(hour: Timestamp) -> String {
    format!("REMIND#{hour}")
}

/// AP15: that a hangout begins in this hour, so that people are reminded of it.
pub fn reminder(hour: Timestamp, hangout: &HangoutId) -> Key {
    Key::new(of_hour(hour), hangout.to_string())
}

/// AP16: the hangouts that were to begin in this hour.
pub fn reminders_of(hour: Timestamp) -> Query {
    Query::table(&SYSTEM, of_hour(hour))
}

/// AP17: a message of `by` that waits, cancellations before others, then by time.
pub fn waiting(by: UserId, is_cancellation: bool, since: Moment, announcement: &str) -> Key {
    let order = u8::from(!is_cancellation);
    Key::new(of_queue(by), format!("{order}#{since}#{announcement}"))
}

/// AP18: the messages of `by` that wait, in the order in which they go out.
pub fn waiting_of(by: UserId) -> Query {
    Query::table(&SYSTEM, of_queue(by))
}

fn of_queue(by: UserId) -> String {
    format!("WAITING#{by}")
}

/// AP19: how many messages of `by` went out in the last hour.
pub fn released(by: UserId) -> Key {
    Key::new(format!("NOTIFIED#{by}"), "HOUR")
}

/// What an item of the table is, told by its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    Group(GroupId),
    Member(GroupId, PersonId),
    Invite(GroupId),
    Removal(GroupId, PersonId),
    Pointer(Target, HangoutId),
    Hangout(HangoutId),
    Response(HangoutId, PersonId),
}

impl Kind {
    pub fn of(pk: &str, sk: &str) -> Option<Self> {
        if let Some(group) = after(pk, "GROUP#") {
            return match () {
                () if sk == METADATA => Some(Self::Group(group)),
                () if sk.starts_with(INVITE) => Some(Self::Invite(group)),
                () => {
                    let pointer =
                        || after(sk, HANGOUT).map(|id| Self::Pointer(Target::Group(group.clone()), id));
                    let removal = || after(sk, LEFT).map(|person| Self::Removal(group.clone(), person));
                    let member = || after(sk, USER).map(|person| Self::Member(group.clone(), person));
                    member().or_else(removal).or_else(pointer)
                }
            };
        }
        if let Some(hangout) = after(pk, "EVENT#") {
            if sk == METADATA {
                return Some(Self::Hangout(hangout));
            }
            return after(sk, USER).map(|person| Self::Response(hangout, person));
        }
        Some(Self::Pointer(Target::User(after(pk, USER)?), after(sk, HANGOUT)?))
    }

    pub fn of_row(row: &Item) -> Option<Self> {
        let text = |name| row.get(name).and_then(View::as_str).unwrap_or_default();
        Self::of(text("PK"), text("SK"))
    }
}

fn after<T: FromStr>(text: &str, prefix: &str) -> Option<T> {
    text.strip_prefix(prefix)?.parse().ok()
}

/// The row with the ids that its key names, which are the ones that count. Another program need not repeat them as attributes.
pub fn named(row: Item) -> Item {
    let kind = Kind::of_row(&row);
    let ids: &[(&str, String)] = &match kind {
        Some(Kind::Group(group) | Kind::Invite(group)) => vec![("groupId", group.to_string())],
        Some(Kind::Member(group, user) | Kind::Removal(group, user)) => {
            vec![("groupId", group.to_string()), ("userId", user.to_string())]
        }
        Some(Kind::Pointer(target, hangout)) => {
            vec![("gsi1pk", of_target(&target)), ("hangoutId", hangout.to_string())]
        }
        Some(Kind::Hangout(hangout)) => vec![("hangoutId", hangout.to_string())],
        Some(Kind::Response(hangout, user)) => {
            vec![("hangoutId", hangout.to_string()), ("userId", user.to_string())]
        }
        None => Vec::new(),
    };
    let differs = |(name, id): &&(&'static str, String)| row.get(name).and_then(View::as_str) != Some(id);
    let wrong: Vec<_> = ids.iter().filter(differs).collect();
    wrong.into_iter().fold(row, |row, (name, id)| row.with(*name, id.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::UserId;
    use uuid::Uuid;

    const ID: &str = "00000000-0000-0000-0000-000000000007";

    #[test]
    fn keys_read_as_the_design_document_writes_them() {
        let id = Uuid::from_u128(7);
        let (group, user, hangout) = (GroupId::from(id), UserId(id), HangoutId::from(id));
        let written = [
            (super::hangout(&hangout), "EVENT#{}", "METADATA"),
            (pointer(&Target::Group(group.clone()), &hangout), "GROUP#{}", "HANGOUT#{}"),
            (pointer(&Target::User(user.into()), &hangout), "USER#{}", "HANGOUT#{}"),
            (super::group(&group), "GROUP#{}", "METADATA"),
            (membership(&group, user), "GROUP#{}", "USER#{}"),
            (response(&hangout, user), "EVENT#{}", "USER#{}"),
            (removal(&group, user), "GROUP#{}", "LEFT#{}"),
        ];
        for (key, pk, sk) in written {
            assert_eq!(key, Key::new(pk.replace("{}", ID), sk.replace("{}", ID)));
        }
    }

    #[test]
    fn a_row_says_by_its_key_what_it_is() {
        let id = Uuid::from_u128(7);
        let (group, user, hangout) = (GroupId::from(id), PersonId::from(id), HangoutId::from(id));
        let pairs = [
            ("GROUP#{}", "METADATA", Some(Kind::Group(group.clone()))),
            ("GROUP#{}", "USER#{}", Some(Kind::Member(group.clone(), user.clone()))),
            ("GROUP#{}", "INVITE#ab", Some(Kind::Invite(group.clone()))),
            ("GROUP#{}", "LEFT#{}", Some(Kind::Removal(group.clone(), user.clone()))),
            ("GROUP#{}", "HANGOUT#{}", Some(Kind::Pointer(Target::Group(group), hangout.clone()))),
            ("USER#{}", "HANGOUT#{}", Some(Kind::Pointer(Target::User(user.clone()), hangout.clone()))),
            ("EVENT#{}", "METADATA", Some(Kind::Hangout(hangout.clone()))),
            ("EVENT#{}", "USER#{}", Some(Kind::Response(hangout, user))),
            ("USER#{}", "METADATA", None),
            ("GROUP#", "METADATA", None),
            ("GROUP#book club", "METADATA", Some(Kind::Group("book club".parse().unwrap()))),
        ];
        for (pk, sk, kind) in pairs {
            assert_eq!(Kind::of(&pk.replace("{}", ID), &sk.replace("{}", ID)), kind, "{pk} {sk}");
        }
    }
}
