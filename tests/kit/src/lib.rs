//! What every test of Roundtable stands on: the real server, real engines, a real browser. A kit fails by panicking with a
//! sentence, because its callers are tests.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]

pub mod app;
pub mod browser;
pub mod program;
pub mod socket;

pub use app::{Setup, TestApp};
pub use http::Method;
pub use outbound::OidcSettings;
pub use program::Program;
pub use serde_json;
pub use server::demo::{Filled, player::Player};
pub use stage::{Answer, Engine, PASSWORD, Person, Scene, authorisation_table, on_both_engines, told};
pub use store::{Item, view::View as Attribute};
pub use web::Registration;
