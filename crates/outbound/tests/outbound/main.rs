//! What goes out of the process, each against a server on this machine that speaks as the real one does.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod apns;
mod authorities;
mod fetch;
mod files;
mod films;
mod mail;
mod oidc;
mod pool;
mod push;
