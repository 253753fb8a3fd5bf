//! Shareables: checklists, events with RSVP and polls, shared by a short code, without an account.
//!
//! The front door of the product: most people come here from a chat message and see nothing else. Tables, keys and access patterns are
//! in `docs/design/shareables.md`; the JSON routes are in [`http`], all under `/api/v1/shareables`; the pages are in
//! [`pages`], under `/new/…` and `/s/{code}`.

pub mod cookies;
pub mod doctor;
pub mod error;
mod http;
pub mod keys;
pub mod model;
pub mod operator;
mod pages;
pub mod service;
pub mod tables;
pub mod view;

pub use error::Error;
pub use service::pool;

use std::sync::Arc;
use web::Feature;

/// What the server needs to know of shareables.
pub fn feature() -> Feature {
    Feature {
        name: "shareables",
        tables: vec![&tables::SHAREABLES, &tables::SHORT_ID_POOL],
        api: http::routes(),
        pages: pages::routes(),
        work: vec![Arc::new(service::delete::Delete), Arc::new(service::restamp::Restamp)],
        at_start: vec![Arc::new(pool::FillAtStart)],
        doctor: vec![Arc::new(doctor::Orphans), Arc::new(doctor::Pool)],
        ..Feature::default()
    }
}

/// Where the share with this code is, if it is a code at all: typed in any case, with or without dashes.
pub fn path_of_code(code: &str) -> Option<String> {
    code.parse().ok().map(|id| cookies::page_path(&id))
}
