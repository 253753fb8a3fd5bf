//! Every address of this feature. Nothing else writes one down.

use crate::model::{FeedKey, GroupId, HangoutId, InviteId, InviteToken, PersonId};

pub const GROUPS: &str = "/groups";
pub const HANGOUTS: &str = "/hangouts";
pub const NEW_HANGOUT: &str = "/hangouts/new";

pub fn group(id: &GroupId) -> String {
    format!("{GROUPS}/{}", segment(id.as_str()))
}

pub fn edit_group(id: &GroupId) -> String {
    format!("{GROUPS}/{}/edit", segment(id.as_str()))
}

pub fn delete_group(id: &GroupId) -> String {
    format!("{GROUPS}/{}/delete", segment(id.as_str()))
}

pub fn members(id: &GroupId) -> String {
    format!("{GROUPS}/{}/members", segment(id.as_str()))
}

pub fn member_role(id: &GroupId, user: &PersonId) -> String {
    format!("{GROUPS}/{}/members/{}/role", segment(id.as_str()), segment(user.as_str()))
}

pub fn remove_member(id: &GroupId, user: &PersonId) -> String {
    format!("{GROUPS}/{}/members/{}/remove", segment(id.as_str()), segment(user.as_str()))
}

pub fn leave_group(id: &GroupId) -> String {
    format!("{GROUPS}/{}/leave", segment(id.as_str()))
}

pub fn invites(id: &GroupId) -> String {
    format!("{GROUPS}/{}/invites", segment(id.as_str()))
}

pub fn stop_invite(id: &GroupId, invite: &InviteId) -> String {
    format!("{GROUPS}/{}/invites/{invite}/stop", segment(id.as_str()))
}

pub fn make_calendar(id: &GroupId) -> String {
    format!("{GROUPS}/{}/calendar", segment(id.as_str()))
}

pub fn stop_calendar(id: &GroupId) -> String {
    format!("{GROUPS}/{}/calendar/stop", segment(id.as_str()))
}

pub fn group_live(id: &GroupId) -> String {
    format!("/api/v1{GROUPS}/{}/live", segment(id.as_str()))
}

/// What a calendar program follows.
pub fn calendar(key: &FeedKey) -> String {
    format!("/calendar/groups/{}.ics", key.reveal())
}

pub fn join(token: &InviteToken) -> String {
    format!("/join/{}", segment(&token.reveal()))
}

pub fn hangout(id: &HangoutId) -> String {
    format!("{HANGOUTS}/{}", segment(id.as_str()))
}

/// The form of a new hangout with one group chosen already.
pub fn new_hangout_in(group: &GroupId) -> String {
    format!("{NEW_HANGOUT}?group={}", segment(group.as_str()))
}

pub fn edit_hangout(id: &HangoutId) -> String {
    format!("{HANGOUTS}/{}/edit", segment(id.as_str()))
}

pub fn copy_hangout(id: &HangoutId) -> String {
    format!("{HANGOUTS}/{}/copy", segment(id.as_str()))
}

pub fn delete_hangout(id: &HangoutId) -> String {
    format!("{HANGOUTS}/{}/delete", segment(id.as_str()))
}

pub fn cancel_hangout(id: &HangoutId) -> String {
    format!("{HANGOUTS}/{}/cancel", segment(id.as_str()))
}

pub fn restore_hangout(id: &HangoutId) -> String {
    format!("{HANGOUTS}/{}/restore", segment(id.as_str()))
}

pub fn respond(id: &HangoutId) -> String {
    format!("{HANGOUTS}/{}/response", segment(id.as_str()))
}

pub fn hangout_live(id: &HangoutId) -> String {
    format!("/api/v1{HANGOUTS}/{}/live", segment(id.as_str()))
}

pub fn hangout_calendar(id: &HangoutId) -> String {
    format!("/api/v1{HANGOUTS}/{}/event.ics", segment(id.as_str()))
}

/// Text as one segment of a path.
fn segment(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~');
    let escaped = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_one_segment_whatever_it_holds() {
        let (group, person) = ("book club".parse().unwrap(), "ana/é".parse().unwrap());
        assert_eq!(remove_member(&group, &person), "/groups/book%20club/members/ana%2F%C3%A9/remove");
        let id = uuid::Uuid::from_u128(7);
        assert_eq!(hangout(&id.into()), format!("/hangouts/{id}"));
    }
}
