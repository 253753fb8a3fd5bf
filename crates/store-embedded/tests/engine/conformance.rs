//! The suite that every engine passes.

use jiff::Timestamp;
use kernel::FakeClock;
use std::sync::Arc;
use store::conformance::{Harness, start, tables};
use store_embedded::EmbeddedStore;

pub async fn fresh() -> Harness {
    let clock: Arc<FakeClock> = Arc::new(FakeClock::at(Timestamp::from_second(start().as_second()).unwrap()));
    let store = EmbeddedStore::in_memory(tables::ALL.to_vec(), clock.clone()).unwrap();
    Harness::new(Arc::new(store), clock)
}

store::conformance_tests!(fresh);
