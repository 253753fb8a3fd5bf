//! What both engines must agree on: a suite of named behaviours that every engine's tests run, and random sequences of
//! operations that must give the same answers on two engines.
//!
//! An engine's test file says how to make a fresh store over [`tables::ALL`] and gets one test for each behaviour:
//!
//! ```ignore
//! async fn fresh() -> store::conformance::Harness { … }
//! store::conformance_tests!(fresh);
//! ```
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "a suite of tests speaks by panicking"
)]

mod cases;
pub mod conditions;
pub mod edits;
pub mod expiry;
pub mod indexes;
pub mod items;
pub mod keys;
pub mod limits;
pub mod paging;
pub mod races;
pub mod random;
pub mod ranges;
pub mod removing;
pub mod retries;
pub mod tables;
pub mod tokens;
pub mod transactions;

use crate::{Item, Key, Query, Store, StoreError, Table, Write, query_all};
use jiff::Timestamp;
use kernel::FakeClock;
use std::{any::Any, sync::Arc, time::Duration};

/// The time at which every harness's clock starts: 2040. Engines that sweep by the machine's own clock then leave alone what
/// only the fake clock has let expire.
pub fn start() -> Timestamp {
    Timestamp::from_second(2_208_988_800).expect("a time in range")
}

/// A fresh store over [`tables::ALL`], the clock it reads (at [`start`]), and whatever must live as long as it does.
/// The store must not sweep expired items while a test runs.
pub struct Harness {
    pub store: Arc<dyn Store>,
    pub clock: Arc<FakeClock>,
    _keep: Box<dyn Any + Send + Sync>,
}

impl Harness {
    pub fn new(store: Arc<dyn Store>, clock: Arc<FakeClock>) -> Self {
        Self { store, clock, _keep: Box::new(()) }
    }

    /// Keeps `what` (a temporary folder, a child process) until the test is over.
    #[must_use]
    pub fn keeping(self, what: impl Any + Send + Sync) -> Self {
        Self { _keep: Box::new(what), ..self }
    }

    async fn put(&self, table: &'static Table, item: Item) {
        self.store.write(Write::put(table, item)).await.expect("a put without a condition");
    }

    async fn put_all(&self, table: &'static Table, items: impl IntoIterator<Item = Item>) {
        for item in items {
            self.put(table, item).await;
        }
    }

    async fn get(&self, table: &'static Table, key: &Key) -> Option<Item> {
        self.store.get(table, key).await.expect("a get")
    }

    /// Every row of a query.
    async fn rows(&self, query: Query) -> Vec<Item> {
        query_all(&*self.store, query).await.expect("a query")
    }

    /// Asserts that a query answers exactly `expected`. An index may lag, so it is asked again for a while.
    async fn answers(&self, query: Query, expected: &[Item]) {
        for _ in 0..PATIENCE {
            if self.rows(query.clone()).await == expected {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
        assert_eq!(self.rows(query.clone()).await, expected, "{query:?}");
    }

    /// Asserts that a query answers `expected`, where the order says nothing.
    async fn answers_in_any_order(&self, query: Query, expected: &[Item]) {
        let sorted = |mut items: Vec<Item>| {
            items.sort_by_cached_key(|item| format!("{item:?}"));
            items
        };
        let expected = sorted(expected.to_vec());
        for _ in 0..PATIENCE {
            if sorted(self.rows(query.clone()).await) == expected {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
        assert_eq!(sorted(self.rows(query.clone()).await), expected, "{query:?}");
    }
}

/// How often and how fast a lagging index is asked again: about two seconds in all.
const PATIENCE: usize = 100;
const PAUSE: Duration = Duration::from_millis(20);

/// Randomness for the names of transactions. An engine that serves many runs knows them all, so no two runs may share one.
fn unrepeated() -> kernel::Rng {
    kernel::Rng::system().expect("the system's randomness")
}

/// The one failure of a write whose condition did not hold.
fn failed(at: usize, item: Option<Item>) -> StoreError {
    StoreError::ConditionFailed(vec![crate::Failed { at, item }])
}

#[track_caller]
fn assert_invalid<T: std::fmt::Debug>(result: crate::Result<T>) {
    assert!(matches!(result, Err(StoreError::Invalid(_))), "{result:?} should be Invalid");
}

#[track_caller]
fn assert_too_large<T: std::fmt::Debug>(result: crate::Result<T>) {
    assert!(matches!(result, Err(StoreError::TooLarge(_))), "{result:?} should be TooLarge");
}
