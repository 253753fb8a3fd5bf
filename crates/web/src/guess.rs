//! Guess limits: a few tries, then growing waits, remembered across restarts.
//!
//! Only failures are stored, so somebody who types a passcode right costs nothing. Whoever holds a valid token never comes here, so
//! nobody can lock them out; and a share's wait stays short, so that guessing at it does not shut out those who know its passcode.
//! Tries that are under way count as failed until they turn out otherwise: a hundred at once get no further than one by one.

use crate::{address, system};
use jiff::SignedDuration;
use kernel::{Class, Classify, Clock, Moment};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashMap,
    fmt,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};
use store::{Comparison, Condition, Item, Key, Store, StoreError, from_item, put};

/// Wrong tries that cost no wait.
pub const FREE_TRIES: u32 = 5;
/// How long failures are remembered after the last one.
const MEMORY: SignedDuration = SignedDuration::from_hours(24);
const LONGEST_AT_A_SHARE: SignedDuration = SignedDuration::from_secs(10);
const LONGEST: SignedDuration = SignedDuration::from_mins(15);

/// What somebody guesses at, or from. Name everything that a try should count against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// A share's passcodes and its participants' codes, a poll's manage key.
    Share(String),
    /// An account's password; an e-mail address will do as its name.
    Account(String),
    /// Whoever is asking, at anything.
    Address(IpAddr),
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Share(name) => write!(f, "SHARE#{name}"),
            Self::Account(name) => write!(f, "ACCOUNT#{name}"),
            Self::Address(address) => write!(f, "ADDRESS#{}", address::counted(*address)),
        }
    }
}

impl Subject {
    fn key(&self) -> Key {
        system::guesses(&self.to_string())
    }

