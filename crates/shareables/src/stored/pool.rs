//! The pool of ShortIds: claimed within the transaction that creates the share, refilled beside it. Nothing ever waits for it: where
//! it is empty, an id is made on the spot, and the condition on the share's own key keeps ids unique.

use crate::{
    keys::{self, POOL_PARTITIONS},
    model::ShortId,
    tables::{SHAREABLES, SHORT_ID_POOL},
};
use async_trait::async_trait;
use futures::TryStreamExt;
use std::{collections::HashSet, ops::Range, sync::Arc};
use store::{Condition, Item, Key, StoreError, Transaction, View, Write};
use web::{AtStart, Services};

/// How many ids a full partition holds.
pub const SLOTS: u32 = 4;
/// A partition with this many left is topped up.
const LOW: usize = 2;
/// How many partitions are tried before an id is made on the spot.
const TRIES: usize = 4;
/// Writes of one transaction: the marks of a commit need the room of four more.
const CHUNK: usize = 96;

/// Draws ShortIds for one creation, another one whenever the last could not be had.
pub struct Draws {
    services: Arc<Services>,
    tries: usize,
    last: Option<(ShortId, Write)>,
}

impl Draws {
    pub fn new(services: Arc<Services>) -> Self {
        Self { services, tries: 0, last: None }
    }

    /// A ShortId for a new share, and the write that takes it out of the pool, for the transaction that creates the share.
    pub async fn next(&mut self) -> store::Result<(ShortId, Option<Write>)> {
        self.give_up_last().await?;
        while self.tries < TRIES {
            self.tries += 1;
            self.last = self.take_from_pool().await?;
            if let Some((id, taken)) = self.last.clone() {
                return Ok((id, Some(taken)));
            }
        }
        Ok((ShortId::draw(&self.services.rng), None))
    }

    /// An id that something has already is of no use to anyone, so it leaves the pool.
    async fn give_up_last(&mut self) -> store::Result<()> {
        let Some((id, taken)) = self.last.take() else { return Ok(()) };
        if self.services.store.get(&SHAREABLES, &keys::shareable(&id)).await?.is_none() {
            return Ok(());
        }
        match self.services.store.write(taken).await {
            // Somebody else was faster.
            Err(error) if error.is_condition_failed() => Ok(()),
            other => other,
        }
    }

    async fn take_from_pool(&self) -> store::Result<Option<(ShortId, Write)>> {
        let services = &self.services;
        let partition = u32::try_from(services.rng.below(POOL_PARTITIONS.into())).unwrap_or(0);
        let available = services.store.query(keys::available_in(partition, SLOTS)).await?.items;
        if available.len() <= LOW {
            tokio::spawn(top_up(services.clone(), partition));
        }
        if available.is_empty() {
            return Ok(None);
        }
        let entry = &available[services.rng.index(available.len())];
        let remove = Write::delete(&SHORT_ID_POOL, Key::of(entry, &SHORT_ID_POOL.key)?);
        let text = entry.get("id").and_then(View::as_str).unwrap_or_default();
        let Ok(id) = text.parse() else {
            tracing::warn!("an entry of the ShortId pool holds no ShortId and is removed");
            services.store.write(remove).await?;
            return Ok(None);
        };
        Ok(Some((id, remove.when(Condition::equals("id", text)))))
    }
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
    let rows: Vec<_> = store::scan_all(services.store.as_ref(), &SHORT_ID_POOL).try_collect().await?;
    let mut added = 0;
    for chunk in missing(0..POOL_PARTITIONS, &rows)?.chunks(CHUNK) {
        added += fill(services, chunk).await?;
    }
    Ok(added)
}

/// Fills one partition that has run low. It may fail: the next one who finds it low tries again.
async fn top_up(services: Arc<Services>, partition: u32) {
    let filled = async {
        let rows = services.store.query(keys::available_in(partition, SLOTS)).await?.items;
        fill(&services, &missing(partition..partition + 1, &rows)?).await
    };
    if let Err(error) = filled.await {
        tracing::debug!(%error, "a partition of the ShortId pool was not filled");
    }
}

/// The places of these partitions that none of `rows` holds.
fn missing(partitions: Range<u32>, rows: &[Item]) -> store::Result<Vec<Key>> {
    let there = rows.iter().map(|row| Key::of(row, &SHORT_ID_POOL.key));
    let there: HashSet<_> = there.collect::<store::Result<_>>()?;
    let all = partitions.flat_map(|partition| (1..=SLOTS).map(move |slot| keys::pool_slot(partition, slot)));
    Ok(all.filter(|key| !there.contains(key)).collect())
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
