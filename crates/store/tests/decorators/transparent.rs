//! A decorator that has nothing to do does nothing.

use super::engine;
use kernel::Rng;
use std::sync::Arc;
use store::{
    conformance::random,
    decorators::{CountingStore, FailingStore, LaggingIndexes, MeteredStore, RetryStore},
};

#[tokio::test]
async fn a_store_in_every_decorator_answers_as_the_engine_does() {
    for seed in 0..4 {
        let current = Arc::new(LaggingIndexes::new(engine(), engine()).catching_up_after(1));
        let steady = Arc::new(FailingStore::new(current));
        let counted = Arc::new(CountingStore::new(Arc::new(MeteredStore::new(steady))));
        let decorated = RetryStore::new(counted.clone(), Rng::seeded(seed));
        random::compare(&*engine(), &decorated, seed, 500).await;
        assert!(counted.snapshot().calls() >= 500);
    }
}
