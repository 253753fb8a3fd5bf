//! Groups and hangouts through their public door, on both engines.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::similar_names,
    reason = "a test that cannot go on has failed; a story and its store are told apart"
)]

#[macro_use]
extern crate stage;

mod access_patterns;
mod accounts;
mod authorisation;
mod calendars;
mod coming;
mod costs;
mod doctor;
mod foreign;
mod groups;
mod hangouts;
mod in_step;
mod invites;
mod many_groups;
mod notices;
mod pages;
mod races;
mod stored;
mod support;
mod things;
mod upcoming;
mod zones;
