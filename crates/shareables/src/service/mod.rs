//! One use case a file. Each loads, checks who is asking, decides by the pure rules of [`crate::model`], and stores.

pub mod access;
mod audit;
pub mod calendar;
pub mod clone;
pub mod close;
pub mod create;
pub mod delete;
pub mod dependants;
pub mod edit;
pub mod export;
pub mod get;
pub mod guess;
pub mod items;
pub mod live;
pub mod open;
pub mod passcodes;
pub mod pool;
pub mod restamp;
pub mod results;
pub mod rsvp;
pub mod rsvps;
pub mod save;
pub mod tick;
pub mod votes;
