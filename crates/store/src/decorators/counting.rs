//! Counts calls, so that a test can say what a page may cost: no N+1, no forgotten read.

use super::{
    call::{Call, Operation},
    hooked::{Hook, Hooked, Outcome},
};
use crate::{Result, Store, Table};
use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// A store that counts the calls made of another.
pub type CountingStore = Hooked<Counter>;

#[derive(Debug, Default)]
pub struct Counter(Mutex<Counts>);

/// How often a call was made, and how many items it read or wrote.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    pub calls: usize,
    pub items: usize,
}

/// The counts of each kind of call. Prints as one line for each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts(pub BTreeMap<Call, Count>);

impl CountingStore {
    pub fn new(inner: Arc<dyn Store>) -> Self {
        Self::around(inner, Counter::default())
    }

    /// Starts again from nothing.
    pub fn reset(&self) {
        *self.hook.counts() = Counts::default();
    }

    /// What was counted so far.
    pub fn snapshot(&self) -> Counts {
        self.hook.counts().clone()
    }

    /// What `work`, one request say, answers and costs.
    pub async fn during<T>(&self, work: impl Future<Output = T>) -> (T, Counts) {
        let before = self.snapshot();
        let answer = work.await;
        (answer, self.snapshot().since(&before))
    }
}

impl Counter {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Hook for Counter {
    type Begun = ();

    fn before(&self, _: &Call) -> Result<()> {
        Ok(())
    }

    fn after(&self, call: &Call, (): (), outcome: Outcome<'_>) -> Result<()> {
        let mut counts = self.counts();
        let count = counts.0.entry(*call).or_default();
        count.calls += 1;
        count.items += outcome.unwrap_or(0);
        Ok(())
    }
}

impl Counts {
    /// All calls; asking whether storage is ready is none.
    pub fn calls(&self) -> usize {
        self.calls_where(|call| call.operation != Operation::Ready)
    }

    pub fn calls_of(&self, operation: Operation) -> usize {
        self.calls_where(|call| call.operation == operation)
    }

    pub fn calls_to(&self, table: &Table) -> usize {
        self.calls_where(|call| call.table == table.name)
    }

    /// The calls that write: a transaction is one.
    pub fn writes(&self) -> usize {
        self.calls_of(Operation::Write) + self.calls_of(Operation::Transact)
    }

    pub fn items_read(&self) -> usize {
        self.0.iter().filter(|(call, _)| call.operation.reads()).map(|(_, count)| count.items).sum()
    }

    /// What was counted after `earlier`.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let newer = self.0.iter().map(|(call, count)| {
            let before = earlier.0.get(call).copied().unwrap_or_default();
            let calls = count.calls.saturating_sub(before.calls);
            (*call, Count { calls, items: count.items.saturating_sub(before.items) })
        });
        Self(newer.filter(|(_, count)| count.calls > 0).collect())
    }

    fn calls_where(&self, wanted: impl Fn(&Call) -> bool) -> usize {
        self.0.iter().filter(|(call, _)| wanted(call)).map(|(_, count)| count.calls).sum()
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return writeln!(f, "no calls");
        }
        for (call, Count { calls, items }) in &self.0 {
            let plural = |count: usize| if count == 1 { "" } else { "s" };
            writeln!(f, "{calls} × {call}, {items} item{}", plural(*items))?;
        }
        Ok(())
    }
}