    /// How long to wait after so many failures.
    fn wait(&self, failures: u32) -> SignedDuration {
        let Some(over) = failures.checked_sub(FREE_TRIES) else { return SignedDuration::ZERO };
        let longest = if matches!(self, Self::Share(_)) { LONGEST_AT_A_SHARE } else { LONGEST };
        SignedDuration::from_secs(1 << over.min(16)).min(longest)
    }
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum GuessError {
    #[error("Too many tries. Wait {} and try again.", in_words(*.0))]
    TooMany(SignedDuration),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Classify for GuessError {
    fn class(&self) -> Class {
        match self {
            Self::TooMany(wait) => Class::TooMany(*wait),
            Self::Store(error) => error.class(),
        }
    }
}

fn in_words(wait: SignedDuration) -> String {
    match wait.as_secs().max(1) {
        1 => "a second".into(),
        seconds @ 2..=90 => format!("{seconds} seconds"),
        seconds => format!("{} minutes", (seconds + 59) / 60),
    }
}

/// What is stored about a subject.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Failures {
    count: u32,
    last_at: Moment,
    ttl: i64,
}

/// The limiter of guesses.
#[derive(Clone)]
pub struct Guesses {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    under_way: Arc<Mutex<HashMap<String, u32>>>,
}

impl Guesses {
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock, under_way: Arc::default() }
    }

    /// Allows one try, or says how long to wait. Tell the [`Attempt`] how it went; dropped, it counts as right.
    pub async fn check(&self, subjects: &[Subject]) -> Result<Attempt, GuessError> {
        let attempt = Attempt::begin(self.clone(), subjects);
        self.allow(subjects, &attempt.others).await?;
        Ok(attempt)
    }

    /// Allows a try by what has failed so far, whatever is under way: for secrets so long that a burst of guesses gets nowhere, which
    /// many people use at the same moment, as participants do their codes. A wrong one is then reported by [`Guesses::check`] and
    /// [`Attempt::failed`].
    pub async fn look(&self, subjects: &[Subject]) -> Result<(), GuessError> {
        self.allow(subjects, &vec![0; subjects.len()]).await
    }

    async fn allow(&self, subjects: &[Subject], under_way: &[u32]) -> Result<(), GuessError> {
        if subjects.is_empty() {
            return Ok(());
        }
        let keys: Vec<_> = subjects.iter().map(Subject::key).collect();
        let held = self.store.batch_get(&system::SYSTEM, &keys).await?;
        let now = self.clock.now();
        let mut wait = SignedDuration::ZERO;
        for ((subject, held), others) in subjects.iter().zip(held).zip(under_way) {
            let held: Option<Failures> = held.map(from_item).transpose()?;
            let failures = held.as_ref().map_or(0, |held| held.count);
            let since = held.map_or(now, |held| *held.last_at);
            // Those under way have not failed yet; were they to fail now, the wait would run from now.
            let from = if *others > 0 { now } else { since };
            let ready = from + subject.wait(failures + others);
            wait = wait.max(now.duration_until(ready));
        }
        if wait.is_positive() { Err(GuessError::TooMany(wait)) } else { Ok(()) }
    }

    async fn count(&self, subject: &Subject) -> Result<u32, StoreError> {
        let held = self.store.get(&system::SYSTEM, &subject.key()).await?;
        let mut held: Option<Failures> = held.map(from_item).transpose()?;
        loop {
            let now = self.clock.now();
            let failures = held.as_ref().map_or(0, |held| held.count) + 1;
            let state = Failures { count: failures, last_at: now.into(), ttl: (now + MEMORY).as_second() };
            let unchanged = match &held {
                Some(held) => Condition::equals("count", held.count),
                // What has expired is hidden from reads and may still lie there.
                None => Condition::absent("PK").or(Condition::compare(
                    "ttl",
                    Comparison::LessOrEqual,
                    now.as_second(),
                )),
            };
            match self.store.write(put(&system::SYSTEM, subject.key(), &state)?.when(unchanged)).await {
                Ok(()) => return Ok(failures),
                // Somebody else failed at the same moment: theirs counts, then ours.
                Err(error) if error.is_condition_failed() => {
                    held = error.into_existing().map(from_item::<Failures>).transpose()?;
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// One try that was allowed.
pub struct Attempt {
    guesses: Guesses,
    subjects: Vec<Subject>,
    /// Tries at each subject that were under way when this one began.
    others: Vec<u32>,
}

impl Attempt {
    fn begin(guesses: Guesses, subjects: &[Subject]) -> Self {
        let mut under_way = guesses.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        let mut enter = |subject: &Subject| {
            let count = under_way.entry(subject.to_string()).or_default();
            *count += 1;
            *count - 1
        };
        let others = subjects.iter().map(&mut enter).collect();
        drop(under_way);
        Self { guesses, subjects: subjects.to_vec(), others }
    }

    /// It was wrong. Says how many more tries cost no wait.
    pub async fn failed(self) -> Result<u32, GuessError> {
        let mut most = 0;
        for subject in &self.subjects {
            most = most.max(self.guesses.count(subject).await?);
        }
        Ok(FREE_TRIES.saturating_sub(most))
    }

    /// It was right. An account's failures are forgotten: only its owner gets here. Those of a share and an address stay, or
    /// whoever knows one passcode could go on guessing at another.
    pub async fn passed(self) -> Result<(), GuessError> {
        for subject in self.subjects.iter().filter(|subject| matches!(subject, Subject::Account(_))) {
            let there: Option<Item> = self.guesses.store.get(&system::SYSTEM, &subject.key()).await?;
            if there.is_some() {
                self.guesses.store.write(store::Write::delete(&system::SYSTEM, subject.key())).await?;
            }
        }
        Ok(())
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        let mut under_way = self.guesses.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        for subject in &self.subjects {
            let name = subject.to_string();
            if let Some(count) = under_way.get_mut(&name) {
                *count -= 1;
                if *count == 0 {
                    under_way.remove(&name);
                }
            }
        }
    }
}
