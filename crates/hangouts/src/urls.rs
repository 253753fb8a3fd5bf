//! Every address of this feature. Nothing else writes one down.

use crate::model::{FeedKey, GroupId, HangoutId, InviteId, InviteToken};
use kernel::UserId;

pub const GROUPS: &str = "/groups";
pub const HANGOUTS: &str = "/hangouts";
pub const NEW_HANGOUT: &str = "/hangouts/new";

pub fn group(id: GroupId) -> String {
    format!("{GROUPS}/{id}")
}

pub fn edit_group(id: GroupId) -> String {
    format!("{GROUPS}/{id}/edit")
}

pub fn delete_group(id: GroupId) -> String {
    format!("{GROUPS}/{id}/delete")
}

pub fn members(id: GroupId) -> String {
    format!("{GROUPS}/{id}/members")
}

pub fn member_role(id: GroupId, user: UserId) -> String {
    format!("{GROUPS}/{id}/members/{user}/role")
}

pub fn remove_member(id: GroupId, user: UserId) -> String {
    format!("{GROUPS}/{id}/members/{user}/remove")
}

pub fn leave_group(id: GroupId) -> String {
    format!("{GROUPS}/{id}/leave")
}

pub fn invites(id: GroupId) -> String {
    format!("{GROUPS}/{id}/invites")
}

pub fn stop_invite(id: GroupId, invite: &InviteId) -> String {
    format!("{GROUPS}/{id}/invites/{invite}/stop")
}

pub fn make_calendar(id: GroupId) -> String {
    format!("{GROUPS}/{id}/calendar")
}

pub fn stop_calendar(id: GroupId) -> String {
    format!("{GROUPS}/{id}/calendar/stop")
}

pub fn group_live(id: GroupId) -> String {
    format!("/api/v1{GROUPS}/{id}/live")
}

/// What a calendar program follows.
pub fn calendar(key: &FeedKey) -> String {
    format!("/calendar/groups/{}.ics", key.reveal())
}

pub fn join(token: &InviteToken) -> String {
    format!("/join/{}", token.reveal())
}

pub fn hangout(id: HangoutId) -> String {
    format!("{HANGOUTS}/{id}")
}

/// The form of a new hangout with one group chosen already.
pub fn new_hangout_in(group: GroupId) -> String {
    format!("{NEW_HANGOUT}?group={group}")
}

pub fn edit_hangout(id: HangoutId) -> String {
    format!("{HANGOUTS}/{id}/edit")
}

pub fn copy_hangout(id: HangoutId) -> String {
    format!("{HANGOUTS}/{id}/copy")
}

pub fn delete_hangout(id: HangoutId) -> String {
    format!("{HANGOUTS}/{id}/delete")
}

pub fn cancel_hangout(id: HangoutId) -> String {
    format!("{HANGOUTS}/{id}/cancel")
}

pub fn restore_hangout(id: HangoutId) -> String {
    format!("{HANGOUTS}/{id}/restore")
}

pub fn respond(id: HangoutId) -> String {
    format!("{HANGOUTS}/{id}/response")
}

pub fn hangout_live(id: HangoutId) -> String {
    format!("/api/v1{HANGOUTS}/{id}/live")
}

pub fn hangout_calendar(id: HangoutId) -> String {
    format!("/api/v1{HANGOUTS}/{id}/event.ics")
}
