//! How much one caller may do: requests a second, and things made and bytes written in an hour.
//!
//! Counted in memory, per process, by a clock that nobody sets. A restart forgets, and several processes each count for themselves: these limits keep a machine
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
    /// Pictures decoded for one account.
    Pictures,
    /// What participants send in answers: each byte of their requests' bodies.
    AnswerBytes,
}

/// Registrations and look-ups by e-mail that one caller may make in an hour.
const REGISTRATIONS_PER_HOUR: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// Pictures that one account may upload in an hour.
const PICTURES_PER_HOUR: NonZeroU32 = NonZeroU32::new(20).unwrap();
const BURST: u32 = 10;
const MB: u32 = 1_000_000;
/// Streams that one caller may open a second for long, after all those that it may hold at once.
const STREAMS_PER_SECOND: NonZeroU32 = NonZeroU32::new(100).unwrap();
const LONG: SignedDuration = SignedDuration::from_hours(1);
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
    pictures: Option<Counter>,
    answer_bytes: Option<Counter>,
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
            pictures: Some(counter(Rate::per_hour(PICTURES_PER_HOUR))),
            answer_bytes: NonZeroU32::new(settings.participant_mb_per_hour.saturating_mul(MB))
                .map(Rate::per_hour)
                .map(&counter),
            taken: AtomicU32::new(0),
            clock,
        }
    }

    /// Takes one of `quota` for the caller at `address`.
    pub fn take(&self, quota: Quota, address: IpAddr) -> Result<(), QuotaUsedUp> {
        self.take_some(quota, Caller::At(address::counted(address)), NonZeroU32::MIN)
    }

    /// Takes `many` of `quota` for the caller at `address`: all of them or none.
    pub fn take_many(&self, quota: Quota, address: IpAddr, many: u32) -> Result<(), QuotaUsedUp> {
        let Some(many) = NonZeroU32::new(many) else { return Ok(()) };
        self.take_some(quota, Caller::At(address::counted(address)), many)
    }

    /// Takes one of `quota` for any caller with a name of its own, such as an account's id.
    pub fn take_as(&self, quota: Quota, caller: &str) -> Result<(), QuotaUsedUp> {
        self.take_some(quota, Caller::Named(caller.to_owned()), NonZeroU32::MIN)
    }

    /// A wrong secret that is too long to guess counts as ten requests: the one it came with, and nine more. It keeps nobody out.
    pub fn wrong_secret(&self, address: IpAddr) {
        for _ in 1..WRONG_SECRET {
            let _ = self.take(Quota::Requests, address);
        }
    }

    fn counters(&self) -> impl Iterator<Item = &Counter> {
        let few = [&self.requests, &self.streams, &self.creations];
        let more = [&self.registrations, &self.pictures, &self.answer_bytes];
        few.into_iter().chain(more).flatten()
    }

    fn take_some(&self, quota: Quota, caller: Caller, many: NonZeroU32) -> Result<(), QuotaUsedUp> {
        let counter = match quota {
            Quota::Requests => &self.requests,
            Quota::Streams => &self.streams,
            Quota::Creations => &self.creations,
            Quota::Registrations => &self.registrations,
            Quota::Pictures => &self.pictures,
            Quota::AnswerBytes => &self.answer_bytes,
        };
        let Some(counter) = counter else { return Ok(()) };
        if self.taken.fetch_add(1, Ordering::Relaxed) % SWEEP == SWEEP - 1 {
            self.counters().for_each(RateLimiter::retain_recent);
        }
        // More at once than there ever is at all can only be refused.
        let taken = counter.check_key_n(&caller, many).map_err(|_| QuotaUsedUp { wait: LONG })?;
        taken.map_err(|until| {
            let wait = until.wait_time_from(self.clock.elapsed().into());
            QuotaUsedUp { wait: SignedDuration::try_from(wait).unwrap_or(LONG) }
        })
    }
}

/// Our clock, as the limiter reads it.
#[derive(Clone)]
struct Ticks(Arc<dyn Clock>);

impl governor_clock::Clock for Ticks {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        self.0.elapsed().into()
    }
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
    fn whoever_is_back_at_zero_is_forgotten_whatever_was_counted() {
        let (clock, quotas) = quotas(Settings::default());
        let all = [
            Quota::Requests,
            Quota::Streams,
            Quota::Creations,
            Quota::Registrations,
            Quota::Pictures,
            Quota::AnswerBytes,
        ];
        for quota in all {
            for caller in 0..100 {
                quotas.take_as(quota, &caller.to_string()).unwrap();
            }
        }
        assert!(quotas.counters().all(|counter| counter.len() == 100));
        clock.advance(SignedDuration::from_hours(2));
        for _ in 0..SWEEP {
            let _ = quotas.take(Quota::Requests, HERE);
        }
        assert!(quotas.counters().all(|counter| counter.len() <= 1));
    }

    #[test]
    fn a_rate_of_nothing_means_no_limit() {
        let none = Settings { requests_per_second: 0, participant_mb_per_hour: 0, ..Settings::default() };
        let (_, quotas) = quotas(none);
        assert!((0..5_000).all(|_| quotas.take(Quota::Requests, HERE).is_ok()));
        assert!((0..5_000).all(|_| quotas.take_many(Quota::AnswerBytes, HERE, MB).is_ok()));
    }

    #[test]
    fn setting_the_clock_frees_nobody_and_locks_nobody_out() {
        let (clock, quotas) = quotas(Settings { creations_per_hour: 1, ..Settings::default() });
        quotas.take(Quota::Creations, HERE).unwrap();
        for hours in [48, -48] {
            clock.set(clock.now() + SignedDuration::from_hours(hours));
            let refused = quotas.take(Quota::Creations, HERE).unwrap_err();
            assert_eq!(refused.wait, SignedDuration::from_hours(1));
        }
        clock.advance(SignedDuration::from_hours(1));
        quotas.take(Quota::Creations, HERE).unwrap();
    }

    #[test]
    fn an_address_may_write_so_many_bytes_an_hour() {
        let (clock, quotas) = quotas(Settings::default());
        for _ in 0..64 {
            quotas.take_many(Quota::AnswerBytes, HERE, MB).unwrap();
        }
        let refused = quotas.take_many(Quota::AnswerBytes, HERE, MB).unwrap_err();
        assert_eq!(refused.wait.as_secs(), 3_600 / 64);
        quotas.take_many(Quota::AnswerBytes, "192.0.2.1".parse().unwrap(), MB).unwrap();
        clock.advance(SignedDuration::from_mins(1));
        quotas.take_many(Quota::AnswerBytes, HERE, MB).unwrap();
        let never = quotas.take_many(Quota::AnswerBytes, HERE, 65 * MB).unwrap_err();
        assert_eq!(never.wait, LONG);
    }

    #[test]
    fn a_burst_of_requests_passes_and_a_flood_does_not() {
        let (_, quotas) = quotas(Settings { requests_per_second: 5, ..Settings::default() });
        let passed = (0..1_000).filter(|_| quotas.take(Quota::Requests, HERE).is_ok()).count();
        assert_eq!(passed, 50);
    }
}
