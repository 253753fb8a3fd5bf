//! Creating, once: the same request sent twice makes one thing and gets the same answer.
//!
//! A request that creates carries a key, as `Idempotency-Key` or as a form's hidden field. What it made is written down under that
//! key in the very transaction that makes it ([`ONCE`](system::once)), so it holds when two arrive at once, after a crash and on
//! another server. No secret is written down: those that are told only once are derived from the key ([`Seed`]), or read from
//! what was made.

mod answer_key;
pub mod begun;
mod once;
mod seed;

pub use answer_key::AnswerKey;
pub use once::{Creating, CreatingForm, NoFields, Once, OnceField};
pub use seed::Seed;

use crate::{Ctx, Fault, Notices, Quota, mine, system};
use jiff::SignedDuration;
use kernel::{Moment, actor::Refused};
use serde::{Deserialize, Serialize};
use store::{Comparison, Condition, StoreError, Write, from_item};

/// How long a key is remembered.
const KEPT: SignedDuration = SignedDuration::from_hours(24);
/// Clocks differ by less than this many seconds.
const AHEAD: i64 = 60;
/// How often something is made anew when a code that was drawn for it is taken.
const TRIES: usize = 8;

/// What is to be made, and what the one who asked is told.
pub struct New<T> {
    /// What kind of thing it is: `poll`, `ranked`, `group`.
    pub kind: &'static str,
    pub id: String,
    pub made: T,
    /// Stored in one transaction, with what belongs to every new thing.
    pub writes: Vec<Write>,
    /// A short code by which it is found, where its id is not one.
    pub code: Option<String>,
    /// When storage may forget it, in Unix seconds.
    pub ttl: Option<i64>,
    /// When it was made, as it says itself, for those that can be given up: they are found by it among their owner's things.
    pub created_at: Option<Moment>,
    /// Whether it belongs to the account that makes it, and is listed among its things.
    pub owned: bool,
    /// Who is notified of it.
    pub notices: Notices,
}

impl<T> New<T> {
    pub fn of(
        kind: &'static str,
        id: impl ToString,
        made: T,
        writes: impl IntoIterator<Item = Write>,
    ) -> Self {
        let writes = writes.into_iter().collect();
        Self {
            kind,
            id: id.to_string(),
            made,
            writes,
            code: None,
            ttl: None,
            created_at: None,
            owned: true,
            notices: Notices::default(),
        }
    }

    /// Names who is notified of it.
    #[must_use]
    pub fn notifying(mut self, name: impl FnOnce(&mut Notices)) -> Self {
        name(&mut self.notices);
        self
    }
}

/// What came of a creation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Made<T> {
    New(T),
    /// This request had made it before.
    Again(T),
}

impl<T> Made<T> {
    pub fn into_inner(self) -> T {
        match self {
            Self::New(made) | Self::Again(made) => made,
        }
    }
}

/// What is remembered of a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    kind: String,
    id: String,
    /// A MAC of the body that the key came with.
    body: String,
    ttl: i64,
}

impl Ctx {
    /// Whether this caller may create things that need no account.
    pub fn may_create(&self) -> Result<(), Refused> {
        let may = self.actor.account.is_some() || self.settings.anonymous_creation;
        if may { Ok(()) } else { Err(Refused::SignedOut) }
    }

    fn take_creation(&self) -> Result<(), Fault> {
        match &self.actor.account {
            Some(account) => self.quotas.take_as(Quota::Creations, &account.user_id.to_string())?,
            None => self.quotas.take(Quota::Creations, self.actor.address)?,
        }
        Ok(())
    }
}

