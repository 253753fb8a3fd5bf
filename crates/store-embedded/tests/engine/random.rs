//! Random sequences of operations, compared with the plainest possible store.

use crate::{conformance::fresh, model::Model};
use store::conformance::random::compare;

const SEEDS: u64 = 10;
const STEPS: usize = 1_000;

#[tokio::test]
async fn random_operations_answer_as_a_plain_list_of_items_does() {
    for seed in 0..SEEDS {
        let harness = fresh().await;
        let model = Model::new(harness.clock.clone());
        compare(&*harness.store, &model, seed, STEPS).await;
    }
}
