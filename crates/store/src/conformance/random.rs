//! Random sequences of operations over a small space of keys, and the comparison of two engines that are given the same one.
//!
//! What an engine is free to choose is not compared: the words of an error, the order of a scan, and the order of rows that share
//! an index key. Everything else must be the same.

mod compare;
mod generate;

pub use compare::compare;
pub use generate::{Generator, Step};
