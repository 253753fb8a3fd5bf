//! One redb transaction, shared by the requests of everyone who waits at that moment.
//!
//! Each request is judged in full against what is there, the requests before it included, before any of it is written. So one
//! that fails leaves no trace, and its neighbours never notice.

use crate::{
    catalog::{self, Catalog, Layout, META, TOKENS},
    key,
    snapshot::Bytes,
};
use jiff::Timestamp;
use redb::{ReadableTable, Table, WriteTransaction};
use std::ops::ControlFlow;
use store::{
    Change, Failed, Item, Key, Number, Op, Result as Answer, StoreError, Value, View, Write,
    packed::{pack, unpack},
    validate::check_item,
};

/// How long a token keeps a transaction from being done twice.
const TOKEN_SECONDS: i64 = 10 * 60;

/// Where the disk is tried.
const TRIED: &[u8] = b"tried";

/// One call of the port: its writes, and what keeps it from being done twice.
pub struct Request {
    pub writes: Vec<Write>,
    pub token: Option<(Key, [u8; 32])>,
}

/// Why a request goes no further: storage failed under it and under its neighbours, or it alone has its answer.
enum Stop {
    Fault(redb::Error),
    Answer(StoreError),
}

impl<E: Into<redb::Error>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

fn answer<T>(result: Result<T, impl Into<StoreError>>) -> Result<T, Stop> {
    result.map_err(|error| Stop::Answer(error.into()))
}

/// A change that is decided: the view entries and the item that go, and those that come.
struct Planned<'c> {
    layout: &'c Layout,
    key: Vec<u8>,
    old_entries: Vec<Option<Vec<u8>>>,
    new: Option<Item>,
}

pub struct Batch<'t> {
    transaction: &'t WriteTransaction,
    catalog: &'t Catalog,
    now: Timestamp,
    tables: Vec<Option<Table<'t, Bytes, Bytes>>>,
    wrote: bool,
}

impl<'t> Batch<'t> {
    pub fn new(transaction: &'t WriteTransaction, catalog: &'t Catalog, now: Timestamp) -> Self {
        let tables = (0..catalog.len()).map(|_| None).collect();
        Self { transaction, catalog, now, tables, wrote: false }
    }

    /// Whether there is anything to commit.
    pub fn wrote(&self) -> bool {
        self.wrote
    }

    /// Does a request, if its conditions hold. The outer error is a fault that ends the whole batch.
    pub fn execute(&mut self, request: Request) -> Result<Answer<usize>, redb::Error> {
        let done = match self.plan(request) {
            Ok(ControlFlow::Continue(planned)) => self.apply(planned).map_err(Stop::Fault),
            Ok(ControlFlow::Break(())) => Ok(0),
            Err(stop) => Err(stop),
        };
        match done {
            Ok(count) => Ok(Ok(count)),
            Err(Stop::Answer(error)) => Ok(Err(error)),
            Err(Stop::Fault(error)) => Err(error),
        }
    }

    /// Removes up to `limit` items whose time has passed.
    pub fn sweep(&mut self, limit: usize) -> Result<usize, redb::Error> {
        let mut end = Vec::new();
        key::push(&mut end, &Number::from(self.now.as_second()).into());
        let end = key::after_all(end);
        let catalog = self.catalog;
        let mut removed = 0;
        for layout in &catalog.layouts {
            let Some(expiry) = layout.expiry() else { continue };
            let mut due = Vec::new();
            for row in self.table(expiry.slot)?.range::<&[u8]>(..end.as_slice())?.take(limit - removed) {
                due.extend(key::item_of_entry(&expiry.key, row?.0.value()).map(<[u8]>::to_vec));
            }
            for key in due {
                // An item that cannot be read stays for whoever looks into it; reads report it.
                if let Ok(old) = self.held(layout, &key)? {
                    let old_entries = entries(layout, old.as_ref(), &key);
                    removed += self.apply(vec![Planned { layout, key, old_entries, new: None }])?;
                }
            }
        }
        Ok(removed)
    }

    /// Writes as much as most requests do, to see whether the disk takes it. The next time it goes to the same place.
    pub fn touch(&mut self) -> Result<(), redb::Error> {
        self.transaction.open_table(META)?.insert(TRIED, vec![0; 64 * 1024].as_slice())?;
        self.wrote = true;
        Ok(())
    }

