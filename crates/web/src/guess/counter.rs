//! What is counted, where it is stored, and how long the count makes one wait.

use crate::{
    address,
    system::{self, SYSTEM},
};
use jiff::SignedDuration;
use kernel::{Clock, Moment};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use store::{Comparison, Condition, Key, Query, Store, StoreError, from_item, put};

/// How a counter slows down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rule {
    /// Failures that cost no wait.
    free: u32,
    /// The wait after one more; it doubles with each, up to the longest.
    first: SignedDuration,
    longest: SignedDuration,
    /// How long a count is remembered.
    memory: Memory,
    /// Whether a right try clears it.
    cleared: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Memory {
    SinceTheLast(SignedDuration),
    SinceTheFirst(SignedDuration),
}

const QUARTER: Memory = Memory::SinceTheLast(SignedDuration::from_mins(15));
/// One person at one thing.
const CLOSE: Rule = Rule {
    free: 5,
    first: SignedDuration::from_secs(1),
    longest: SignedDuration::from_secs(60),
    memory: QUARTER,
    cleared: true,
};
/// Everyone at one share: gentle, because those who know the passcode wait too.
const SHARE: Rule = Rule { free: 30, longest: SignedDuration::from_secs(10), ..CLOSE };
/// One address at everything. A whole house may be behind it.
const ADDRESS: Rule =
    Rule { free: 100, memory: Memory::SinceTheFirst(SignedDuration::from_hours(1)), cleared: false, ..CLOSE };

/// Clocks differ by less than this. A failure further ahead was noted by a clock that was wrong: it makes nobody wait until the right one
/// is there, and the next failure is noted at its own time.
const AHEAD: SignedDuration = SignedDuration::from_secs(5);

/// A count of failures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    rule: Rule,
    /// Counters of one account share a partition, so that an operator can clear them all.
    subject: String,
    part: String,
}

impl Counter {
    fn new(rule: Rule, subject: String, part: impl Into<String>) -> Self {
        Self { rule, subject, part: part.into() }
    }

    pub fn share(share: &str) -> Self {
        Self::new(SHARE, format!("SHARE#{share}"), "ALL")
    }

    pub fn share_from(share: &str, from: IpAddr) -> Self {
        Self::new(CLOSE, format!("SHARE#{share}"), format!("FROM#{}", address::counted(from)))
    }

    pub fn account(account: &str) -> Self {
        Self::new(CLOSE, format!("ACCOUNT#{account}"), "ALL")
    }

    pub fn account_from(account: &str, from: IpAddr) -> Self {
        Self::new(CLOSE, format!("ACCOUNT#{account}"), format!("FROM#{}", address::counted(from)))
    }

    pub fn device(account: &str, device: &str) -> Self {
        Self::new(CLOSE, format!("ACCOUNT#{account}"), format!("DEVICE#{device}"))
    }

    pub fn address(from: IpAddr) -> Self {
        Self::new(ADDRESS, format!("ADDRESS#{}", address::counted(from)), "ALL")
    }

    pub fn key(&self) -> Key {
        system::guesses(&self.subject, &self.part)
    }

    pub fn free(&self) -> u32 {
        self.rule.free
    }

    pub fn is_cleared(&self) -> bool {
        self.rule.cleared
    }

    /// Returns how long to wait after these failures.
    pub fn wait(&self, held: &Failures, now: Moment) -> SignedDuration {
        let Some(over) = held.count.checked_sub(self.rule.free) else { return SignedDuration::ZERO };
        if held.last_at > now.plus(AHEAD) {
            return SignedDuration::ZERO;
        }
        let wait = (self.rule.first * (1 << over.min(16))).min(self.rule.longest);
        now.duration_until(*held.last_at.plus(wait))
    }

    /// Counts one more failure and says how many there are.
    pub async fn add(&self, store: &dyn Store, clock: &dyn Clock) -> Result<u32, StoreError> {
        let held = store.get(&SYSTEM, &self.key()).await?;
        let mut held: Option<Failures> = held.map(from_item).transpose()?;
        loop {
            let now = clock.now();
            let next = self.after(held.as_ref(), now.into());
            let unchanged = match &held {
                Some(held) => Condition::equals("count", held.count),
                // What has expired is hidden from reads and may still lie there.
                None => Condition::absent("PK").or(Condition::compare(
                    "ttl",
                    Comparison::LessOrEqual,
                    now.as_second(),
                )),
            };
            match store.write(put(&SYSTEM, self.key(), &next)?.when(unchanged)).await {
                Ok(()) => return Ok(next.count),
                // Another process counted a failure at the same moment: theirs counts, then ours.
                Err(error) if error.is_condition_failed() => {
                    held = error.into_existing().map(from_item::<Failures>).transpose()?;
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn after(&self, held: Option<&Failures>, now: Moment) -> Failures {
        let ttl = match (self.rule.memory, held) {
            (Memory::SinceTheFirst(memory), Some(held)) => held.ttl.min(now.plus(memory).as_second()),
            (Memory::SinceTheFirst(memory) | Memory::SinceTheLast(memory), _) => now.plus(memory).as_second(),
        };
        Failures { count: held.map_or(0, |held| held.count) + 1, last_at: now, ttl }
    }
}

/// Every counter of one account.
pub fn of_account(account: &str) -> Query {
    system::guesses_at(&format!("ACCOUNT#{account}"))
}

/// What is stored of a counter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Failures {
    pub count: u32,
    pub last_at: Moment,
    pub ttl: i64,
}
