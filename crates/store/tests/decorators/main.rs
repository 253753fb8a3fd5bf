//! Every decorator over a real engine.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod counting;
mod failing;
mod lagging;
mod metered;
mod retry;
mod transparent;

use kernel::FakeClock;
use std::sync::Arc;
use store::{
    Store,
    conformance::{start, tables},
};
use store_embedded::EmbeddedStore;

/// A fresh engine over the suite's tables.
fn engine() -> Arc<dyn Store> {
    let clock = Arc::new(FakeClock::at(start()));
    Arc::new(EmbeddedStore::in_memory(tables::ALL.to_vec(), clock).unwrap())
}
