//! How long one piece of work, a request say, may wait for storage in all: every call, and every attempt at one, takes from the same
//! time, so that no number of slow answers, retries and edits made anew adds up. What comes after its end fails at once.
//!
//! Time counts only while a call is under way. Work that waits for something else meanwhile, its turn to decode a picture or another
//! server's page, loses nothing of it; calls side by side count once.

use crate::{Result, StoreError};
use std::{
    future::Future,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    sync::Notify,
    time::{Instant, sleep, timeout},
};

tokio::task_local! {
    static CURRENT: Arc<Deadline>;
}

/// The time that one piece of work has for storage.
pub struct Deadline {
    allowed: Duration,
    used: Mutex<Used>,
    passed: Notify,
}

#[derive(Default)]
struct Used {
    /// Time of calls that are over.
    before: Duration,
    /// Calls under way, and since when there has been one.
    calls: usize,
    since: Option<Instant>,
}

impl Deadline {
    pub fn new(allowed: Duration) -> Arc<Self> {
        Arc::new(Self { allowed, used: Mutex::default(), passed: Notify::new() })
    }

    /// Does `work` within this deadline.
    pub fn around<F: Future>(self: &Arc<Self>, work: F) -> impl Future<Output = F::Output> + use<F> {
        CURRENT.scope(self.clone(), work)
    }

    /// Ends when a write is still under way after the last of the time.
    pub async fn passed(&self) {
        self.passed.notified().await;
    }

    /// Waits for a reading for as long as there is time left, then fails with [`StoreError::Unavailable`].
    pub async fn read<T>(call: impl Future<Output = Result<T>>) -> Result<T> {
        let Ok(deadline) = CURRENT.try_with(Clone::clone) else { return call.await };
        let _under_way = UnderWay::begin(&deadline);
        timeout(deadline.left()?, call).await.unwrap_or_else(|_| Err(over()))
    }

    /// Begins a write only while there is time left. One that is under way is never cut off: whoever wrote must learn of it to bring
    /// up to date what is held in memory. Whoever waits for it all need not wait that long: see [`Self::passed`].
    pub async fn write<T>(call: impl Future<Output = Result<T>>) -> Result<T> {
        let Ok(deadline) = CURRENT.try_with(Clone::clone) else { return call.await };
        let _under_way = UnderWay::begin(&deadline);
        let (left, mut call) = (deadline.left()?, pin!(call));
        tokio::select! {
            biased;
            answer = &mut call => answer,
            () = sleep(left) => {
                deadline.passed.notify_one();
                call.await
            }
        }
    }

    /// Returns whether there is time for `pause` and something after it.
    pub fn allows(pause: Duration) -> bool {
        CURRENT.try_with(|deadline| deadline.left().is_ok_and(|left| pause < left)).unwrap_or(true)
    }

    fn left(&self) -> Result<Duration> {
        let used = self.used();
        let now = used.since.map_or(Duration::ZERO, |since| since.elapsed());
        let left = self.allowed.checked_sub(used.before + now);
        left.filter(|left| !left.is_zero()).ok_or_else(over)
    }

    fn used(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn over() -> StoreError {
    StoreError::Unavailable("it took too long for one request".to_owned())
}

/// A call under way, until it is dropped.
struct UnderWay<'d>(&'d Deadline);

impl<'d> UnderWay<'d> {
    fn begin(deadline: &'d Deadline) -> Self {
        let mut used = deadline.used();
        used.calls += 1;
        used.since.get_or_insert_with(Instant::now);
        Self(deadline)
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        let mut used = self.0.used();
        used.calls -= 1;
        if used.calls == 0 {
            let since = used.since.take();
            used.before += since.map_or(Duration::ZERO, |since| since.elapsed());
        }
    }
}
