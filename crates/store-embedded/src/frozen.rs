//! The data as it was at one moment: for reading all of it while others go on writing.

use crate::{engine::blocking, snapshot::Snapshot};
use async_trait::async_trait;
use jiff::Timestamp;
use kernel::StoppedClock;
use std::sync::Arc;
use store::{
    Item, Key, Query, Result as Answer, Rows, Scan, Store, StoreError, Table, Transaction, Write,
    validate::{check_batch, check_key, check_query, check_scan},
};

/// One state of an [`crate::EmbeddedStore`], for as long as it is held. Time stands still with it, and its scans come in the order
/// of keys. The file cannot use room again that is given free meanwhile, so it is not for keeping.
#[derive(Clone)]
pub struct Frozen {
    snapshot: Arc<Snapshot>,
    moment: StoppedClock,
}

impl Frozen {
    pub(crate) fn new(snapshot: Arc<Snapshot>, now: Timestamp) -> Self {
        Self { snapshot, moment: StoppedClock(now) }
    }
}

fn refused<T>() -> Answer<T> {
    Err(StoreError::Invalid("what was is not written to".to_owned()))
}

#[async_trait]
impl Store for Frozen {
    async fn get(&self, table: &'static Table, key: &Key) -> Answer<Option<Item>> {
        check_key(table, key)?;
        self.snapshot.get(self.snapshot.catalog().layout(table)?, key, &self.moment)
    }

    async fn batch_get(&self, table: &'static Table, keys: &[Key]) -> Answer<Vec<Option<Item>>> {
        check_batch(table, keys)?;
        let layout = self.snapshot.catalog().layout(table)?;
        keys.iter().map(|key| self.snapshot.get(layout, key, &self.moment)).collect()
    }

    async fn query(&self, query: Query) -> Answer<Rows> {
        check_query(&query)?;
        self.snapshot.query(self.snapshot.catalog().layout(query.table)?, &query, &self.moment)
    }

    async fn write(&self, _: Write) -> Answer<()> {
        refused()
    }

    async fn transact(&self, _: Transaction) -> Answer<()> {
        refused()
    }

    async fn scan(&self, scan: Scan) -> Answer<Rows> {
        check_scan(&scan)?;
        let (snapshot, moment) = (Arc::clone(&self.snapshot), self.moment);
        blocking(move || snapshot.scan(snapshot.catalog().layout(scan.table)?, &scan, &moment)).await
    }

    async fn ready(&self) -> Answer<()> {
        Ok(())
    }
}
