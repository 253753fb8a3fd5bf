//! Accounts: registering, signing in and out, sessions, API tokens, roles, new passwords, one's own data.
//!
//! It owns the `Users` table of the movie night document (`docs/design/movies.md`) and `Identity`, which is ours ([`keys`] draws it).
//! A sign-in record is separate from the account it opens, so that there can be other ways in.
//!
//! JSON under `/api/v1`: `/auth/*`, `/me` and what is below it, `/users` and what is below it. Pages: `/sign-in`, `/register`,
//! `/forgot`, `/reset`, `/confirm`, `/me`, `/sign-out`, `/admin/accounts`; and `/calendar/{secret}.ics`, made of what the features add to people's
//! calendars.

pub mod devices;
pub mod doctor;
pub mod error;
pub mod fingerprint;
pub mod first;
mod gate;
mod http;
pub mod keys;
pub mod letters;
mod live;
pub mod model;
pub mod operator;
mod pages;
pub mod passwords;
pub mod service;
pub mod sessions;
pub mod stored;
pub mod tables;
mod unsubscribe;
mod urls;

use std::sync::Arc;
use web::{Feature, OnDemand};

pub use error::{Error, Result};
pub use gate::write_in_person;
pub use service::find_person::{Person, find_by_email};
pub use service::reachable::list_reachable;
pub use service::recipients::{Recipient, list_recipients, refuse_group, refuses_group, zones_of};
pub use sessions::Sessions;
pub use stored::list_names;

/// The feature.
pub fn feature() -> Feature {
    Feature {
        name: "identity",
        tables: vec![&tables::USERS, &tables::IDENTITY],
        api: OnDemand(http::routes),
        pages: OnDemand(pages::routes),
        assets: &[
            ("push.js", include_str!("../assets/push.js")),
            ("set-up.js", include_str!("../assets/set-up.js")),
        ],
        work: vec![
            Arc::new(service::delete_account::ClearAway),
            Arc::new(service::change_profile::TellTheFeatures),
            Arc::new(service::confirm_email::LINK),
            Arc::new(service::mail_new_link::MailNewLink),
            Arc::new(service::request_reset::MakeLink),
            Arc::new(service::request_reset::LINK),
            Arc::new(service::take_over::LINK),
            Arc::new(service::deliver_announcement::DeliverAnnouncement),
            Arc::new(service::push_announcement::PushAnnouncement),
            Arc::new(service::hand_reset_link::TellOwner),
        ],
        doctor: vec![Arc::new(doctor::AccountsAgree)],
        ..Feature::default()
    }
}
