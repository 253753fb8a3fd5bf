//! Storage on one machine: the port on redb, in one file, with nothing else to install or run.
//!
//! Reads go straight to the last committed state, on the thread that asks: they take microseconds, and a page ends at 1 MB.
//! Writes go through one thread that commits everything waiting at that moment together, and answers once it is on the disk.
//!
//! The file holds a redb table of items for each table, a redb table of entries for each index and each expiry time, the tokens
//! of recent transactions, and the number of its format. `key`, `catalog` and `store::packed` say how.

mod batch;
mod catalog;
mod check;
mod engine;
mod error;
mod fingerprint;
mod frozen;
mod integrity;
mod key;
mod open;
mod snapshot;
mod walk;
mod writer;

pub use engine::{EmbeddedStore, Options};
pub use error::OpenError;
pub use frozen::Frozen;
pub use integrity::integrity;
