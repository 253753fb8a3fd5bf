//! Ranked polls through their doors, JSON and pages, on both engines.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

#[macro_use]
extern crate stage;

mod support;

mod authorisation;
mod doctor;
mod following;
mod once;
mod pages;
mod polls;
mod races;
mod retention;
mod stored;
mod visibility;
mod votes;
