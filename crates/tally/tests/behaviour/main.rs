//! What the counting promises, told through its public door.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod ballot_box;
mod counting;
mod formats;
mod head_to_head;
mod kit;
mod parser_safety;
mod properties;
mod reading;
mod real_elections;
mod reference;
mod refusals;
mod rendering;
mod sentences;
mod tie_orders;
mod ties;
