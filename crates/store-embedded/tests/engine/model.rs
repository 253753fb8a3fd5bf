//! The plainest possible store: a list of items that is searched from end to end. Slow, and easy to believe.

use async_trait::async_trait;
use kernel::{Clock, FakeClock};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};
use store::{
    Change, Failed, Item, Key, KeyValue, Op, Position, Query, Result, Rows, Scan, Store, StoreError, Table,
    Transaction, Value, View, Write,
    validate::{check_batch, check_item, check_key, check_query, check_scan, check_transaction, check_write},
};

type Items = Vec<(&'static Table, Key, Item)>;

pub struct Model {
    clock: Arc<FakeClock>,
    items: Mutex<Items>,
    tokens: Mutex<HashMap<String, Vec<Write>>>,
}

impl Model {
    pub fn new(clock: Arc<FakeClock>) -> Self {
        Self { clock, items: Mutex::default(), tokens: Mutex::default() }
    }

    fn held(&self, table: &Table, key: &Key) -> Option<Item> {
        let items = self.items.lock().unwrap();
        items.iter().find(|(t, k, _)| t.name == table.name && k == key).map(|(.., item)| item.clone())
    }

    fn shown(&self, table: &Table, item: Item) -> Option<Item> {
        Some(item).filter(|item| !table.has_expired(item, self.clock.now()))
    }

    fn all(&self, writes: Vec<Write>) -> Result<()> {
        let mut failed = Vec::new();
        for (at, write) in writes.iter().enumerate() {
            let item = self.held(write.table, &write.key()?);
            if write.condition.as_ref().is_some_and(|condition| !condition.holds(item.as_ref())) {
                failed.push(Failed { at, item });
            }
        }
        if !failed.is_empty() {
            return Err(StoreError::ConditionFailed(failed));
        }
        let mut outcomes = Vec::new();
        for write in writes {
            let (table, key) = (write.table, write.key()?);
            outcomes.push((table, key.clone(), outcome(table, &key, write.op, self.held(table, &key))?));
        }
        let mut items = self.items.lock().unwrap();
        for (table, key, item) in outcomes {
            items.retain(|(t, k, _)| t.name != table.name || *k != key);
            items.extend(item.map(|item| (table, key, item)));
        }
        Ok(())
    }

    /// Rows in order, from after the position, up to the limit; what has expired counts and is not shown.
    fn page(
        &self,
        table: &Table,
        mut rows: Vec<Item>,
        limit: Option<u32>,
        place: impl Fn(&Item) -> Position,
    ) -> Rows {
        let limit = limit.map_or(usize::MAX, |limit| limit as usize);
        rows.truncate(limit);
        let next = rows.last().filter(|_| rows.len() == limit).map(place);
        Rows { items: rows.into_iter().filter_map(|item| self.shown(table, item)).collect(), next }
    }
}

fn outcome(table: &'static Table, key: &Key, op: Op, held: Option<Item>) -> Result<Option<Item>> {
    match op {
        Op::Put(item) => Ok(Some(item)),
        Op::Delete(_) => Ok(None),
        Op::Check(_) => Ok(held),
        Op::Update(_, changes) => {
            let mut item = held.unwrap_or_default().with_key(table, key.clone());
            for change in changes {
                match change {
                    Change::Set(name, value) => item.set(name, value),
                    Change::Remove(name) => drop(item.remove(&name)),
                    Change::Add(name, amount) => {
                        let held = item.get(&name).map_or_else(|| 0.into(), View::to_value);
                        let Value::N(held) = held else {
                            return Err(StoreError::Invalid("no number".to_owned()));
                        };
                        item.set(
                            name,
                            held.plus(&amount).map_err(|error| StoreError::Invalid(error.to_string()))?,
                        );
                    }
                }
            }
            check_item(table, &item)?;
            Ok(Some(item))
        }
    }
}

#[async_trait]
impl Store for Model {
    async fn get(&self, table: &'static Table, key: &Key) -> Result<Option<Item>> {
        check_key(table, key)?;
        Ok(self.held(table, key).and_then(|item| self.shown(table, item)))
    }

    async fn batch_get(&self, table: &'static Table, keys: &[Key]) -> Result<Vec<Option<Item>>> {
        check_batch(table, keys)?;
        Ok(keys.iter().map(|key| self.held(table, key).and_then(|item| self.shown(table, item))).collect())
    }

    async fn query(&self, query: Query) -> Result<Rows> {
        check_query(&query)?;
        let schema = query.schema()?;
        let place = |item: &Item| {
            let own = Key::of(item, &query.table.key).ok()?;
            Some((Key::of(item, schema).ok()?, own))
        };
        let in_range = |sk: &Option<KeyValue>| match (&query.range, sk) {
            (Some(range), Some(sk)) => range.contains(sk),
            _ => true,
        };
        let after = query.after.as_ref().and_then(|Position(last)| place(last));
        let items = self.items.lock().unwrap().clone();
        let mut rows: Vec<_> = items
            .into_iter()
            .filter(|(table, ..)| table.name == query.table.name)
            .filter_map(|(.., item)| Some((place(&item)?, item)))
            .filter(|((key, _), _)| key.pk == query.pk && in_range(&key.sk))
            .collect();
        rows.sort_by(|(a, _), (b, _)| if query.reverse { b.cmp(a) } else { a.cmp(b) });
        let later = |place: &(Key, Key)| match &after {
            Some(after) if query.reverse => place < after,
            Some(after) => place > after,
            None => true,
        };
        let rows = rows.into_iter().filter(|(place, _)| later(place)).map(|(_, item)| item).collect();
        Ok(self.page(query.table, rows, query.limit, |item| query.position_of(item)))
    }

    async fn write(&self, write: Write) -> Result<()> {
        check_write(&write)?;
        self.all(vec![write])
    }

    async fn transact(&self, transaction: Transaction) -> Result<()> {
        check_transaction(&transaction)?;
        let Transaction { writes, token } = transaction;
        let Some(token) = token else { return self.all(writes) };
        let before = self.tokens.lock().unwrap().get(&token.0).cloned();
        match before {
            Some(before) if before == writes => Ok(()),
            Some(_) => Err(StoreError::Invalid("another transaction".to_owned())),
            None => {
                self.all(writes.clone())?;
                self.tokens.lock().unwrap().insert(token.0, writes);
                Ok(())
            }
        }
    }

    async fn scan(&self, scan: Scan) -> Result<Rows> {
        check_scan(&scan)?;
        let place = |item: &Item| Key::of(item, &scan.table.key).unwrap();
        let after = scan.after.as_ref().map(|Position(last)| place(last));
        let items = self.items.lock().unwrap().clone();
        let mut rows: Vec<_> = items
            .into_iter()
            .filter(|(table, ..)| table.name == scan.table.name)
            .map(|(.., item)| item)
            .collect();
        rows.sort_by_key(place);
        rows.retain(|item| after.as_ref().is_none_or(|after| place(item) > *after));
        Ok(self.page(scan.table, rows, scan.limit, |item| {
            Position(Item::new().with_key(scan.table, place(item)))
        }))
    }

    async fn ready(&self) -> Result<()> {
        Ok(())
    }
}
