//! Shareables: checklists, events with RSVP and polls, shared by a short code, without an account.
//!
//! Most people come here from a chat message and see nothing else. Tables, keys and access patterns are in
//! `docs/design/shareables.md`; the JSON routes are in `http`, all under `/api/v1/shareables`; the pages are in `pages`, under
//! `/new/…` and `/s/{code}`.

mod account;
mod announce;
pub mod doctor;
pub mod error;
mod gate;
mod http;
pub mod keys;
mod live;
pub mod model;
mod outcome;
mod pages;
mod service;
pub mod stored;
pub mod tables;
mod urls;

pub use error::Error;

use std::sync::Arc;
use stored::pool;
use web::{Feature, OnDemand, TakeDown};

/// What the server needs to know of shareables.
pub fn feature() -> Feature {
    Feature {
        name: "shareables",
        tables: vec![&tables::SHAREABLES, &tables::SHORT_ID_POOL],
        api: OnDemand(http::routes),
        pages: OnDemand(pages::routes),
        assets: ASSETS,
        work: vec![
            Arc::new(service::delete_shareable::Delete),
            Arc::new(service::restamp_parts::Restamp),
            Arc::new(announce::AnnounceChange),
            Arc::new(announce::Announce),
        ],
        at_start: vec![Arc::new(pool::FillAtStart)],
        doctor: vec![Arc::new(doctor::Orphans), Arc::new(doctor::Pool)],
        codes: vec![Arc::new(service::find_code::FindCode)],
        calendar: vec![Arc::new(service::upcoming_events::UpcomingEvents)],
        things: vec![Arc::new(service::list_things::Shares)],
        take_down: vec![TakeDown {
            noun: "shareable",
            about: "Take down a checklist, event or poll by its code",
            run: Arc::new(service::delete_shareable::Operator),
        }],
        accounts: vec![Arc::new(account::Accounts)],
        makes: vec![Arc::new(outcome::MakesShare::Event), Arc::new(outcome::MakesShare::Checklist)],
        ..Feature::default()
    }
}

const ASSETS: &[web::assets::File] = &[
    ("stepper.js", include_str!("../assets/stepper.js")),
    ("checklist.js", include_str!("../assets/checklist.js")),
];
