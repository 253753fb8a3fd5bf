//! Shareables through their JSON door and their pages, on both engines.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]

#[macro_use]
extern crate stage;

mod support;

mod access;
mod at_once;
mod authorisation;
mod checklists;
mod claims;
mod contract;
mod costs;
mod crowds;
mod events;
mod foreign;
mod hidden;
mod lifetime;
mod limits;
mod making;
mod many;
mod moved;
mod once;
mod owners;
mod pages;
mod parsing;
mod polls;
mod stored;
