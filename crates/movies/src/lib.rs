//! Movie night: a household, what each of its people likes, and rounds that lead from “what shall we watch?” to “loved it”.
//!
//! Design, tables and access patterns: `docs/design/movies.md`. JSON under `/api/v1` (`/households`, `/invites`, `/rounds`, `/picks`,
//! `/movies`, `/me/managed-members`, `/me/screen-link`), pages under `/movies`. Members' rows are in identity's `Users`; facts about
//! films come from TMDB or the built-in catalogue.

mod account;
mod doctor;
mod error;
mod facts;
mod gate;
mod http;
mod keys;
mod live;
pub mod model;
mod outcome;
mod pages;
mod service;
mod stored;
pub mod tables;
mod urls;
mod why;

pub use error::Error;

use std::sync::Arc;
use web::{Feature, Icon, Nav, OnDemand};

/// What the server is given.
pub fn feature() -> Feature {
    Feature {
        name: "movies",
        tables: tables::ALL.to_vec(),
        api: OnDemand(http::routes),
        pages: OnDemand(pages::routes),
        work: vec![Arc::new(service::disband::Disband), Arc::new(service::tell_many::TellMany)],
        doctor: vec![Arc::new(doctor::HouseholdsAgree)],
        home: vec![Arc::new(pages::home::Card)],
        home_topics: vec![Arc::new(live::MyTopics)],
        needs: vec![Arc::new(pages::home::Waiting)],
        accounts: vec![Arc::new(account::Accounts)],
        nav: vec![Nav { path: urls::MOVIES, label: "Movies", icon: Icon::Film, order: 4 }],
        makes: vec![Arc::new(outcome::MakesRound)],
        ..Feature::default()
    }
}
