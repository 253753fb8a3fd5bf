//! A store that does something before and after every call of another: the shape that counting, measuring and failing share.

use super::call::{Call, Operation};
use crate::{Item, Key, Query, Result, Rows, Scan, Store, StoreError, Table, Transaction, Write};
use async_trait::async_trait;
use std::sync::Arc;

/// How a call ended: how many items it read or wrote, or what went wrong.
pub type Outcome<'a> = std::result::Result<usize, &'a StoreError>;

/// What is done around each call.
pub trait Hook: Send + Sync {
    /// What is kept from before the call until after it.
    type Begun: Send;

    /// Before the call. An error is the answer, and the call is not made.
    fn before(&self, call: &Call) -> Result<Self::Begun>;

    /// After the call. An error is the answer in place of the call's own.
    fn after(&self, call: &Call, begun: Self::Begun, outcome: Outcome<'_>) -> Result<()>;
}

/// A store with a [`Hook`] around every call.
pub struct Hooked<H> {
    inner: Arc<dyn Store>,
    pub(super) hook: H,
}

impl<H: Hook> Hooked<H> {
    pub(super) fn around(inner: Arc<dyn Store>, hook: H) -> Self {
        Self { inner, hook }
    }

    async fn run<T: Send>(
        &self,
        call: Call,
        work: impl Future<Output = Result<T>> + Send,
        items: impl Fn(&T) -> usize + Send,
    ) -> Result<T> {
        let begun = self.hook.before(&call)?;
        let answer = work.await;
        self.hook.after(&call, begun, answer.as_ref().map(items))?;
        answer
    }
}

#[async_trait]
impl<H: Hook> Store for Hooked<H> {
    async fn get(&self, table: &'static Table, key: &Key) -> Result<Option<Item>> {
        let call = Call::on(Operation::Get, table);
        self.run(call, self.inner.get(table, key), |item| usize::from(item.is_some())).await
    }

    async fn batch_get(&self, table: &'static Table, keys: &[Key]) -> Result<Vec<Option<Item>>> {
        let call = Call::on(Operation::BatchGet, table);
        self.run(call, self.inner.batch_get(table, keys), |items| items.iter().flatten().count()).await
    }

    async fn query(&self, query: Query) -> Result<Rows> {
        let call = Call::query(&query);
        self.run(call, self.inner.query(query), |rows| rows.items.len()).await
    }

    async fn write(&self, write: Write) -> Result<()> {
        let call = Call::write(&write);
        self.run(call, self.inner.write(write), |()| 1).await
    }

    async fn transact(&self, transaction: Transaction) -> Result<()> {
        let (call, writes) = (Call::transact(&transaction), transaction.writes.len());
        self.run(call, self.inner.transact(transaction), |()| writes).await
    }

    async fn scan(&self, scan: Scan) -> Result<Rows> {
        let call = Call::on(Operation::Scan, scan.table);
        self.run(call, self.inner.scan(scan), |rows| rows.items.len()).await
    }

    async fn ready(&self) -> Result<()> {
        self.run(Call::ready(), self.inner.ready(), |()| 0).await
    }
}
