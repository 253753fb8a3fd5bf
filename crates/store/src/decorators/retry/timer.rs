//! The time that passes between attempts, so that tests need not wait for it.

use async_trait::async_trait;
use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

#[async_trait]
pub trait Timer: Send + Sync {
    /// The time since some fixed moment; it never goes back.
    fn elapsed(&self) -> Duration;

    async fn pause(&self, time: Duration);
}

/// Real time.
#[derive(Debug)]
pub struct SystemTimer(Instant);

impl Default for SystemTimer {
    fn default() -> Self {
        Self(Instant::now())
    }
}

#[async_trait]
impl Timer for SystemTimer {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    async fn pause(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }
}

/// Time that passes only by pausing, and then at once: for tests.
#[derive(Debug, Default)]
pub struct FakeTimer(AtomicU64);

#[async_trait]
impl Timer for FakeTimer {
    fn elapsed(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed))
    }

    async fn pause(&self, time: Duration) {
        self.0.fetch_add(u64::try_from(time.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
        tokio::task::yield_now().await;
    }
}
