//! Races that are the same in every run: something else happens just before a certain write.

use async_trait::async_trait;
use std::{
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};
use store::{Item, Key, Query, Result, Rows, Scan, Store, Table, Transaction, Write};

type Job = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A store that runs a job before one of the writes to a table, transactions included.
pub struct Meanwhile {
    inner: Arc<dyn Store>,
    planned: Mutex<Option<Planned>>,
}

struct Planned {
    table: &'static str,
    /// Writes to let through before.
    after: usize,
    job: Job,
}

impl Meanwhile {
    pub fn new(inner: Arc<dyn Store>) -> Self {
        Self { inner, planned: Mutex::default() }
    }

    /// Runs `job` once, before the write to `table` that follows `after` others.
    pub fn plan(&self, table: &'static Table, after: usize, job: impl Future<Output = ()> + Send + 'static) {
        *self.planned.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(Planned { table: table.name, after, job: Box::pin(job) });
    }

    async fn before(&self, tables: impl IntoIterator<Item = &'static str>) {
        let due = {
            let mut planned = self.planned.lock().unwrap_or_else(PoisonError::into_inner);
            match planned.as_mut() {
                Some(plan) if tables.into_iter().any(|table| table == plan.table) => {
                    if plan.after == 0 {
                        planned.take()
                    } else {
                        plan.after -= 1;
                        None
                    }
                }
                _ => None,
            }
        };
        if let Some(plan) = due {
            plan.job.await;
        }
    }
}

#[async_trait]
impl Store for Meanwhile {
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
        self.before([write.table.name]).await;
        self.inner.write(write).await
    }

    async fn transact(&self, transaction: Transaction) -> Result<()> {
        let tables: Vec<_> = transaction.writes.iter().map(|write| write.table.name).collect();
        self.before(tables).await;
        self.inner.transact(transaction).await
    }

    async fn scan(&self, scan: Scan) -> Result<Rows> {
        self.inner.scan(scan).await
    }

    async fn ready(&self) -> Result<()> {
        self.inner.ready().await
    }
}