/// Makes what `make` says, once for each key. `make` decides and may be asked again when what it drew is taken; `again` tells from what
/// is stored what was answered the first time, or nothing when that is gone.
pub async fn create<T, E, M, A>(
    ctx: &Ctx,
    once: &Once,
    mut make: impl FnMut(Seed) -> M,
    again: impl FnOnce(Seed, String) -> A,
) -> Result<Made<T>, E>
where
    E: From<Fault>,
    // Plain functions to futures: what an async closure lends cannot be proved to be `Send`.
    M: Future<Output = Result<New<T>, E>>,
    A: Future<Output = Result<Option<T>, E>>,
{
    ctx.may_create().map_err(Fault::from)?;
    let seed = once.seed(ctx)?;
    let mut counted = false;
    for _ in 0..TRIES {
        if let Some(id) = find(ctx, once, &seed).await? {
            let first = again(seed, id).await?;
            return first.map(Made::Again).ok_or_else(|| Fault::MadeAndGone.into());
        }
        let new = match make(seed.clone()).await {
            Ok(new) => new,
            Err(error) if find(ctx, once, &seed).await?.is_none() => return Err(error),
            // What is in the way may be what the same request has just made: the next turn tells.
            Err(_) => continue,
        };
        if !counted {
            ctx.take_creation()?;
            counted = true;
        }
        let writes = writes(ctx, once, &seed, &new)?;
        match ctx.commit(writes.into_iter().chain(new.writes)).and(new.notices).await {
            Ok(()) => return Ok(Made::New(new.made)),
            // The same key was faster, or a code is taken: the next turn tells.
            Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
            Err(error) => return Err(Fault::from(error).into()),
        }
    }
    Err(Fault::Contended.into())
}

/// What this key has made before. With another body it means something else, which is refused.
async fn find(ctx: &Ctx, once: &Once, seed: &Seed) -> Result<Option<String>, Fault> {
    let Some(key) = seed.record() else { return Ok(None) };
    let Some(item) = ctx.store.get(&system::SYSTEM, &key).await? else { return Ok(None) };
    let record: Record = from_item(item)?;
    let kept_until = (ctx.clock.now() + KEPT).as_second();
    if record.ttl > kept_until + AHEAD {
        // Noted by a clock that was ahead: it counts as noted now, so that it neither ends at once nor lasts until that time comes.
        let as_read = Condition::equals("ttl", record.ttl);
        let write = Write::update(&system::SYSTEM, key).set("ttl", kept_until).when(as_read);
        match ctx.store.write(write).await {
            Err(error) if !error.is_condition_failed() => return Err(error.into()),
            _ => {}
        }
    }
    if record.body != once.body_mac(ctx) {
        return Err(Fault::KeyUsed { kind: record.kind, id: record.id });
    }
    Ok(Some(record.id))
}

/// What belongs to every new thing: the memory of its key, its code, and its place among its owner's things.
fn writes<T>(ctx: &Ctx, once: &Once, seed: &Seed, new: &New<T>) -> Result<Vec<Write>, Fault> {
    let now = ctx.clock.now();
    let mut writes: Vec<_> = record(ctx, once, seed, new.kind, &new.id)?.into_iter().collect();
    if let Some(code) = &new.code {
        writes.push(crate::codes::claim(code, new.kind, &new.id)?);
    }
    if let Some(account) = ctx.actor.account.as_ref().filter(|_| new.owned) {
        let made_at = new.created_at.map_or(now, |at| *at);
        writes.push(mine::made(account.user_id, made_at, new.kind, &new.id, new.ttl)?);
    }
    Ok(writes)
}

/// Returns the write that remembers what a key made; `None` without a key.
fn record(ctx: &Ctx, once: &Once, seed: &Seed, kind: &str, id: &str) -> store::Result<Option<Write>> {
    let (now, Some(key)) = (ctx.clock.now(), seed.record()) else { return Ok(None) };
    let ttl = (now + KEPT).as_second();
    let record = Record { kind: kind.into(), id: id.into(), body: once.body_mac(ctx), ttl };
    // What has expired is hidden from reads and may still lie there.
    let past = Condition::compare("ttl", Comparison::LessOrEqual, now.as_second());
    let free = Condition::absent("PK").or(past);
    Ok(Some(store::put(&system::SYSTEM, key, &record)?.when(free)))
}
