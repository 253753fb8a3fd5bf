//! Stories through the HTTP door, a module per feature, in one binary so that they link once; and the rules the workspace
//! keeps.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "these are tests")]

mod contract;
mod crowd;
mod dependencies;
mod docs;
mod identity;
mod rooms;
mod workspace;
