//! Page after page over the port: reading to the end, and removing in turns.
//!
//! An engine answers a page from memory without ever waiting, so whoever reads many of them would keep the thread to itself.
//! Everything here steps aside between two pages, so that others get their turn.

use crate::{
    Item, Key, Query, Result, Scan, Store, Table, Transaction, Write, port::BATCH,
    validate::TRANSACTION_WRITES,
};
use futures::{
    StreamExt, TryStreamExt,
    stream::{self, BoxStream},
};
use std::collections::BTreeSet;
use tokio::task::yield_now;

/// Every item of a query. For partitions that the data model keeps small, and for results that need all of it.
pub async fn query_all(store: &dyn Store, mut query: Query) -> Result<Vec<Item>> {
    let mut items = Vec::new();
    loop {
        let rows = store.query(query.clone()).await?;
        items.extend(rows.items);
        match rows.next {
            Some(next) => query.after = Some(next),
            None => return Ok(items),
        }
        yield_now().await;
    }
}

/// Any number of items of one table, in batches.
pub async fn batch_get_all(
    store: &dyn Store,
    table: &'static Table,
    keys: &[Key],
) -> Result<Vec<Option<Item>>> {
    let mut items = Vec::with_capacity(keys.len());
    for batch in keys.chunks(BATCH) {
        if !items.is_empty() {
            yield_now().await;
        }
        items.extend(store.batch_get(table, batch).await?);
    }
    Ok(items)
}

/// Every item of a table, in no order that means anything. For export, copying and checking, never for serving a page.
pub fn scan_all<'a>(store: &'a dyn Store, table: &'static Table) -> BoxStream<'a, Result<Item>> {
    let first = Scan { table, limit: None, after: None };
    let pages = stream::try_unfold(Some(first), move |scan| async move {
        let Some(scan) = scan else { return Ok(None) };
        if scan.after.is_some() {
            yield_now().await;
        }
        let rows = store.scan(scan.clone()).await?;
        let next = rows.next.map(|next| Scan { after: Some(next), ..scan });
        Ok(Some((stream::iter(rows.items).map(Ok), next)))
    });
    pages.try_flatten().boxed()
}

/// Removes one transaction's worth of what `queries` find, and says whether more may be left. What has expired is hidden from
/// queries and is passed over: the engine removes it by itself.
pub async fn remove_some(
    store: &dyn Store,
    table: &'static Table,
    queries: impl IntoIterator<Item = Query>,
) -> Result<bool> {
    let mut found = BTreeSet::new();
    for query in queries {
        find_some(store, table, query, &mut found).await?;
        if found.len() >= TRANSACTION_WRITES {
            break;
        }
    }
    let full = found.len() >= TRANSACTION_WRITES;
    if !found.is_empty() {
        let deletes = found.into_iter().map(|key| Write::delete(table, key));
        store.transact(Transaction::of(deletes)).await?;
    }
    Ok(full)
}

/// Adds the keys of what `query` finds, until there are enough for one transaction.
async fn find_some(
    store: &dyn Store,
    table: &'static Table,
    mut query: Query,
    found: &mut BTreeSet<Key>,
) -> Result<()> {
    loop {
        let room = TRANSACTION_WRITES - found.len();
        let rows = store.query(query.clone().limit(u32::try_from(room).unwrap_or(u32::MAX))).await?;
        for item in rows.items {
            found.insert(Key::of(&item, &table.key)?);
        }
        match rows.next {
            Some(next) if found.len() < TRANSACTION_WRITES => query.after = Some(next),
            _ => return Ok(()),
        }
        yield_now().await;
    }
}
