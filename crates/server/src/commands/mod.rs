//! The commands, one file each.

pub mod account;
pub mod check_config;
pub mod keys;
pub mod openapi;
pub mod operator;
pub mod rotate_key;
pub mod tables;
pub mod take_down;
pub mod tally;
