//! The shell and what stands behind it, through real routers on the embedded engine.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod api;
mod aside;
mod assets;
mod board;
mod commit;
mod creating;
mod cursors;
mod deadline;
mod extract;
mod failures;
mod follow;
mod guesses;
mod headers;
mod house;
mod live;
mod marks;
mod origin;
mod packing;
mod pages;
mod records;
mod requests;
mod rooms;
mod work;
