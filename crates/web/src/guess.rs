//! Guess limits: some tries are free, then each waits for longer, remembered across restarts.
//!
//! Only failures are stored, so that a right passcode costs one read. Tries at one subject are judged one after another: of a
//! thousand at once none gets further than one by one, and thirty right ones all get in. Who comes with a token never gets here,
//! and a known device has a counter of its own, so that strangers who guess keep nobody else out.

mod counter;
mod line;

use crate::system::SYSTEM;
use counter::{Counter, Failures};
use jiff::SignedDuration;
use kernel::{Class, Classify, Clock};
use line::{Lines, Place};
use std::{net::IpAddr, sync::Arc};
use store::{Store, StoreError, from_item};

/// What someone guesses at, and the counters that a wrong try goes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    counters: Vec<Counter>,
    /// Where tries wait for one another.
    line: Option<String>,
}

impl Subject {
    /// The passcodes of a share.
    pub fn share(share: &str, from: IpAddr) -> Self {
        let counters = vec![Counter::share_from(share, from), Counter::share(share), Counter::address(from)];
        Self { counters, line: Some(format!("share {share}")) }
    }

    /// The password of an account; `account` is any name for it that says nothing about its owner.
    pub fn account(account: &str, from: IpAddr) -> Self {
        let counters =
            vec![Counter::account_from(account, from), Counter::account(account), Counter::address(from)];
        Self { counters, line: Some(format!("account {account}")) }
    }

    /// The password of an account, on a device that has signed in to it before.
    pub fn device(account: &str, device: &str) -> Self {
        let line = Some(format!("device {device}"));
        Self { counters: vec![Counter::device(account, device)], line }
    }

    /// Something too long to guess: only who tries is counted.
    pub fn address(from: IpAddr) -> Self {
        Self { counters: vec![Counter::address(from)], line: None }
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
    // Rounded up: a try that comes too early would only wait again.
    let seconds = wait.as_secs() + i64::from(wait.subsec_nanos() > 0);
    crate::words::counted(u64::try_from(seconds).unwrap_or(1).max(1), "second")
}

/// The limiter of guesses.
#[derive(Clone)]
pub struct Guesses {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    lines: Lines,
}

impl Guesses {
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock, lines: Lines::default() }
    }

    /// Allows one try, or says how long to wait. Tell the [`Attempt`] how it went; until it is dropped, the next in line waits.
    pub async fn check(&self, subject: &Subject) -> Result<Attempt, GuessError> {
        let place = match &subject.line {
            None => None,
            Some(line) => Some(self.place_in(line, subject).await?),
        };
        self.allow(subject).await?;
        Ok(Attempt { guesses: self.clone(), counters: subject.counters.clone(), _place: place })
    }

    async fn place_in(&self, line: &str, subject: &Subject) -> Result<line::Place, GuessError> {
        if let Some(place) = self.lines.at_once(line) {
            return Ok(place);
        }
        // Who has to wait anyway takes no place in the line.
        self.allow(subject).await?;
        self.lines.wait(line).await.ok_or(GuessError::TooMany(line::FULL))
    }

    async fn allow(&self, subject: &Subject) -> Result<(), GuessError> {
        let keys: Vec<_> = subject.counters.iter().map(Counter::key).collect();
        let held = store::batch_get_all(self.store.as_ref(), &SYSTEM, &keys).await?;
        let now = self.clock.now();
        let mut wait = SignedDuration::ZERO;
        for (counter, held) in subject.counters.iter().zip(held) {
            let Some(held) = held.map(from_item::<Failures>).transpose()? else { continue };
            wait = wait.max(counter.wait(&held, now.into()));
        }
        if wait.is_positive() { Err(GuessError::TooMany(wait)) } else { Ok(()) }
    }

    /// Forgets everything about an account's password, for its owner who waits and an operator who knows them.
    pub async fn unlock(&self, account: &str) -> Result<(), StoreError> {
        while store::remove_some(self.store.as_ref(), &SYSTEM, [counter::of_account(account)]).await? {}
        Ok(())
    }
}

/// One try that was allowed.
pub struct Attempt {
    guesses: Guesses,
    counters: Vec<Counter>,
    _place: Option<Place>,
}

impl Attempt {
    /// It was wrong. Says how many more tries cost no wait.
    pub async fn failed(self) -> Result<u32, GuessError> {
        let mut left = u32::MAX;
        for counter in &self.counters {
            let count = counter.add(self.guesses.store.as_ref(), self.guesses.clock.as_ref()).await?;
            left = left.min(counter.free().saturating_sub(count));
        }
        Ok(left)
    }

    /// It was right, and only who may do everything with the subject gets that far: its counters start again. The address's own
    /// stays, or a guesser could clear it with a share of their own.
    pub async fn passed(self) -> Result<(), GuessError> {
        let keys: Vec<_> =
            self.counters.iter().filter(|counter| counter.is_cleared()).map(Counter::key).collect();
        let held = store::batch_get_all(self.guesses.store.as_ref(), &SYSTEM, &keys).await?;
        for (key, _) in keys.into_iter().zip(held).filter(|(_, held)| held.is_some()) {
            self.guesses.store.write(store::Write::delete(&SYSTEM, key)).await?;
        }
        Ok(())
    }
}
