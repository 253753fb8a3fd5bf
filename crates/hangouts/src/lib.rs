//! Groups of people and what they plan together: hangouts, who comes, and everything ahead on one page.
//!
//! Design, tables and access patterns: `docs/design/hangouts.md`. JSON under `/api/v1`: `/groups`, `/join`, `/hangouts`, `/me/hangouts`;
//! pages under `/groups`, `/hangouts` and `/join`. Lists read pointers, never the hangouts themselves; [`pointers`] is the one
//! place that writes either.

mod account;
mod announce;
mod calendar;
mod complete;
mod doctor;
mod error;
mod gate;
mod http;
mod keys;
mod linked;
mod live;
pub mod model;
mod outcome;
mod pages;
pub mod pointers;
mod service;
mod stored;
pub mod tables;
mod urls;

pub use error::Error;

use std::sync::Arc;
use web::{Feature, Icon, Nav, OnDemand};

/// What the server is given.
pub fn feature() -> Feature {
    Feature {
        name: "hangouts",
        tables: vec![&tables::INVITER_TABLE],
        api: OnDemand(http::routes),
        pages: OnDemand(pages::routes),
        work: vec![
            Arc::new(pointers::KeepInStep),
            Arc::new(pointers::CountResponses),
            Arc::new(service::edit_group::RenameGroup),
            Arc::new(service::delete_group::ClearGroup),
            Arc::new(announce::Announce),
            Arc::new(announce::AnnounceChange),
            Arc::new(announce::queue::Notify),
            Arc::new(announce::Remind),
        ],
        doctor: vec![Arc::new(doctor::HangoutsAgree)],
        home: vec![Arc::new(pages::home::ComingUp), Arc::new(pages::home::MyGroups)],
        home_topics: vec![Arc::new(live::MyTopics)],
        nav: vec![Nav { path: urls::GROUPS, label: "Groups", icon: Icon::Group, order: 1 }],
        calendar: vec![Arc::new(calendar::Upcoming)],
        things: vec![Arc::new(service::list_things::GroupsAndHangouts)],
        accounts: vec![Arc::new(account::Accounts)],
        makes: vec![Arc::new(outcome::MakesHangout)],
        ..Feature::default()
    }
}
