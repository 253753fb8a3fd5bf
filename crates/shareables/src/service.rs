//! The use cases, one file each: load, allow, decide, store. They take credentials and the expected version as values.

pub mod add_items;
pub mod cast_vote;
pub mod change_passcodes;
pub mod claim_item;
pub mod clear_ticks;
pub mod clone_shareable;
pub mod close_poll;
pub mod create_shareable;
pub mod delete_shareable;
pub mod edit_item;
pub mod edit_shareable;
pub mod export_shareable;
pub mod find_code;
pub mod get_answer;
pub mod get_calendar;
pub mod get_decision;
pub mod get_passcodes;
pub mod get_results;
pub mod get_shareable;
mod give_answer;
pub mod keep_shareable;
pub mod list_answers;
pub mod list_rsvps;
pub mod list_things;
pub mod list_votes;
pub mod remove_item;
pub mod reopen_poll;
pub mod reorder_items;
pub mod request_access;
pub mod restamp_parts;
pub mod submit_rsvp;
pub mod tick_item;
pub mod unmark_item;
pub mod withdraw_answer;

pub use give_answer::{Given, Way};
