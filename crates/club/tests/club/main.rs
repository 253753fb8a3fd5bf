//! The club through its door, on both engines.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "these are tests")]

mod authorisation;
mod aws_client;
mod by_hand;
mod catalogue;
mod counters;
mod golden;
mod home;
mod live;
mod pages;
mod patterns;
mod people;
mod races;
mod scene;
mod squash;
mod unique;
