//! Shareables through their JSON door, on both engines.

#[macro_use]
mod support;

mod checklists;
