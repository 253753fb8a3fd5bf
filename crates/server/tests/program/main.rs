//! The program as an operator meets it: started, misconfigured, stopped, asked to do things.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod configuration;
mod connections;
#[cfg(feature = "dynamodb")]
mod copying;
mod hangouts;
mod metrics;
mod moving;
mod operator;
mod running;
mod server;
mod tally;
