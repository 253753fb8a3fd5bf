//! Reading: the state after the last commit, opened once and shared by all readers until the next commit replaces it.
//!
//! Opening a redb table means finding it in the tree of tables, which costs as much as the read itself; so each snapshot opens
//! a table when it is first read, and keeps it open. A snapshot lives from one commit to the next, and no longer than the calls
//! that hold it, so that redb can use freed pages again.

use crate::{
    catalog::{Catalog, Layout},
    error::{caught, unavailable},
    key,
};
use jiff::Timestamp;
use kernel::Clock;
use redb::{Database, ReadOnlyTable, ReadTransaction, ReadableDatabase, ReadableTableMetadata};
use std::sync::{Arc, OnceLock};
use store::{
    Item, Key, Position, Query, Result as Answer, Rows, Scan, StoreError, Table, packed::unpack,
    validate::PAGE_BYTES,
};

pub type Bytes = &'static [u8];

pub struct Snapshot {
    catalog: Arc<Catalog>,
    transaction: ReadTransaction,
    tables: Box<[OnceLock<ReadOnlyTable<Bytes, Bytes>>]>,
}

impl Snapshot {
    pub fn take(database: &Database, catalog: Arc<Catalog>) -> Result<Self, redb::Error> {
        let transaction = database.begin_read()?;
        let tables = (0..catalog.len()).map(|_| OnceLock::new()).collect();
        Ok(Self { catalog, transaction, tables })
    }

    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    pub fn table(&self, slot: usize) -> Answer<&ReadOnlyTable<Bytes, Bytes>> {
        let cell = &self.tables[slot];
        if let Some(table) = cell.get() {
            return Ok(table);
        }
        let open = || Ok(self.transaction.open_table(self.catalog.definition(slot))?);
        let opened = caught(open).map_err(unavailable)?;
        Ok(cell.get_or_init(|| opened))
    }

    pub fn count(&self, slot: usize) -> Answer<u64> {
        self.table(slot)?.len().map_err(unavailable)
    }

    pub fn get(&self, layout: &Layout, key: &Key, clock: &dyn Clock) -> Answer<Option<Item>> {
        let (table, key) = (self.table(layout.slot)?, key::of_item(key));
        let read = || Ok(table.get(key.as_slice())?.map(|held| unpack(held.value())));
        let Some(item) = caught(read).map_err(unavailable)? else { return Ok(None) };
        let item = item?;
        let gone = layout.table.ttl.is_some() && layout.table.has_expired(&item, clock.now());
        Ok((!gone).then_some(item))
    }

    pub fn query(&self, layout: &Layout, query: &Query, clock: &dyn Clock) -> Answer<Rows> {
        let view = query.index.map(|name| layout.index(name)).transpose()?;
        let (mut first, mut end) = key::range(&query.pk, query.range.as_ref());
        if let Some(Position(last)) = &query.after {
            let mut last_key = key::of_item(&Key::of(last, &layout.table.key)?);
            if let Some(view) = view {
                last_key = key::of_entry(&view.key, last, &last_key).ok_or_else(lost_position)?;
            }
            if query.reverse {
                end = last_key;
            } else {
                last_key.push(0);
                first = last_key;
            }
        }
        let mut page = Page::new(query.limit, clock, layout);
        if first >= end {
            return Ok(page.rows);
        }
        let ordered = self.table(view.map_or(layout.slot, |view| view.slot))?;
        let read = || {
            let mut range = ordered.range(first.as_slice()..end.as_slice())?;
            while let Some(row) = if query.reverse { range.next_back() } else { range.next() } {
                match page.add(row?.1.value(), |item| query.position_of(item)) {
                    Ok(false) => {}
                    done => return Ok(done.map(drop)),
                }
            }
            Ok(Ok(()))
        };
        caught(read).map_err(unavailable)??;
        Ok(page.rows)
    }

    pub fn scan(&self, layout: &Layout, scan: &Scan, clock: &dyn Clock) -> Answer<Rows> {
        let mut first = Vec::new();
        if let Some(Position(last)) = &scan.after {
            first = key::of_item(&Key::of(last, &layout.table.key)?);
            first.push(0);
        }
        let mut page = Page::new(scan.limit, clock, layout);
        let position = |item: &Item| {
            let key = Key::of(item, &layout.table.key);
            Position(key.map(|key| Item::new().with_key(layout.table, key)).unwrap_or_default())
        };
        let table = self.table(layout.slot)?;
        let read = || {
            for row in table.range(first.as_slice()..)? {
                match page.add(row?.1.value(), position) {
                    Ok(false) => {}
                    done => return Ok(done.map(drop)),
                }
            }
            Ok(Ok(()))
        };
        caught(read).map_err(unavailable)??;
        Ok(page.rows)
    }
}

/// Rows as they are gathered: expired ones count but are not shown, and about 1 MB is enough.
struct Page {
    rows: Rows,
    left: usize,
    bytes: usize,
    now: Timestamp,
    table: &'static Table,
}

impl Page {
    fn new(limit: Option<u32>, clock: &dyn Clock, layout: &Layout) -> Self {
        let left = limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
        let rows = Rows { items: Vec::with_capacity(left.min(64)), next: None };
        Self { rows, left, bytes: 0, now: clock.now(), table: layout.table }
    }

    /// Adds a row, and says whether the page is full.
    fn add(&mut self, held: &[u8], position: impl Fn(&Item) -> Position) -> Answer<bool> {
        let item = unpack(held)?;
        self.left -= 1;
        self.bytes += held.len();
        let full = self.left == 0 || self.bytes >= PAGE_BYTES;
        if full {
            self.rows.next = Some(position(&item));
        }
        if !self.table.has_expired(&item, self.now) {
            self.rows.items.push(item);
        }
        Ok(full)
    }
}

fn lost_position() -> StoreError {
    StoreError::Invalid("the position belongs to another query".to_owned())
}
