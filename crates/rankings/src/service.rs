//! The use cases, one file each: load, allow, decide, store.

pub mod cast_vote;
pub mod clone_poll;
pub mod close_poll;
pub mod count_votes;
pub mod create_poll;
pub mod delete_poll;
pub mod edit_poll;
pub mod export_ballots;
pub mod find_code;
pub mod get_decision;
pub mod get_results;
pub mod get_vote;
pub mod keep_poll;
pub mod list_things;
pub mod reopen_poll;
pub mod retire_poll;
pub mod withdraw_vote;