    fn plan(&mut self, request: Request) -> Result<ControlFlow<(), Vec<Planned<'t>>>, Stop> {
        if let Some((token, fingerprint)) = &request.token
            && self.done_before(token, fingerprint)?
        {
            return Ok(ControlFlow::Break(()));
        }
        let catalog = self.catalog;
        let mut held = Vec::with_capacity(request.writes.len());
        let mut failed = Vec::new();
        for (at, write) in request.writes.iter().enumerate() {
            let layout = answer(catalog.layout(write.table))?;
            let key = key::of_item(&answer(write.key())?);
            let old = if needs_old(layout, write) { answer(self.held(layout, &key)?)? } else { None };
            if write.condition.as_ref().is_some_and(|condition| !condition.holds(old.as_ref())) {
                failed.push(Failed { at, item: old });
            } else {
                held.push((layout, key, old));
            }
        }
        if !failed.is_empty() {
            return Err(Stop::Answer(StoreError::ConditionFailed(failed)));
        }
        let mut planned = Vec::with_capacity(request.writes.len() + 1);
        for (write, (layout, key, old)) in request.writes.into_iter().zip(held) {
            if matches!(write.op, Op::Check(_)) {
                continue;
            }
            let old_entries = entries(layout, old.as_ref(), &key);
            let new = answer(outcome(layout, write.op, old))?;
            planned.push(Planned { layout, key, old_entries, new });
        }
        if let Some((token, fingerprint)) = request.token {
            planned.push(self.remember(token, &fingerprint)?);
        }
        Ok(ControlFlow::Continue(planned))
    }

    /// Whether the transaction of this token is done already.
    fn done_before(&mut self, token: &Key, fingerprint: &[u8; 32]) -> Result<bool, Stop> {
        let layout = answer(self.catalog.layout(&TOKENS))?;
        let held = answer(self.held(layout, &key::of_item(token))?)?;
        let now = self.now;
        match held.filter(|item| !TOKENS.has_expired(item, now)) {
            None => Ok(false),
            Some(item) if matches!(item.get("of"), Some(View::B(of)) if of == fingerprint) => Ok(true),
            Some(_) => Err(Stop::Answer(StoreError::Invalid(
                "the token belongs to another transaction of the last ten minutes".to_owned(),
            ))),
        }
    }

    fn remember(&mut self, token: Key, fingerprint: &[u8]) -> Result<Planned<'t>, Stop> {
        let layout = answer(self.catalog.layout(&TOKENS))?;
        let key = key::of_item(&token);
        let old = answer(self.held(layout, &key)?)?;
        let item = Item::new()
            .with("expires", self.now.as_second() + TOKEN_SECONDS)
            .with("of", Value::B(fingerprint.to_vec()))
            .with_key(&TOKENS, token);
        Ok(Planned { old_entries: entries(layout, old.as_ref(), &key), layout, key, new: Some(item) })
    }

    fn held(&mut self, layout: &Layout, key: &[u8]) -> Result<Answer<Option<Item>>, redb::Error> {
        let held = self.table(layout.slot)?.get(key)?;
        Ok(held.map(|held| unpack(held.value())).transpose())
    }

    fn apply(&mut self, planned: Vec<Planned>) -> Result<usize, redb::Error> {
        let count = planned.len();
        self.wrote |= count > 0;
        for Planned { layout, key, old_entries, new } in planned {
            let new_entries = entries(layout, new.as_ref(), &key);
            let packed = new.as_ref().map(pack);
            for (view, (old, new)) in layout.views.iter().zip(old_entries.into_iter().zip(new_entries)) {
                self.move_entry(view, old, new, packed.as_deref().unwrap_or_default())?;
            }
            let items = self.table(layout.slot)?;
            match packed {
                Some(packed) => drop(items.insert(key.as_slice(), packed.as_slice())?),
                None => drop(items.remove(key.as_slice())?),
            }
        }
        Ok(count)
    }

    /// Brings one view from an item's old entry to its new one.
    fn move_entry(
        &mut self,
        view: &catalog::View,
        old: Option<Vec<u8>>,
        new: Option<Vec<u8>>,
        packed: &[u8],
    ) -> Result<(), redb::Error> {
        let held = view.cover(packed);
        if old == new && held.is_empty() {
            return Ok(());
        }
        let table = self.table(view.slot)?;
        if let Some(entry) = old.filter(|old| new.as_ref() != Some(old)) {
            table.remove(entry.as_slice())?;
        }
        if let Some(entry) = new {
            table.insert(entry.as_slice(), held)?;
        }
        Ok(())
    }

    /// A redb table, opened once for the whole batch.
    fn table(&mut self, slot: usize) -> Result<&mut Table<'t, Bytes, Bytes>, redb::Error> {
        match &mut self.tables[slot] {
            Some(table) => Ok(table),
            empty => Ok(empty.insert(self.transaction.open_table(self.catalog.definition(slot))?)),
        }
    }
}

/// What was there matters to conditions, to updates, and to the views that have to forget it.
fn needs_old(layout: &Layout, write: &Write) -> bool {
    write.condition.is_some() || !layout.views.is_empty() || matches!(write.op, Op::Update(..))
}

/// The keys that an item has in the views of its table, in their order.
fn entries(layout: &Layout, item: Option<&Item>, key: &[u8]) -> Vec<Option<Vec<u8>>> {
    layout.views.iter().map(|view| key::of_entry(&view.key, item?, key)).collect()
}

/// The item that a write leaves behind.
fn outcome(layout: &Layout, op: Op, old: Option<Item>) -> Answer<Option<Item>> {
    match op {
        Op::Put(item) => Ok(Some(item)),
        Op::Delete(_) => Ok(None),
        Op::Check(_) => Ok(old),
        Op::Update(key, changes) => {
            let mut item = old.unwrap_or_else(|| Item::new().with_key(layout.table, key));
            for change in changes {
                change_item(&mut item, change)?;
            }
            check_item(layout.table, &item)?;
            Ok(Some(item))
        }
    }
}

fn change_item(item: &mut Item, change: Change) -> Answer<()> {
    match change {
        Change::Set(name, value) => item.set(name, value),
        Change::Remove(name) => drop(item.remove(&name)),
        Change::Add(name, amount) => {
            let sum = match item.get(&name) {
                None => amount,
                Some(View::N(held)) => {
                    held.plus(&amount).map_err(|error| StoreError::Invalid(error.to_string()))?
                }
                Some(_) => return Err(StoreError::Invalid(format!("{name} is not a number to add to"))),
            };
            item.set(name, sum);
        }
    }
    Ok(())
}
