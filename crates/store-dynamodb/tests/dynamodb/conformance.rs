//! The suite that both engines pass, on DynamoDB Local.

use crate::setup::{options, with_tables};
use kernel::FakeClock;
use std::sync::Arc;
use store::conformance::{Harness, start, tables};
use store_dynamodb::{DynamoStore, Options};

/// A store over the suite's tables, and the clock it reads.
pub async fn suite_store() -> (Arc<DynamoStore>, Arc<FakeClock>) {
    let clock = Arc::new(FakeClock::at(start()));
    let options = Options { clock: clock.clone(), ..options(tables::ALL.to_vec()) };
    (Arc::new(with_tables(options).await), clock)
}

async fn fresh() -> Harness {
    let (store, clock) = suite_store().await;
    Harness::new(store, clock)
}

store::conformance_tests!(fresh);
