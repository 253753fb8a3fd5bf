//! Use cases, one file each: load, allow, decide, store. JSON handlers and pages both come here.

pub mod add_member;
pub mod change_members;
pub mod change_role;
pub mod copy_hangout;
pub mod create_group;
pub mod create_hangout;
pub mod delete_group;
pub mod delete_hangout;
pub mod edit_group;
pub mod edit_hangout;
pub mod find_people;
pub mod get_group;
pub mod get_hangout;
pub mod get_invite;
pub mod group_calendar;
pub mod join_group;
pub mod list_feed;
pub mod list_groups;
pub mod list_hangouts;
pub mod list_invites;
pub mod list_members;
pub mod list_responses;
pub mod make_invite;
pub mod remove_invite;
pub mod remove_member;
pub mod respond;
