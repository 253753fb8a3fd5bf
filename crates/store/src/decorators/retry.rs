//! Tries again what storage could not do at that moment, and never does a thing twice.
//!
//! This is the only place that retries, above either engine. `Conflict` and `Throttled` mean that nothing was written, so trying
//! again is always right. After `Unavailable` a write may have happened, its answer lost. Then:
//!
//! - **A transaction** carries a token, made here above the attempts, under which an engine does it once and answers the replay
//!   with success. So additions (`Add`), which cannot be recognised afterwards, exist only in transactions.
//! - **A conditional write** may find its own doing in the way: a put "if new" finds the item it put. When the condition of a
//!   repeated write fails, but the item there is what was sent (the item of a put; the values of an update set and removed; nothing
//!   for a delete), the write has succeeded. What only one of several may win must therefore be told apart by its content (an
//!   id, a holder's name), which such items carry anyway.
//! - **A write without condition** is repeated: putting, setting, removing and deleting give the same item again.
//!
//! All of it happens within the [`Deadline`] of the request that it is done for, where there is one.
//!
//! Where attempts run out after one that may have happened, the answer stays `Unavailable`, whatever the last attempt said:
//! "nothing was written" would be a claim that nobody can make.

mod landed;
mod timer;

use crate::{
    Deadline, Item, Key, Query, Result, Rows, Scan, Store, StoreError, Table, Token, Transaction, Write,
};
use async_trait::async_trait;
use kernel::Rng;
use std::{sync::Arc, time::Duration};

use landed::has_landed;
pub use timer::{FakeTimer, SystemTimer, Timer};

/// How often and how long is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// How many attempts are made in all.
    pub attempts: u32,
    /// The longest pause after the first attempt; it doubles with each.
    pub first_pause: Duration,
    /// The longest pause of all.
    pub longest_pause: Duration,
    /// No further attempt begins after this time. Far below the ten minutes for which engines honour tokens.
    pub total: Duration,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            attempts: 8,
            first_pause: Duration::from_millis(20),
            longest_pause: Duration::from_secs(1),
            total: crate::LAST_ATTEMPT,
        }
    }
}

/// A store that tries again.
pub struct RetryStore {
    inner: Arc<dyn Store>,
    rng: Rng,
    policy: Policy,
    timer: Arc<dyn Timer>,
}

impl RetryStore {
    pub fn new(inner: Arc<dyn Store>, rng: Rng) -> Self {
        Self { inner, rng, policy: Policy::default(), timer: Arc::new(SystemTimer::default()) }
    }

    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        Self { policy, ..self }
    }

    #[must_use]
    pub fn with_timer(self, timer: Arc<dyn Timer>) -> Self {
        Self { timer, ..self }
    }

    /// Repeats a read, which changes nothing, until it is answered.
    async fn read<T, F: Future<Output = Result<T>> + Send>(
        &self,
        attempt: impl Fn() -> F + Send,
    ) -> Result<T> {
        let mut attempts = Attempts::begin(self);
        Deadline::read(async {
            loop {
                match attempt().await {
                    Err(error) => attempts.again(error).await?,
                    answer => return answer,
                }
            }
        })
        .await
    }
}

/// The attempts at one call so far.
struct Attempts<'r> {
    store: &'r RetryStore,
    made: u32,
    began: Duration,
}

impl<'r> Attempts<'r> {
    fn begin(store: &'r RetryStore) -> Self {
        Self { store, made: 0, began: store.timer.elapsed() }
    }

    /// Waits for the next attempt, or gives the error back where trying again is of no use or no longer allowed.
    async fn again(&mut self, error: StoreError) -> Result<()> {
        let RetryStore { rng, policy, timer, .. } = self.store;
        self.made += 1;
        let passing =
            matches!(error, StoreError::Conflict | StoreError::Throttled(_) | StoreError::Unavailable(_));
        if !passing || self.made >= policy.attempts {
            return Err(error);
        }
        let ceiling =
            policy.first_pause.saturating_mul(1 << (self.made - 1).min(16)).min(policy.longest_pause);
        // Anything from nothing to the ceiling, so that those who collided do not meet again.
        let pause = Duration::from_micros(rng.below(u64::try_from(ceiling.as_micros()).unwrap_or(u64::MAX)));
        let too_late = timer.elapsed().saturating_sub(self.began) + pause > policy.total;
        if too_late || !Deadline::allows(pause) {
            return Err(error);
        }
        timer.pause(pause).await;
        Ok(())
    }
}

/// The attempts at a write, one of which may have happened without an answer.
struct WriteAttempts<'r> {
    attempts: Attempts<'r>,
    unclear: Option<StoreError>,
}

impl<'r> WriteAttempts<'r> {
    fn begin(store: &'r RetryStore) -> Self {
        Self { attempts: Attempts::begin(store), unclear: None }
    }

    async fn again(&mut self, error: StoreError) -> Result<()> {
        if matches!(error, StoreError::Unavailable(_)) {
            self.unclear = Some(error.clone());
        }
        self.attempts.again(error).await.map_err(|last| match last {
            // These say that nothing was written, which is true of the last attempt alone.
            StoreError::Conflict | StoreError::Throttled(_) => self.unclear.take().unwrap_or(last),
            last => last,
        })
    }
}

#[async_trait]
impl Store for RetryStore {
    async fn get(&self, table: &'static Table, key: &Key) -> Result<Option<Item>> {
        self.read(|| self.inner.get(table, key)).await
    }

    async fn batch_get(&self, table: &'static Table, keys: &[Key]) -> Result<Vec<Option<Item>>> {
        self.read(|| self.inner.batch_get(table, keys)).await
    }

    async fn query(&self, query: Query) -> Result<Rows> {
        self.read(|| self.inner.query(query.clone())).await
    }

    async fn write(&self, write: Write) -> Result<()> {
        let mut attempts = WriteAttempts::begin(self);
        Deadline::write(async {
            loop {
                match self.inner.write(write.clone()).await {
                    Ok(()) => return Ok(()),
                    Err(error) if attempts.unclear.is_some() && has_landed(&write, &error) => return Ok(()),
                    Err(error) => attempts.again(error).await?,
                }
            }
        })
        .await
    }

    async fn transact(&self, mut transaction: Transaction) -> Result<()> {
        transaction.token.get_or_insert_with(|| Token(self.rng.uuid_v4().to_string()));
        let mut attempts = WriteAttempts::begin(self);
        Deadline::write(async {
            loop {
                match self.inner.transact(transaction.clone()).await {
                    Ok(()) => return Ok(()),
                    Err(error) => attempts.again(error).await?,
                }
            }
        })
        .await
    }

    async fn scan(&self, scan: Scan) -> Result<Rows> {
        self.read(|| self.inner.scan(scan.clone())).await
    }

    /// Whether storage answers is a question about now.
    async fn ready(&self) -> Result<()> {
        self.inner.ready().await
    }
}
