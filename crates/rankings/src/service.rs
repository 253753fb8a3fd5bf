//! The use cases, one file each: load, allow, decide, store.

pub mod access;
pub mod cast_vote;
pub mod close_poll;
pub mod create_poll;
pub mod delete_poll;
pub mod edit_poll;
pub mod get_poll;
pub mod get_results;
pub mod get_vote;
pub mod live;
pub mod load;
pub mod withdraw_vote;
