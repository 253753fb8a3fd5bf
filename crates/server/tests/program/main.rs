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
mod damage;
#[cfg(feature = "dynamodb")]
mod faults;
mod full_disk;
mod hangouts;
mod kill;
mod left_out;
mod letters;
mod metrics;
mod moving;
mod operator;
mod running;
mod server;
#[cfg(feature = "dynamodb")]
mod several;
#[cfg(feature = "dynamodb")]
mod table_names;
#[cfg(feature = "dynamodb")]
mod tables;
mod tally;
mod traffic;
