//! A store that holds one transaction back until it is told to go on, to let something else happen first.

use async_trait::async_trait;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};
use store::{Item, Key, Query, Result, Rows, Scan, Store, Table, Transaction, Write};
use tokio::sync::Notify;

/// Where the next transaction stops.
#[derive(Default)]
pub struct Pause {
    armed: AtomicBool,
    reached: Notify,
    released: Notify,
}

impl Pause {
    pub fn arm(&self) {
        self.armed.store(true, Ordering::SeqCst);
    }

    /// Waits until the transaction is held back.
    pub async fn reached(&self) {
        self.reached.notified().await;
    }

    pub fn release(&self) {
        self.released.notify_one();
    }
}

pub struct PausedStore {
    pub inner: Arc<dyn Store>,
    pub pause: Arc<Pause>,
}

#[async_trait]
impl Store for PausedStore {
    async fn get(&self, table: &'static Table, key: &Key) -> Result<Option<Item>> {
        self.inner.get(table, key).await
    }

    async fn batch_get(&self, table: &'static Table, keys: &[Key]) -> Result<Vec<Option<Item>>> {
        self.inner.batch_get(table, keys).await
    }

    async fn query(&self, query: Query) -> Result<Rows> {
        self.inner.query(query).await
    }

    async fn write(&self, write: Write) -> Result<()> {
        self.inner.write(write).await
    }

    async fn transact(&self, transaction: Transaction) -> Result<()> {
        if self.pause.armed.swap(false, Ordering::SeqCst) {
            self.pause.reached.notify_one();
            self.pause.released.notified().await;
        }
        self.inner.transact(transaction).await
    }

    async fn scan(&self, scan: Scan) -> Result<Rows> {
        self.inner.scan(scan).await
    }

    async fn ready(&self) -> Result<()> {
        self.inner.ready().await
    }
}
