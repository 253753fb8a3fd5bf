//! The club: a catalogue of links with ratings and comments, roles, profiles, and the squash ladder.

pub mod keys;
pub mod model;
pub mod tables;
