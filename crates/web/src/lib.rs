//! What every feature's handlers use: who is asking and with what ([`Ctx`]), how errors look ([`Problem`]), what a feature
//! hands to the server ([`Feature`]), and the machinery behind them: sessions, limits, live updates, background work, pages.

// Templates of every crate, ours included, name our components as `web::Icon` and the like.
extern crate self as web;

pub mod address;
pub mod api;
pub mod app;
pub mod assets;
pub mod auth;
pub mod calendar;
pub mod components;
pub mod cookies;
pub mod ctx;
pub mod cursor;
pub mod etag;
pub mod extract;
pub mod feature;
pub mod guess;
pub mod live;
pub mod page;
pub mod problem;
pub mod quota;
pub mod reference;
pub mod shell;
pub mod system;
pub mod work;

pub use api::Api;
pub use app::{App, Services, Settings};
pub use auth::{Authenticated, Authenticator, Credential};
pub use calendar::{CalendarEntry, CalendarSource, CalendarSources};
pub use components::{
    Avatar, Avatars, Bars, Errors, Field, Icon, Notice, Passcode, Plate, Seat, Seats, Share, TimeLeft,
};
pub use ctx::{Ctx, SESSION_COOKIE};
pub use cursor::PageQuery;
pub use etag::Versioned;
pub use extract::{Form, Json, Path, Query};
pub use feature::{AccountHooks, AtStart, DoctorCheck, Feature, Finding, HomeCard};
pub use guess::{GuessError, Guesses, Subject};
pub use live::Live;
pub use page::{Html, Layout};
pub use problem::Problem;
pub use quota::{Quota, Quotas};
pub use reference::Reference;
pub use shell::shell;
pub use work::{Progress, WorkHandler, WorkItem};
