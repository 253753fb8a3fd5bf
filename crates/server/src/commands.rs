//! The commands, one file each.

pub mod account;
pub mod backup;
pub mod check_config;
pub mod completions;
pub mod copy;
pub mod demo;
pub mod doctor;
pub mod export;
pub mod health;
pub mod import;
pub mod keys;
pub mod mail;
pub mod openapi;
pub mod operator;
pub mod restore;
pub mod rotate_key;
pub mod tables;
pub mod take_down;
pub mod tally;
