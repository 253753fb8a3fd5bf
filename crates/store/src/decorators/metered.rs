//! Measures every call for whoever operates the server: how many, how they end, how long they take.

use super::{
    call::Call,
    hooked::{Hook, Hooked, Outcome},
};
use crate::{Result, Store, StoreError};
use std::{sync::Arc, time::Instant};

/// How many calls were made, by operation, table and outcome.
const CALLS: &str = "store_calls_total";
/// How long calls took, by operation and table.
const SECONDS: &str = "store_call_seconds";

/// A store that reports the calls made of another as metrics. It stands below the retries, so that each attempt shows.
pub type MeteredStore = Hooked<Meter>;

#[derive(Debug, Default)]
pub struct Meter;

impl MeteredStore {
    pub fn new(inner: Arc<dyn Store>) -> Self {
        metrics::describe_counter!(CALLS, "Calls of the storage engine, by operation, table and outcome");
        metrics::describe_histogram!(
            SECONDS,
            metrics::Unit::Seconds,
            "How long calls of the storage engine took"
        );
        Self::around(inner, Meter)
    }
}

impl Hook for Meter {
    type Begun = Instant;

    fn before(&self, _: &Call) -> Result<Instant> {
        Ok(Instant::now())
    }

    fn after(&self, call: &Call, begun: Instant, outcome: Outcome<'_>) -> Result<()> {
        let (operation, table) = (call.operation.name(), call.table);
        metrics::counter!(CALLS, "operation" => operation, "table" => table, "outcome" => name_of(outcome))
            .increment(1);
        metrics::histogram!(SECONDS, "operation" => operation, "table" => table).record(begun.elapsed());
        Ok(())
    }
}

fn name_of(outcome: Outcome<'_>) -> &'static str {
    match outcome {
        Ok(_) => "ok",
        Err(StoreError::ConditionFailed(_)) => "condition_failed",
        Err(StoreError::Conflict) => "conflict",
        Err(StoreError::Throttled(_)) => "throttled",
        Err(StoreError::TooLarge(_)) => "too_large",
        Err(StoreError::Invalid(_)) => "invalid",
        Err(StoreError::Unavailable(_)) => "unavailable",
    }
}
