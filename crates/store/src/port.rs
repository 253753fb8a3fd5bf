//! The port itself: six calls that both engines answer alike.

use crate::{Item, Key, Query, Result, Rows, Scan, Table, Transaction, Write};
use async_trait::async_trait;
use std::time::Duration;

/// How many keys one batch read takes.
pub const BATCH: usize = 100;

/// No further attempt at a call begins after this long.
pub const LAST_ATTEMPT: Duration = Duration::from_secs(10);
/// One attempt is given up after this long.
pub const ATTEMPT: Duration = Duration::from_secs(10);
/// The longest that a write may take until it is stored, if it ever is.
pub const LONGEST_WRITE: Duration = LAST_ATTEMPT.saturating_add(ATTEMPT);

/// A store of items. Reads hide what has expired; conditions see what is physically there.
#[async_trait]
pub trait Store: Send + Sync {
    /// The item with this key, read consistently.
    async fn get(&self, table: &'static Table, key: &Key) -> Result<Option<Item>>;

    /// Up to [`BATCH`] items of one table, read consistently, in the order of their keys; no key twice.
    async fn batch_get(&self, table: &'static Table, keys: &[Key]) -> Result<Vec<Option<Item>>>;

    /// A page of one partition of a table or index.
    async fn query(&self, query: Query) -> Result<Rows>;

    /// One put, update or delete, done when its condition holds. It is durable before this returns.
    async fn write(&self, write: Write) -> Result<()>;

    /// Several writes, all or none. Durable before this returns.
    async fn transact(&self, transaction: Transaction) -> Result<()>;

    /// A page of a whole table: for export, copying and checking, never for serving a page.
    async fn scan(&self, scan: Scan) -> Result<Rows>;

    /// Whether storage answers.
    async fn ready(&self) -> Result<()>;
}
