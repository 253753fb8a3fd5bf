//! Accounts: registering, signing in and out, sessions, API tokens, roles, new passwords, one's own data.
//!
//! It owns the `Users` table of the movie night document (`docs/design/movies.md`) and `Identity`, which is ours ([`keys`] draws it).
//! A sign-in record is separate from the account it opens, so that there can be other ways in.
//!
//! JSON under `/api/v1`: `/auth/*`, `/me`, `/me/{password,sessions,tokens,notifications,calendar-feed,push-subscriptions,export}`, `/users`, `/users/{id}/roles`.
//! Pages: `/sign-in`, `/register`, `/forgot`, `/reset`, `/me`, `/sign-out`; and `/calendar/{secret}.ics`, made of what
//! the features add to people's calendars.

pub mod doctor;
pub mod error;
pub mod fingerprint;
pub mod first;
mod http;
pub mod keys;
pub mod model;
pub mod operator;
mod pages;
pub mod passwords;
pub mod service;
pub mod sessions;
pub mod tables;

use service::delete_account::{ClearAway, Hooks};
use std::sync::Arc;
use web::{AccountHooks, CalendarSources, Feature};

pub use error::{Error, Result};
pub use service::find::{Person, list_names};
pub use sessions::Sessions;

/// The feature. `hooks` are what the other features do about an account's life, `calendar` what they add to people's calendars.
pub fn feature(hooks: Vec<Arc<dyn AccountHooks>>, calendar: CalendarSources) -> Feature {
    let hooks = Hooks(hooks.into());
    Feature {
        name: "identity",
        tables: vec![&tables::USERS, &tables::IDENTITY],
        api: http::routes(hooks.clone()),
        pages: pages::routes(hooks.clone(), calendar),
        work: vec![Arc::new(ClearAway(hooks))],
        doctor: vec![Arc::new(doctor::AccountsAgree)],
        ..Feature::default()
    }
}
