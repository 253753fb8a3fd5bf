//! The pool of ShortIds: claimed within the transaction that creates the share, refilled beside it. Nothing ever waits for it: where
//! it is empty, an id is made on the spot, and the condition on the share's own key keeps ids unique.

use crate::{
    keys::{self, POOL_PARTITIONS},
    model::{Shareable, ShortId},
    tables::{SHAREABLES, SHORT_ID_POOL},
};
use async_trait::async_trait;
use std::{collections::HashSet, sync::Arc};
use store::{Condition, Item, Key, Scan, StoreError, Transaction, View, Write};
use web::{AtStart, Services};

/// How many ids a full partition holds.
pub const SLOTS: u32 = 4;
/// A partition with this many left is topped up.
const LOW: usize = 2;
/// How many partitions are tried before an id is made on the spot.
const TRIES: usize = 4;
/// Writes of one transaction.
const CHUNK: usize = 100;

/// Stores a new share under an id of its own, which `share` is told.
pub async fn claim(
    services: &Arc<Services>,
    share: impl Fn(ShortId) -> Shareable,
) -> store::Result<Shareable> {
    for _ in 0..TRIES {
        let partition = u32::try_from(services.rng.below(POOL_PARTITIONS.into())).unwrap_or(0);
        let available = services.store.query(keys::available_in(partition, SLOTS)).await?.items;
        if available.len() <= LOW {
            tokio::spawn(top_up(services.clone(), partition));
        }
        if available.is_empty() {
            continue;
        }
        let entry = &available[services.rng.index(available.len())];
        if let Some(share) = take(services, entry, &share).await? {
            return Ok(share);
        }
    }
    make_on_the_spot(services, share).await
}

/// Takes one entry of the pool for a new share; nothing when somebody else was faster, or the id is in use.
async fn take(
    services: &Services,
    entry: &Item,
    share: impl Fn(ShortId) -> Shareable,
) -> store::Result<Option<Shareable>> {
    let key = Key::of(entry, &SHORT_ID_POOL.key)?;
    let drop = Write::delete(&SHORT_ID_POOL, key);
    let text = entry.get("id").and_then(View::as_str).unwrap_or_default();
    let Ok(id) = text.parse() else {
        tracing::warn!("an entry of the ShortId pool holds no ShortId and is removed");
        services.store.write(drop).await?;
        return Ok(None);
    };
    let share = share(id);
    let claimed = drop.clone().when(Condition::equals("id", text));
    let created = put_new(&share)?;
    match services.store.transact(Transaction::of([claimed.clone(), created])).await {
        Ok(()) => Ok(Some(share)),
        Err(error) if error.failed_at(1) && !error.failed_at(0) => {
            // Somebody made this id on the spot. It is of no use to anyone else, so it leaves the pool.
            ignore_lost_race(services.store.write(claimed).await)?;
            Ok(None)
        }
        Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => Ok(None),
        Err(error) => Err(error),
    }
}

async fn make_on_the_spot(
    services: &Services,
    share: impl Fn(ShortId) -> Shareable,
) -> store::Result<Shareable> {
    loop {
        let share = share(ShortId::draw(&services.rng));
        match services.store.write(put_new(&share)?).await {
            Ok(()) => return Ok(share),
            Err(error) if error.is_condition_failed() => {}
            Err(error) => return Err(error),
        }
    }
}

fn put_new(share: &Shareable) -> store::Result<Write> {
    Ok(store::put(&SHAREABLES, keys::shareable(&share.short_id), share)?.if_new())
}

/// Fills the pool when the server starts. Where that fails it is filled as it is used.
pub struct FillAtStart;

#[async_trait]
impl AtStart for FillAtStart {
    async fn run(&self, services: &Services) {
        match refill(services).await {
            Ok(added) => tracing::debug!(added, "the ShortId pool is full"),
            Err(error) => {
                tracing::warn!(%error, "the ShortId pool could not be filled; ids are made on the spot");
            }
        }
    }
}

/// Fills every partition: on first start all of it, later what is missing. Says how many ids were added.
pub async fn refill(services: &Services) -> store::Result<usize> {
    let mut there = HashSet::new();
    let mut scan = Scan { table: &SHORT_ID_POOL, limit: None, after: None };
    loop {
        let rows = services.store.scan(scan.clone()).await?;
        for row in &rows.items {
            there.insert(Key::of(row, &SHORT_ID_POOL.key)?);
        }
        match rows.next {
            Some(next) => scan.after = Some(next),
            None => break,
        }
    }
    let all = (0..POOL_PARTITIONS)
        .flat_map(|partition| (1..=SLOTS).map(move |slot| keys::pool_slot(partition, slot)));
    let missing: Vec<_> = all.filter(|key| !there.contains(key)).collect();
    let mut added = 0;
    for chunk in missing.chunks(CHUNK) {
        added += fill(services, chunk).await?;
    }
    Ok(added)
}

/// Fills one partition that has run low. It may fail: the next one who finds it low tries again.
async fn top_up(services: Arc<Services>, partition: u32) {
    let filled = async {
        let rows = services.store.query(keys::available_in(partition, SLOTS)).await?.items;
        let there: HashSet<_> =
            rows.iter().map(|row| Key::of(row, &SHORT_ID_POOL.key)).collect::<store::Result<_>>()?;
        let all = (1..=SLOTS).map(|slot| keys::pool_slot(partition, slot));
        let missing: Vec<_> = all.filter(|key| !there.contains(key)).collect();
        fill(&services, &missing).await
    };
    if let Err(error) = filled.await {
        tracing::debug!(%error, "a partition of the ShortId pool was not filled");
    }
}

/// Puts a fresh id in each of these places. Where another process fills at the same moment, its ids stay.
async fn fill(services: &Services, places: &[Key]) -> store::Result<usize> {
    if places.is_empty() {
        return Ok(0);
    }
    let entry = |key: &Key| {
        let id = ShortId::draw(&services.rng).shown();
        Write::put(&SHORT_ID_POOL, Item::new().with("id", id).with_key(&SHORT_ID_POOL, key.clone())).if_new()
    };
    let mut writes: Vec<_> = places.iter().map(entry).collect();
    while !writes.is_empty() {
        match services.store.transact(Transaction::of(writes.clone())).await {
            Ok(()) => return Ok(writes.len()),
            Err(StoreError::ConditionFailed(failed)) => {
                let taken: HashSet<_> = failed.iter().map(|failed| failed.at).collect();
                let mut at = 0..;
                writes.retain(|_| at.next().is_some_and(|at| !taken.contains(&at)));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(0)
}

fn ignore_lost_race(result: store::Result<()>) -> store::Result<()> {
    match result {
        Err(error) if error.is_condition_failed() => Ok(()),
        other => other,
    }
}
