//! The only reader of the time, so that a test can set it.

use jiff::{SignedDuration, Timestamp};
use std::{
    sync::{
        LazyLock, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicI64, AtomicU32, Ordering},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// Tells the time, to the millisecond: what is stored and what is compared are the same.
pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;

    /// How long it has been since some fixed moment. It never goes back and never jumps, whoever sets the machine's clock, so rates are
    /// kept by it.
    fn elapsed(&self) -> Duration;

    /// Hears from somebody whose time counts what it is, in whole seconds. Says by how much this clock was wrong, if it now follows.
    fn told(&self, theirs: Timestamp) -> Option<SignedDuration> {
        let _ = theirs;
        None
    }
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the time")]
    fn now(&self) -> Timestamp {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let milliseconds = i64::try_from(now.as_millis()).unwrap_or(i64::MAX);
        Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::MAX)
    }

    fn elapsed(&self) -> Duration {
        static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
        BEGAN.elapsed()
    }
}

/// A clock that is set right by what a shared store says: processes that share one must agree on the time.
#[derive(Debug, Default)]
pub struct CorrectedClock<C = SystemClock> {
    own: C,
    /// By how many milliseconds the right time is ahead of our own clock's.
    ahead: AtomicI64,
    /// How often in a row an earlier time was said than it is here.
    earlier: AtomicU32,
}

impl<C> CorrectedClock<C> {
    /// What was said is on its way for a moment, and cut to the second.
    const TOLERANCE: SignedDuration = SignedDuration::from_millis(1_500);

    /// What is read late says an earlier time, too; what is said so often in a row was not read late.
    const BELIEVED: u32 = 3;

    pub fn new(own: C) -> Self {
        Self { own, ahead: AtomicI64::new(0), earlier: AtomicU32::new(0) }
    }
}

impl<C: Clock> Clock for CorrectedClock<C> {
    fn now(&self) -> Timestamp {
        let ahead = self.ahead.load(Ordering::Relaxed);
        let milliseconds = self.own.now().as_millisecond().saturating_add(ahead);
        Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::MAX)
    }

    fn elapsed(&self) -> Duration {
        self.own.elapsed()
    }

    fn told(&self, theirs: Timestamp) -> Option<SignedDuration> {
        // On average, what is cut off.
        let theirs = theirs.saturating_add(SignedDuration::from_millis(500)).ok()?;
        let wrong = theirs.duration_since(self.now());
        if wrong >= -Self::TOLERANCE {
            self.earlier.store(0, Ordering::Relaxed);
        } else if self.earlier.fetch_add(1, Ordering::Relaxed) + 1 < Self::BELIEVED {
            return None;
        }
        if wrong.abs() <= Self::TOLERANCE {
            return None;
        }
        let ahead = theirs.duration_since(self.own.now()).as_millis();
        self.ahead.store(i64::try_from(ahead).ok()?, Ordering::Relaxed);
        Some(wrong)
    }
}

/// A clock that stands still, for long work that must see one moment throughout.
#[derive(Debug, Clone, Copy)]
pub struct StoppedClock(pub Timestamp);

impl Clock for StoppedClock {
    fn now(&self) -> Timestamp {
        self.0
    }

    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// A clock that stands still until it is told to move.
#[derive(Debug)]
pub struct FakeClock(Mutex<Hands>);

#[derive(Debug, Clone, Copy)]
struct Hands {
    now: Timestamp,
    elapsed: Duration,
}

impl FakeClock {
    pub fn at(now: Timestamp) -> Self {
        Self(Mutex::new(Hands { now, elapsed: Duration::ZERO }))
    }

    /// Time passes.
    pub fn advance(&self, by: SignedDuration) {
        let mut hands = self.hands();
        hands.now = hands.now.checked_add(by).unwrap_or(hands.now);
        hands.elapsed += Duration::try_from(by).unwrap_or_default();
    }

    /// Somebody sets the clock; no time passes.
    pub fn set(&self, to: Timestamp) {
        self.hands().now = to;
    }

    fn hands(&self) -> MutexGuard<'_, Hands> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Timestamp {
        self.hands().now
    }

    fn elapsed(&self) -> Duration {
        self.hands().elapsed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_wrong_follows_and_one_that_is_right_to_the_second_does_not() {
        let right = Timestamp::from_second(1_800_000_000).unwrap();
        let clock = CorrectedClock::new(FakeClock::at(right + SignedDuration::from_millis(999)));
        assert_eq!(clock.told(right), None);
        assert_eq!(clock.now(), right + SignedDuration::from_millis(999));
        clock.own.set(right - SignedDuration::from_hours(1));
        assert_eq!(clock.told(right).map(|wrong| wrong.as_secs()), Some(3_600));
        assert_eq!(clock.now(), right + SignedDuration::from_millis(500));
        // Ours is set right in turn: the correction goes, once it is clear that no answer was merely read late.
        clock.own.set(right + SignedDuration::from_millis(700));
        assert_eq!((clock.told(right), clock.told(right)), (None, None));
        assert_eq!(clock.told(right).map(|wrong| wrong.as_secs()), Some(-3_600));
        assert!((clock.now().duration_since(right)).abs() < SignedDuration::from_secs(1));
        assert_eq!(FakeClock::at(right).told(Timestamp::MAX), None, "a test's clock is the test's");
    }
}
