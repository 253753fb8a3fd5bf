//! Exports as lines: the same data gives the same ones, whatever is wrong with them is noticed, and a copy that broke off goes on.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests speak by panicking")]

mod copies;
mod engines;
mod lines;
