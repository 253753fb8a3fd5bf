//! Movie night through its doors, JSON and pages, on both engines.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

#[macro_use]
extern crate stage;

mod support;

mod account;
mod acting;
mod authorisation;
mod facts;
mod households;
mod live;
mod other_hands;
mod pages;
mod patterns;
mod push;
mod races;
mod rounds;
mod shortlist;
mod stored;
mod zones;
