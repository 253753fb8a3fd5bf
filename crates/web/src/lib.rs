//! What every feature's handlers use: who is asking and with what ([`Ctx`]), how errors look ([`Problem`]), what a feature
//! hands to the server ([`Feature`]), and the machinery behind them: sessions, limits, live updates, background work, pages.

pub mod app;
pub mod auth;
pub mod ctx;
pub mod cursor;
pub mod extract;
pub mod feature;
pub mod guess;
pub mod live;
pub mod page;
pub mod problem;
pub mod system;
pub mod work;

pub use app::{App, Services, Settings};
pub use auth::{Authenticator, Credential};
pub use ctx::Ctx;
pub use extract::{Form, Json, Path, Query};
pub use feature::{AccountHooks, DoctorCheck, Feature, Finding, HomeCard};
pub use guess::Guesses;
pub use live::Live;
pub use page::{Html, Layout};
pub use problem::Problem;
pub use work::{Progress, WorkHandler, WorkItem};
