//! Key shapes and named access patterns, numbered as in `docs/design/hangouts.md`. Nothing else builds a key.

use crate::{
    model::{Direction, GroupId, HangoutId, InviteId, Target, Watermark},
    tables::{ENTITY_TIME_INDEX, INVITER_TABLE, USER_GROUP_INDEX},
};
use jiff::Timestamp;
use kernel::{Moment, UserId};
use store::{Comparison, Key, Query};
use web::system::SYSTEM;

pub const METADATA: &str = "METADATA";
const HANGOUT: &str = "HANGOUT#";
const USER: &str = "USER#";
const INVITE: &str = "INVITE#";
const LEFT: &str = "LEFT#";

fn of_group(group: GroupId) -> String {
    format!("GROUP#{group}")
}

fn of_user(user: UserId) -> String {
    format!("{USER}{user}")
}

fn of_hangout(hangout: HangoutId) -> String {
    format!("EVENT#{hangout}")
}

/// The partition that a pointer lies in, which is also its `gsi1pk`.
pub fn of_target(target: Target) -> String {
    match target {
        Target::Group(group) => of_group(group),
        Target::User(user) => of_user(user),
    }
}

/// AP1: a group's feed, newest first: hangout ids sort by the time they were made.
pub fn feed_of(group: GroupId) -> Query {
    Query::table(&INVITER_TABLE, of_group(group)).begins_with(HANGOUT).reverse()
}

/// AP2: the groups of a user.
pub fn groups_of(user: UserId) -> Query {
    Query::index(&INVITER_TABLE, USER_GROUP_INDEX, of_user(user))
}

/// AP3: the hangouts of a user or group by time, from where a list has come to.
pub fn by_time(target: Target, direction: Direction, after: Watermark) -> Query {
    let query = Query::index(&INVITER_TABLE, ENTITY_TIME_INDEX, of_target(target));
    match (direction, after.has_ties()) {
        (Direction::Upcoming, false) => query.compare(Comparison::Greater, after.millis()),
        (Direction::Upcoming, true) => query.compare(Comparison::GreaterOrEqual, after.millis()),
        (Direction::Past, false) => query.compare(Comparison::Less, after.millis()).reverse(),
        (Direction::Past, true) => query.compare(Comparison::LessOrEqual, after.millis()).reverse(),
    }
}

/// AP4: a hangout by its id.
pub fn hangout(id: HangoutId) -> Key {
    Key::new(of_hangout(id), METADATA)
}

/// AP5: the pointer to a hangout that a group or user has.
pub fn pointer(target: Target, id: HangoutId) -> Key {
    Key::new(of_target(target), format!("{HANGOUT}{id}"))
}

/// AP6: a group by its id.
pub fn group(id: GroupId) -> Key {
    Key::new(of_group(id), METADATA)
}

/// AP7: a user's membership of a group.
pub fn membership(group: GroupId, user: UserId) -> Key {
    Key::new(of_group(group), of_user(user))
}

/// AP8: the members of a group.
pub fn members_of(group: GroupId) -> Query {
    Query::table(&INVITER_TABLE, of_group(group)).begins_with(USER)
}

/// AP9: an invite link, by the hash of its secret.
pub fn invite(group: GroupId, id: &InviteId) -> Key {
    Key::new(of_group(group), format!("{INVITE}{id}"))
}

/// AP10: the invite links of a group.
pub fn invites_of(group: GroupId) -> Query {
    Query::table(&INVITER_TABLE, of_group(group)).begins_with(INVITE)
}

/// AP17: that a user was removed from a group.
pub fn removal(group: GroupId, user: UserId) -> Key {
    Key::new(of_group(group), format!("{LEFT}{user}"))
}

/// AP18: everyone who was removed from a group, for its deletion.
pub fn removals_of(group: GroupId) -> Query {
    Query::table(&INVITER_TABLE, of_group(group)).begins_with(LEFT)
}

/// The `gsi1pk` of a removal. Not `USER#…`: that partition of the index holds memberships only.
pub fn removed(user: UserId) -> String {
    format!("REMOVED#{user}")
}

/// AP19: the groups that a user was removed from, for the account's export and deletion.
pub fn removals_from(user: UserId) -> Query {
    Query::index(&INVITER_TABLE, USER_GROUP_INDEX, removed(user))
}

/// AP11: one person's response to a hangout.
pub fn response(hangout: HangoutId, user: UserId) -> Key {
    Key::new(of_hangout(hangout), of_user(user))
}

/// The response whose sort key this is.
pub fn response_named(hangout: HangoutId, sk: &str) -> Option<Key> {
    sk.starts_with(USER).then(|| Key::new(of_hangout(hangout), sk))
}

