//! How much one caller may do: requests a second, and things made an hour.
//!
//! Counted in memory, per process. A restart forgets, and several processes each count for themselves: these limits keep a machine
//! from being flooded, where a factor of the number of processes does not matter. Guessing, where it does, is remembered in storage
//! ([`crate::Guesses`]).

use crate::{Settings, address};
use governor::{
    Quota as Rate, RateLimiter, clock as governor_clock, middleware::NoOpMiddleware, nanos::Nanos,
    state::keyed::DefaultKeyedStateStore,
};
use jiff::SignedDuration;
use kernel::{Class, Classify, Clock};
use std::{
    net::IpAddr,
    num::NonZeroU32,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quota {
    /// Any request but those for live streams; the shell takes one for each.
    Requests,
    /// Live streams opened.
    Streams,
    /// Shareables and polls made without an account.
    Creations,
    /// Accounts registered, and people looked up or added by e-mail.
    Registrations,
}

/// Registrations and look-ups by e-mail that one caller may make in an hour.
const REGISTRATIONS_PER_HOUR: NonZeroU32 = NonZeroU32::new(20).unwrap();
const BURST: u32 = 10;
/// Streams that one caller may open a second for long, after all those that it may hold at once.
const STREAMS_PER_SECOND: NonZeroU32 = NonZeroU32::new(100).unwrap();
/// Once in so many times, callers that are back at zero are forgotten.
const SWEEP: u32 = 10_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("That is a lot in a short time. Try again a little later.")]
pub struct QuotaUsedUp {
    pub wait: SignedDuration,
}

impl Classify for QuotaUsedUp {
    fn class(&self) -> Class {
        Class::TooMany(self.wait)
    }
}

type Counter = RateLimiter<Caller, DefaultKeyedStateStore<Caller>, Ticks, NoOpMiddleware<Nanos>>;

/// Whose the counts are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Caller {
    At(IpAddr),
    Named(String),
}

/// How many requests a wrong token, code, key or link counts as.
const WRONG_SECRET: u32 = 10;

/// The counters of one process.
pub struct Quotas {
    clock: Arc<dyn Clock>,
    taken: AtomicU32,
    requests: Option<Counter>,
    streams: Option<Counter>,
    creations: Option<Counter>,
    registrations: Option<Counter>,
}

impl Quotas {
    pub fn new(settings: &Settings, clock: Arc<dyn Clock>) -> Self {
        let counter = |rate: Rate| -> Counter {
            RateLimiter::new(rate, DefaultKeyedStateStore::default(), Ticks(clock.clone()))
        };
        let per_second = NonZeroU32::new(settings.requests_per_second);
        let requests = per_second.map(|n| {
            Rate::per_second(n).allow_burst(n.saturating_mul(NonZeroU32::MIN.saturating_add(BURST - 1)))
        });
        let at_once = NonZeroU32::new(settings.streams_per_address);
        let streams = at_once.map(|n| Rate::per_second(STREAMS_PER_SECOND).allow_burst(n));
        Self {
            requests: requests.map(&counter),
            streams: streams.map(&counter),
            creations: NonZeroU32::new(settings.creations_per_hour).map(Rate::per_hour).map(&counter),
            registrations: Some(counter(Rate::per_hour(REGISTRATIONS_PER_HOUR))),
            taken: AtomicU32::new(0),
            clock,
        }
    }

    /// Takes one of `quota` for the caller at `address`.
    pub fn take(&self, quota: Quota, address: IpAddr) -> Result<(), QuotaUsedUp> {
        self.take_one(quota, Caller::At(address::counted(address)))
    }

    /// Takes one of `quota` for any caller with a name of its own, such as an account's id.
    pub fn take_as(&self, quota: Quota, caller: &str) -> Result<(), QuotaUsedUp> {
        self.take_one(quota, Caller::Named(caller.to_owned()))
    }

    /// A wrong secret that is too long to guess counts as ten requests: the one it came with, and nine more. It keeps nobody out.
    pub fn wrong_secret(&self, address: IpAddr) {
        for _ in 1..WRONG_SECRET {
            let _ = self.take(Quota::Requests, address);
        }
    }

    fn take_one(&self, quota: Quota, caller: Caller) -> Result<(), QuotaUsedUp> {
        let counter = match quota {
            Quota::Requests => &self.requests,
            Quota::Streams => &self.streams,
            Quota::Creations => &self.creations,
            Quota::Registrations => &self.registrations,
        };
        let Some(counter) = counter else { return Ok(()) };
        if self.taken.fetch_add(1, Ordering::Relaxed) % SWEEP == SWEEP - 1 {
            counter.retain_recent();
        }
        counter.check_key(&caller).map_err(|until| {
            let wait = until.wait_time_from(nanos(self.clock.as_ref()));
            QuotaUsedUp { wait: SignedDuration::try_from(wait).unwrap_or(SignedDuration::from_hours(1)) }
        })
    }
}

/// Our clock, as the limiter reads it.
#[derive(Clone)]
struct Ticks(Arc<dyn Clock>);

impl governor_clock::Clock for Ticks {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        nanos(self.0.as_ref())
    }
}

fn nanos(clock: &dyn Clock) -> Nanos {
    let millis = u64::try_from(clock.now().as_millisecond()).unwrap_or(0);
    Duration::from_millis(millis).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::Timestamp;
    use kernel::FakeClock;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn quotas(settings: Settings) -> (Arc<FakeClock>, Quotas) {
        let clock = Arc::new(FakeClock::at(Timestamp::from_second(1_800_000_000).unwrap()));
        let quotas = Quotas::new(&settings, clock.clone());
        (clock, quotas)
    }

    #[test]
    fn after_its_quota_a_caller_waits_and_others_do_not() {
        let (clock, quotas) = quotas(Settings { creations_per_hour: 3, ..Settings::default() });
        for _ in 0..3 {
            quotas.take(Quota::Creations, HERE).unwrap();
        }
        let refused = quotas.take(Quota::Creations, HERE).unwrap_err();
        assert_eq!(refused.wait, SignedDuration::from_mins(20));
        quotas.take(Quota::Creations, "192.0.2.1".parse().unwrap()).unwrap();
        quotas.take(Quota::Registrations, HERE).unwrap();
        clock.advance(SignedDuration::from_mins(20));
        quotas.take(Quota::Creations, HERE).unwrap();
        quotas.take(Quota::Creations, HERE).unwrap_err();
    }

    #[test]
    fn a_rate_of_nothing_means_no_limit() {
        let (_, quotas) = quotas(Settings { requests_per_second: 0, ..Settings::default() });
        assert!((0..5_000).all(|_| quotas.take(Quota::Requests, HERE).is_ok()));
    }

    #[test]
    fn a_burst_of_requests_passes_and_a_flood_does_not() {
        let (_, quotas) = quotas(Settings { requests_per_second: 5, ..Settings::default() });
        let passed = (0..1_000).filter(|_| quotas.take(Quota::Requests, HERE).is_ok()).count();
        assert_eq!(passed, 50);
    }
}
