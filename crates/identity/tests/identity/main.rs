//! Accounts through their real routes, on the embedded engine in memory, with a clock that is set by hand.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at the first surprise"
)]

mod accounts;
mod addresses;
mod announcements;
mod authorisation;
mod calendar;
mod costs;
mod deletion;
mod description;
mod devices;
mod letters;
mod links;
mod oidc;
mod operator;
mod pages;
mod passwords;
mod paused;
mod people;
mod phones;
mod provider;
mod push;
mod races;
mod resets;
mod roles;
mod rows;
mod scene;
mod sessions;
mod stored;
mod taken_over;
mod tokens;
mod zones;
