//! Ranked-choice polls: anyone makes one without an account, people rank what they like, and the result explains itself.
//!
//! Design, tables and access patterns: `docs/design/rankings.md`. JSON under `/api/v1/ranked-polls`, pages under `/new/ranked` and
//! `/r/{id}`. Counting is the `tally` crate's; [`ballots`] keeps each poll's ballots in memory between two looks at its results.

pub mod ballots;
mod doctor;
mod error;
mod http;
mod keys;
pub mod model;
pub mod operator;
mod pages;
mod service;
pub mod tables;

pub use error::Error;

use axum::Extension;
use ballots::Ballots;
use std::sync::Arc;
use web::Feature;

/// What the server is given.
pub fn feature() -> Feature {
    let ballots = Arc::new(Ballots::default());
    Feature {
        name: "rankings",
        tables: vec![&tables::RANKED_CHOICE_POLLS],
        api: http::routes().layer(Extension(ballots.clone())),
        pages: pages::routes().layer(Extension(ballots)),
        work: vec![Arc::new(service::delete_poll::RemoveVotes)],
        doctor: vec![Arc::new(doctor::VotesFitTheirPolls)],
        ..Feature::default()
    }
}
