//! Indexes that answer late, as they may on DynamoDB: a test over this store fails where correctness rests on an index.
//!
//! Queries of an index are answered by a second store, the shadow, to which changed items are carried only when told, or after a
//! number of writes. Everything else goes to the primary.

use crate::{Item, Key, Query, Result, Rows, Scan, Store, Table, Transaction, Write};
use async_trait::async_trait;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// A store whose indexes show what was there some writes ago.
pub struct LaggingIndexes {
    primary: Arc<dyn Store>,
    shadow: Arc<dyn Store>,
    /// After how many writes the indexes catch up by themselves.
    lag: Option<usize>,
    changed: Mutex<Changed>,
}

#[derive(Default)]
struct Changed {
    keys: BTreeMap<(&'static str, Key), &'static Table>,
    writes: usize,
}

impl LaggingIndexes {
    /// Indexes that catch up only when told. Both stores start empty, over the same tables and the same clock.
    pub fn new(primary: Arc<dyn Store>, shadow: Arc<dyn Store>) -> Self {
        Self { primary, shadow, lag: None, changed: Mutex::default() }
    }

    /// Indexes that catch up after every `writes` writes.
    #[must_use]
    pub fn catching_up_after(self, writes: usize) -> Self {
        Self { lag: Some(writes), ..self }
    }

    /// Lets the indexes show everything that is there now.
    pub async fn catch_up(&self) -> Result<()> {
        let changed = std::mem::take(&mut *self.changed());
        for ((_, key), table) in changed.keys {
            let write = match self.primary.get(table, &key).await? {
                Some(item) => Write::put(table, item),
                None => Write::delete(table, key),
            };
            self.shadow.write(write).await?;
        }
        Ok(())
    }

    fn changed(&self) -> MutexGuard<'_, Changed> {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what a write may have changed (even one that failed: its answer may be lost), and catches up when it is time.
    async fn note(&self, keys: Vec<(&'static Table, Key)>) -> Result<()> {
        let due = {
            let mut changed = self.changed();
            changed.writes += 1;
            changed.keys.extend(keys.into_iter().map(|(table, key)| ((table.name, key), table)));
            self.lag.is_some_and(|lag| changed.writes >= lag)
        };
        if due { self.catch_up().await } else { Ok(()) }
    }
}

#[async_trait]
impl Store for LaggingIndexes {
    async fn get(&self, table: &'static Table, key: &Key) -> Result<Option<Item>> {
        self.primary.get(table, key).await
    }

    async fn batch_get(&self, table: &'static Table, keys: &[Key]) -> Result<Vec<Option<Item>>> {
        self.primary.batch_get(table, keys).await
    }

    async fn query(&self, query: Query) -> Result<Rows> {
        match query.index {
            Some(_) => self.shadow.query(query).await,
            None => self.primary.query(query).await,
        }
    }

    async fn write(&self, write: Write) -> Result<()> {
        let keys = write.key().map(|key| (write.table, key)).into_iter().collect();
        let answer = self.primary.write(write).await;
        self.note(keys).await?;
        answer
    }

    async fn transact(&self, transaction: Transaction) -> Result<()> {
        let keys =
            transaction.writes.iter().filter_map(|write| Some((write.table, write.key().ok()?))).collect();
        let answer = self.primary.transact(transaction).await;
        self.note(keys).await?;
        answer
    }

    async fn scan(&self, scan: Scan) -> Result<Rows> {
        self.primary.scan(scan).await
    }

    async fn ready(&self) -> Result<()> {
        self.primary.ready().await
    }
}
