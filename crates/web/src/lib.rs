//! What every feature's handlers use: who is asking and with what ([`Ctx`]), how errors look ([`Problem`]), what a feature
//! hands to the server ([`Feature`]), and the machinery behind them: sessions, limits, live updates, background work, pages.

// Templates of every crate, ours included, name our components as `web::Icon` and the like.
extern crate self as web;

pub mod address;
pub mod api;
pub mod app;
pub mod assets;
pub mod audit;
pub mod auth;
pub mod bounds;
pub mod calendar;
mod canvas;
pub mod changes;
pub mod codes;
pub mod commit;
pub mod components;
pub mod cookies;
pub mod create;
pub mod ctx;
pub mod cursor;
pub mod download;
pub mod edit;
pub mod etag;
pub mod extract;
pub mod failures;
pub mod fault;
pub mod feature;
pub mod fields;
pub mod filled;
mod finding;
pub mod flash;
pub mod follow;
pub mod guess;
pub mod icons;
pub mod live;
pub mod mine;
pub mod notify;
pub mod offline;
pub mod outcome;
pub mod page;
pub mod participants;
pub mod poster;
pub mod preview;
pub mod problem;
pub mod quota;
pub mod reference;
pub mod shell;
pub mod system;
pub mod words;
pub mod work;
pub mod zones;

pub use api::Api;
pub use app::{App, PasswordCost, Registration, Services, Settings};
pub use audit::audit;
pub use auth::{Authenticated, Authenticator, Credential, Valid};
pub use calendar::{CalendarEntry, CalendarFile, CalendarSource, CalendarSources, CalendarStatus};
pub use codes::{Coded, Codes};
pub use commit::{Commit, Notices};
pub use components::{
    Avatar, Avatars, Bars, Errors, Face, Faces, Field, Icon, Linked, Notice, Passcode, Plate, Seat, Seats,
    Share, TimeLeft, When,
};
pub use cookies::with_cookies;
pub use create::{AnswerKey, Creating, CreatingForm, Made, New, NoFields, Once, OnceField, Seed, create};
pub use ctx::{Ctx, SESSION_COOKIE};
pub use cursor::PageQuery;
pub use download::{Download, Sheet};
pub use edit::{Edit, Entity, Expected, edit};
pub use etag::Versioned;
pub use extract::{Form, Json, Path, Query};
pub use fault::{CarriesFault, Fault};
pub use feature::{
    AccountHooks, AtStart, DoctorCheck, Exported, Feature, HomeCard, HomePlace, HomeTopics, Joined, Nav,
    Need, Needs, OnDemand, TakeDown, TakesDown,
};
pub use fields::Fields;
pub use filled::{Creates, Filled};
pub use finding::{Finding, fill, readable, unfinished};
pub use flash::done;
pub use follow::{Follow, Held};
pub use guess::{GuessError, Guesses, Subject};
pub use live::{Change, Live, Part, WatchMine, Watched};
pub use outcome::Makes;
pub use page::{Html, Layout};
pub use poster::Poster;
pub use problem::{NO_SUCH_PAGE, Problem};
pub use quota::{Quota, Quotas};
pub use reference::Reference;
pub use shell::shell;
pub use work::{Progress, WorkHandler, WorkItem};
pub use zones::Zones;