/// AP12: the responses to a hangout.
pub fn responses_of(hangout: HangoutId) -> Query {
    Query::table(&INVITER_TABLE, of_hangout(hangout)).begins_with(USER)
}

/// The `gsi1pk` of a response. Not `USER#…`: that partition of the index holds hangouts only.
pub fn responder(user: UserId) -> String {
    format!("RESPONDER#{user}")
}

/// AP13: everything that a user has responded to, for the account's export, rename and deletion.
pub fn responses_by(user: UserId) -> Query {
    Query::index(&INVITER_TABLE, ENTITY_TIME_INDEX, responder(user))
}

/// AP14: a user's own pointers, by the table: what hangs on an account when it goes.
pub fn pointers_of(user: UserId) -> Query {
    Query::table(&INVITER_TABLE, of_user(user)).begins_with(HANGOUT)
}

fn of_hour(hour: Timestamp) -> String {
    format!("REMIND#{hour}")
}

/// AP15: that a hangout begins in this hour, so that people are reminded of it.
pub fn reminder(hour: Timestamp, hangout: HangoutId) -> Key {
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Group(GroupId),
    Member(GroupId, UserId),
    Invite(GroupId),
    Removal(GroupId),
    Pointer(Target, HangoutId),
    Hangout(HangoutId),
    Response(HangoutId, UserId),
}

impl Kind {
    pub fn of(pk: &str, sk: &str) -> Option<Self> {
        let (group, hangout) = (after(pk, "GROUP#"), after(pk, "EVENT#"));
        let (user, pointed) = (after(sk, USER).map(UserId), after(sk, HANGOUT).map(HangoutId));
        let target =
            group.map(|id| Target::Group(GroupId(id))).or(after(pk, USER).map(|id| Target::User(UserId(id))));
        match (group.map(GroupId), hangout.map(HangoutId)) {
            (Some(group), _) if sk == METADATA => Some(Self::Group(group)),
            (_, Some(hangout)) if sk == METADATA => Some(Self::Hangout(hangout)),
            (Some(group), _) if sk.starts_with(INVITE) => Some(Self::Invite(group)),
            (Some(group), _) if after(sk, LEFT).is_some() => Some(Self::Removal(group)),
            (Some(group), _) if user.is_some() => user.map(|user| Self::Member(group, user)),
            (_, Some(hangout)) => user.map(|user| Self::Response(hangout, user)),
            _ => Some(Self::Pointer(target?, pointed?)),
        }
    }
}

fn after(text: &str, prefix: &str) -> Option<uuid::Uuid> {
    text.strip_prefix(prefix)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    const ID: &str = "00000000-0000-0000-0000-000000000007";

    #[test]
    fn keys_read_as_the_design_document_writes_them() {
        let id = Uuid::from_u128(7);
        let (group, user, hangout) = (GroupId(id), UserId(id), HangoutId(id));
        let written = [
            (super::hangout(hangout), "EVENT#{}", "METADATA"),
            (pointer(Target::Group(group), hangout), "GROUP#{}", "HANGOUT#{}"),
            (pointer(Target::User(user), hangout), "USER#{}", "HANGOUT#{}"),
            (super::group(group), "GROUP#{}", "METADATA"),
            (membership(group, user), "GROUP#{}", "USER#{}"),
            (response(hangout, user), "EVENT#{}", "USER#{}"),
            (removal(group, user), "GROUP#{}", "LEFT#{}"),
        ];
        for (key, pk, sk) in written {
            assert_eq!(key, Key::new(pk.replace("{}", ID), sk.replace("{}", ID)));
        }
    }

    #[test]
    fn a_row_says_by_its_key_what_it_is() {
        let id = Uuid::from_u128(7);
        let (group, user, hangout) = (GroupId(id), UserId(id), HangoutId(id));
        let pairs = [
            ("GROUP#{}", "METADATA", Some(Kind::Group(group))),
            ("GROUP#{}", "USER#{}", Some(Kind::Member(group, user))),
            ("GROUP#{}", "INVITE#ab", Some(Kind::Invite(group))),
            ("GROUP#{}", "LEFT#{}", Some(Kind::Removal(group))),
            ("GROUP#{}", "HANGOUT#{}", Some(Kind::Pointer(Target::Group(group), hangout))),
            ("USER#{}", "HANGOUT#{}", Some(Kind::Pointer(Target::User(user), hangout))),
            ("EVENT#{}", "METADATA", Some(Kind::Hangout(hangout))),
            ("EVENT#{}", "USER#{}", Some(Kind::Response(hangout, user))),
            ("USER#{}", "METADATA", None),
            ("GROUP#x", "METADATA", None),
        ];
        for (pk, sk, kind) in pairs {
            assert_eq!(Kind::of(&pk.replace("{}", ID), &sk.replace("{}", ID)), kind, "{pk} {sk}");
        }
    }
}
