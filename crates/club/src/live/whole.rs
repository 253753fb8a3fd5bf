//! Everything of one kind, followed: there is one such list, and each of its rows is a partition's `METADATA`.

use crate::keys;
use std::{fmt, marker::PhantomData};
use store::{Key, KeyValue, Query};
use web::{Follow, Held};

/// The id of what there is only one of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Whole;

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("all")
    }
}

/// What is held of everything of one kind.
pub trait Collection: Held<Parent = Whole> {
    const NAME: &'static str;

    fn rows() -> Vec<Query>;
}

/// A followed [`Collection`].
pub struct All<C>(PhantomData<fn() -> C>);

impl<C: Collection> Follow for All<C> {
    const NAME: &'static str = C::NAME;
    type Id = Whole;
    type State = C;

    fn id(_: &Whole) -> Whole {
        Whole
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
}

/// The partition that a key names.
pub fn partition(key: &Key) -> &str {
    match &key.pk {
        KeyValue::S(text) => text,
        KeyValue::N(_) => "",
    }
}
