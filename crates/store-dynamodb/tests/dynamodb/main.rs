//! The adapter against the real DynamoDB Local: the suite of both engines, what is this adapter's own, how it makes tables,
//! and what becomes of faults on the way.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod admin;
mod agreement;
mod calls;
mod conformance;
mod connect;
mod faults;
mod retries;
mod setup;
