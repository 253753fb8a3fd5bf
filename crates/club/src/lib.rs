//! The club: a catalogue of links with ratings and comments, roles, profiles, and the squash ladder.
//!
//! Design, tables and access patterns: `docs/design/club.md`. JSON under `/api/v1`: `/sites`, `/tags`, `/ratings`, `/rbac`, `/squash`,
//! and what hangs on a person (`/me/ratings`, `/me/permissions`, `/me/profile`, `/me/avatar`, `/users/{id}/profile|avatar`). Pages:
//! `/club`, `/squash`, `/admin`, `/me/profile`, `/people/{id}`.

mod account;
mod doctor;
mod error;
pub mod gate;
mod http;
pub mod keys;
pub mod live;
pub mod model;
mod pages;
pub mod service;
mod stored;
pub mod tables;
mod urls;

pub use error::Error;

use service::{
    delete_role_group::RemoveMembers, delete_site::RemoveWhatIsLeft, import_bookmarks::TakeIn,
    read_page::ReadNewPages,
};
use std::sync::Arc;
use web::{Feature, Icon, Nav, OnDemand};

/// What the server is given.
pub fn feature() -> Feature {
    Feature {
        name: "club",
        tables: vec![&tables::FUS_MAIN],
        api: OnDemand(http::routes),
        pages: OnDemand(pages::routes),
        assets: pages::ASSETS,
        work: vec![
            Arc::new(ReadNewPages),
            Arc::new(RemoveWhatIsLeft),
            Arc::new(RemoveMembers),
            Arc::new(TakeIn),
        ],
        doctor: vec![Arc::new(doctor::ClubAgrees)],
        at_start: vec![Arc::new(account::pointers::FillPointers)],
        accounts: vec![Arc::new(account::ClubAccounts)],
        home: vec![Arc::new(pages::home::NewestLinks), Arc::new(pages::home::LatestMatches)],
        home_topics: vec![Arc::new(live::MyTopics)],
        nav: vec![Nav { path: urls::CLUB, label: "Links", icon: Icon::Bag, order: 40 }],
        ..Feature::default()
    }
}
