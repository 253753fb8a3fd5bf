//! Everything of one kind, followed: there is one such list, and each of its rows is a partition's `METADATA`.

use crate::{keys, tables::FUS_MAIN};
use std::{fmt, marker::PhantomData};
use store::{Item, Key, KeyValue, Query, Table};
use web::follow::Follow;

/// The id of what there is only one of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Whole;

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("all")
    }
}

/// What is held of everything of one kind.
pub trait Collection: Default + Send + 'static {
    const NAME: &'static str;
    /// What is made of it once per change.
    type Seen: Send + Sync + 'static;

    fn rows() -> Vec<Query>;
    fn take(&mut self, row: &Item) -> store::Result<()>;
    fn let_go(&mut self, partition: &str);
    fn see(&self) -> Self::Seen;
    fn memory(&self) -> usize;
    fn is_heavy(&self) -> bool {
        false
    }
}

/// A followed [`Collection`].
pub struct All<C>(PhantomData<fn() -> C>);

impl<C: Collection> Follow for All<C> {
    const NAME: &'static str = C::NAME;
    type Id = Whole;
    type Parent = Whole;
    type State = C;
    type Seen = C::Seen;

    fn id(_: &Whole) -> Whole {
        Whole
    }

    fn table() -> &'static Table {
        &FUS_MAIN
    }

    fn rows(_: &Whole) -> Vec<Query> {
        C::rows()
    }

    fn named(key: &Key) -> String {
        partition(key).to_owned()
    }

    fn row(_: &Whole, named: &str) -> Option<Key> {
        Some(keys::named(named))
    }

    fn empty(_: &Whole) -> store::Result<C> {
        Ok(C::default())
    }

    fn put(state: &mut C, row: &Item) -> store::Result<()> {
        state.take(row)
    }

    fn remove(state: &mut C, key: &Key) {
        state.let_go(partition(key));
    }

    fn see(state: &mut C, _: &Whole) -> C::Seen {
        state.see()
    }

    fn bytes(state: &C) -> usize {
        state.memory()
    }

    fn heavy(state: &C) -> bool {
        state.is_heavy()
    }
}

fn partition(key: &Key) -> &str {
    match &key.pk {
        KeyValue::S(text) => text,
        KeyValue::N(_) => "",
    }
}
