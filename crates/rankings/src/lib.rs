//! Ranked-choice polls: anyone creates one without an account, people rank what they like, and the result explains itself.
//!
//! Design, tables and access patterns: `docs/design/rankings.md`. JSON under `/api/v1/ranked-polls`, pages under `/new/ranked` and
//! `/r/{id}`. Counting is the `tally` crate's; [`live`] holds each poll's ballots in memory between two looks at its results.

mod account;
mod doctor;
mod error;
mod gate;
mod http;
mod keys;
pub mod live;
pub mod model;
mod pages;
mod service;
mod stored;
pub mod tables;
mod urls;

pub use error::Error;

use std::sync::Arc;
use web::{Feature, OnDemand, TakeDown};

/// What the server is given.
pub fn feature() -> Feature {
    Feature {
        name: "rankings",
        tables: vec![&tables::RANKED_CHOICE_POLLS],
        api: OnDemand(http::routes),
        pages: OnDemand(pages::routes),
        assets: &[
            ("rank.js", include_str!("../assets/rank.js")),
            ("rounds.js", include_str!("../assets/rounds.js")),
            ("key.js", include_str!("../assets/key.js")),
        ],
        work: vec![Arc::new(service::delete_poll::RemoveVotes), Arc::new(service::retire_poll::RetirePoll)],
        doctor: vec![Arc::new(doctor::VotesFitTheirPolls)],
        codes: vec![Arc::new(service::find_code::FindCode)],
        things: vec![Arc::new(service::list_things::Polls)],
        take_down: vec![TakeDown {
            noun: "ranked",
            about: "Take down a ranked-choice poll",
            run: Arc::new(service::delete_poll::Operator),
        }],
        accounts: vec![Arc::new(account::Accounts)],
        ..Feature::default()
    }
}
