//! Measures every call for whoever operates the server: how many, how they end, how long they take.

use super::{
    call::{Call, Operation},
    hooked::{Hook, Hooked, Outcome},
};
use crate::{Result, Store, StoreError};
use metrics::{Counter, Histogram};
use std::{
    sync::{Arc, PoisonError, RwLock},
    time::{Duration, Instant},
};

/// How many calls were made, by operation, table and outcome.
const CALLS: &str = "roundtable_store_calls_total";
/// How long calls took, by operation and table.
const SECONDS: &str = "roundtable_store_call_seconds";

/// A store that reports the calls made of another as metrics. It stands below the retries, so that each attempt shows.
pub type MeteredStore = Hooked<Meter>;

/// To find a metric by its labels takes longer than to count, so those found are kept: as few as operations, tables and outcomes.
#[derive(Default)]
pub struct Meter(RwLock<Vec<Measure>>);

pub struct Measure {
    operation: Operation,
    table: &'static str,
    outcome: &'static str,
    calls: Counter,
    seconds: Histogram,
}

impl MeteredStore {
    pub fn new(inner: Arc<dyn Store>) -> Self {
        Self::around(inner, Meter::default())
    }
}

impl Hook for Meter {
    type Begun = Instant;

    fn before(&self, _: &Call) -> Result<Instant> {
        Ok(Instant::now())
    }

    fn after(&self, call: &Call, begun: Instant, outcome: Outcome<'_>) -> Result<()> {
        let (took, outcome) = (begun.elapsed(), name_of(outcome));
        let wanted = |known: &&Measure| {
            known.operation == call.operation && known.table == call.table && known.outcome == outcome
        };
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(measure) = known.iter().find(wanted) {
            measure.add(took);
            return Ok(());
        }
        drop(known);
        // Two at once may both come here. What they find is the same, and it does no harm to keep it twice.
        let measure = Measure::find(call, outcome);
        measure.add(took);
        self.0.write().unwrap_or_else(PoisonError::into_inner).push(measure);
        Ok(())
    }
}

impl Measure {
    fn find(call: &Call, outcome: &'static str) -> Self {
        let (operation, table) = (call.operation.name(), call.table);
        let calls =
            metrics::counter!(CALLS, "operation" => operation, "table" => table, "outcome" => outcome);
        let seconds = metrics::histogram!(SECONDS, "operation" => operation, "table" => table);
        Self { operation: call.operation, table, outcome, calls, seconds }
    }

    fn add(&self, took: Duration) {
        self.calls.increment(1);
        self.seconds.record(took);
    }
}

/// Every outcome by which calls are counted.
pub const OUTCOMES: [&str; 8] =
    ["ok", "condition_failed", "conflict", "throttled", "too_large", "invalid", "not_saved", "unavailable"];

fn name_of(outcome: Outcome<'_>) -> &'static str {
    match outcome {
        Ok(_) => "ok",
        Err(StoreError::ConditionFailed(_)) => "condition_failed",
        Err(StoreError::Conflict) => "conflict",
        Err(StoreError::Throttled(_)) => "throttled",
        Err(StoreError::TooLarge(_)) => "too_large",
        Err(StoreError::Invalid(_)) => "invalid",
        Err(StoreError::NotSaved(_)) => "not_saved",
        Err(StoreError::Unavailable(_)) => "unavailable",
    }
}
