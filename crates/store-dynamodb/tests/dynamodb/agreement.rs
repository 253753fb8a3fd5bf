//! Ten thousand random operations, transactions and queries: DynamoDB Local and the embedded engine answer alike.

use crate::conformance::suite_store;
use kernel::FakeClock;
use std::sync::Arc;
use store::conformance::{random, start, tables};
use store_embedded::EmbeddedStore;

/// Few enough to be over soon: DynamoDB Local remembers the token of a transaction only for a minute of real time, and a stream sends
/// some again.
const STEPS: usize = 500;

async fn both_engines_agree(seed: u64) {
    let (dynamodb, _) = suite_store().await;
    let embedded = EmbeddedStore::in_memory(tables::ALL.to_vec(), Arc::new(FakeClock::at(start()))).unwrap();
    random::compare(&*dynamodb, &embedded, seed, STEPS).await;
}

/// Twenty streams, so that they can run beside each other.
macro_rules! both_engines_agree {
    ($($name:ident = $seed:literal),*) => {
        $(#[tokio::test]
        async fn $name() {
            both_engines_agree($seed).await;
        })*
    };
}

both_engines_agree!(
    both_engines_agree_on_stream_1 = 1,
    both_engines_agree_on_stream_2 = 2,
    both_engines_agree_on_stream_3 = 3,
    both_engines_agree_on_stream_4 = 4,
    both_engines_agree_on_stream_5 = 5,
    both_engines_agree_on_stream_6 = 6,
    both_engines_agree_on_stream_7 = 7,
    both_engines_agree_on_stream_8 = 8,
    both_engines_agree_on_stream_9 = 9,
    both_engines_agree_on_stream_10 = 10,
    both_engines_agree_on_stream_11 = 11,
    both_engines_agree_on_stream_12 = 12,
    both_engines_agree_on_stream_13 = 13,
    both_engines_agree_on_stream_14 = 14,
    both_engines_agree_on_stream_15 = 15,
    both_engines_agree_on_stream_16 = 16,
    both_engines_agree_on_stream_17 = 17,
    both_engines_agree_on_stream_18 = 18,
    both_engines_agree_on_stream_19 = 19,
    both_engines_agree_on_stream_20 = 20
);
