//! Limits of letters to addresses, stored and exact: `System` `MAILED#{MAC of the address}` holds the letters of the last day by kind,
//! `MAILED#{MAC of a network address}` those of the last hour that callers there had sent.
//!
//! A letter is admitted by one transaction on the rows as they were read, so that of two servers at the same moment one reads again.

use super::{FixedLetter, LetterKind};
use crate::keys;
use jiff::SignedDuration;
use kernel::Moment;
use serde::{Deserialize, Serialize};
use store::{Comparison, Condition, Key, StoreError, Transaction, Write, batch_get_all, from_item, put};
use web::{Services, address, system::SYSTEM};

const DAY: SignedDuration = SignedDuration::from_hours(24);
const HOUR: SignedDuration = SignedDuration::from_hours(1);
/// Letters an hour that callers at one network address may have sent.
const FROM_ONE_NETWORK_ADDRESS: usize = 20;
/// How long it is remembered that an address was written to about a thing.
const ABOUT_TTL: SignedDuration = SignedDuration::from_hours(366 * 24);
/// Reads again after a lost race; each loss means that another letter was admitted.
const MAX_ATTEMPTS: usize = 64;

/// Decision about one letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Allowed,
    Wait(SignedDuration),
    Refused,
}

/// Limit of one kind of letter.
struct Rule {
    counter: &'static str,
    per_day: usize,
    /// Whether a letter beyond the limit waits; otherwise it is dropped.
    waits: bool,
    /// Whether it counts for the caller's network address.
    from_network: bool,
}

impl LetterKind {
    fn rule(self) -> Rule {
        match self {
            Self::Confirmation => Rule { counter: "CONFIRM", per_day: 3, waits: true, from_network: true },
            Self::Reset => Rule { counter: "RESET", per_day: 5, waits: false, from_network: false },
            Self::Invitation | Self::AddressCheck => {
                Rule { counter: "OTHERS", per_day: 3, waits: true, from_network: true }
            }
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Confirmation => "CONFIRM",
            Self::Reset => "RESET",
            Self::Invitation => "INVITE",
            Self::AddressCheck => "CHECK",
        }
    }
}

/// Letters of one window of time, as stored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Window {
    letters: Vec<Stamp>,
    /// Changes with every write.
    rev: u64,
    ttl: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    name: String,
    at: Moment,
}

/// That an address was written to about a thing, and by which letter.
#[derive(Debug, Serialize, Deserialize)]
struct About {
    name: String,
    ttl: i64,
}

impl Window {
    /// Returns the window with this letter in it, or how long it must wait. A letter that is in already is stamped again.
    fn admit(
        &self,
        name: &str,
        now: Moment,
        limit: usize,
        length: SignedDuration,
    ) -> Result<Self, SignedDuration> {
        let counts = |stamp: &&Stamp| stamp.name != name && now < stamp.at.plus(length);
        let mut letters: Vec<Stamp> = self.letters.iter().filter(counts).cloned().collect();
        if letters.len() >= limit {
            letters.sort_by_key(|stamp| stamp.at);
            let free = letters[letters.len() - limit].at.plus(length);
            return Err(now.duration_until(*free).max(SignedDuration::from_secs(1)));
        }
        letters.push(Stamp { name: name.to_owned(), at: now });
        Ok(Self { letters, rev: self.rev + 1, ttl: now.plus(length).as_second() + 1 })
    }
}

/// Counts a letter, or returns why it must not go out now.
pub async fn take(services: &Services, letter: &FixedLetter) -> store::Result<Verdict> {
    let rule = letter.kind.rule();
    let address = keys::mail_address(&services.keys, &letter.to);
    let mut windows = vec![(keys::mailed(&address, rule.counter), rule.per_day, DAY)];
    if let Some(from) = letter.from.filter(|_| rule.from_network) {
        let network = keys::network_address(&services.keys, address::counted(from));
        windows.push((keys::mailed(&network, "HOUR"), FROM_ONE_NETWORK_ADDRESS, HOUR));
    }
    let name = keys::letter(&services.keys, &letter.name);
    let about = letter.about.as_ref().map(|about| {
        keys::mailed(&address, &format!("{}#{}", letter.kind.name(), keys::letter(&services.keys, about)))
    });
    for _ in 0..MAX_ATTEMPTS {
        let now = Moment::from(services.clock.now());
        let mut writes = Vec::new();
        if let Some(key) = &about {
            match once(services, key, &name, now).await? {
                Some(write) => writes.push(write),
                None => return Ok(Verdict::Refused),
            }
        }
        match counted(services, &windows, &name, now).await? {
            Ok(counted) => writes.extend(counted),
            Err(wait) if rule.waits => return Ok(Verdict::Wait(wait)),
            Err(_) => return Ok(Verdict::Refused),
        }
        match services.store.transact(Transaction::of(writes)).await {
            Ok(()) => return Ok(Verdict::Allowed),
            Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
            Err(error) => return Err(error),
        }
    }
    Err(StoreError::Unavailable("letters to one address are counted by many at this moment".into()))
}

async fn counted(
    services: &Services,
    windows: &[(Key, usize, SignedDuration)],
    name: &str,
    now: Moment,
) -> store::Result<Result<Vec<Write>, SignedDuration>> {
    let wanted: Vec<Key> = windows.iter().map(|(key, ..)| key.clone()).collect();
    let held = batch_get_all(services.store.as_ref(), &SYSTEM, &wanted).await?;
    let (mut writes, mut wait) = (Vec::new(), None);
    for ((key, limit, length), row) in windows.iter().zip(held) {
        let row: Option<Window> = row.map(from_item).transpose()?;
        match row.clone().unwrap_or_default().admit(name, now, *limit, *length) {
            Ok(next) => {
                writes.push(put(&SYSTEM, key.clone(), &next)?.when(unchanged(row.map(|row| row.rev), now)));
            }
            Err(longer) => wait = wait.max(Some(longer)),
        }
    }
    Ok(wait.map_or(Ok(writes), Err))
}

/// The write that remembers a letter about a thing, unless another one went out about it.
async fn once(services: &Services, key: &Key, name: &str, now: Moment) -> store::Result<Option<Write>> {
    let held: Option<About> = services.store.get(&SYSTEM, key).await?.map(from_item).transpose()?;
    let unchanged = match &held {
        Some(held) if held.name != name => return Ok(None),
        Some(_) => Condition::equals("name", name),
        None => gone(now),
    };
    let about = About { name: name.to_owned(), ttl: now.plus(ABOUT_TTL).as_second() };
    Ok(Some(put(&SYSTEM, key.clone(), &about)?.when(unchanged)))
}

fn unchanged(rev: Option<u64>, now: Moment) -> Condition {
    rev.map_or_else(|| gone(now), |rev| Condition::equals("rev", rev))
}

/// What has expired is hidden from reads and may still be stored.
fn gone(now: Moment) -> Condition {
    Condition::absent("PK").or(Condition::compare("ttl", Comparison::LessOrEqual, now.as_second()))
}
