//! The server: configuration, wiring, background work, the control socket, telemetry and the command line.
//!
//! It composes the features' [`web::Feature`] values; what is done once for all of them (routes, `/home`, work, `doctor`,
//! export and deletion of accounts) is done here without knowing any of them by name.

pub mod cli;
pub mod commands;
pub mod compose;
pub mod config;
pub mod control;
pub mod demo;
pub mod doctor;
pub mod engine;
pub mod front;
pub mod health;
pub mod openapi;
mod patience;
mod removal;
pub mod secret;
pub mod serve;
pub mod tasks;
pub mod telemetry;
pub mod transfer;
