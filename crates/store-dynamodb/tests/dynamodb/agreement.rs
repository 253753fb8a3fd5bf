//! Ten thousand random operations, transactions and queries: DynamoDB Local and the embedded engine answer alike.

use crate::conformance::suite_store;
use kernel::FakeClock;
use std::sync::Arc;
use store::conformance::{random, start, tables};
use store_embedded::EmbeddedStore;

const STEPS: usize = 2_500;

async fn both_engines_agree(seed: u64) {
    let (dynamodb, _) = suite_store().await;
    let embedded = EmbeddedStore::in_memory(tables::ALL.to_vec(), Arc::new(FakeClock::at(start()))).unwrap();
    random::compare(&*dynamodb, &embedded, seed, STEPS).await;
}

/// Four streams, so that they can run beside each other.
macro_rules! both_engines_agree {
    ($($name:ident = $seed:literal),*) => {
        $(#[tokio::test]
        async fn $name() {
            both_engines_agree($seed).await;
        })*
    };
}

both_engines_agree!(
    both_engines_agree_on_a_first_stream = 1,
    both_engines_agree_on_a_second_stream = 2,
    both_engines_agree_on_a_third_stream = 3,
    both_engines_agree_on_a_fourth_stream = 4
);
