//! Items and their values: what both engines store.

use crate::{Key, KeyValue, Number, Table};
use compact_str::CompactString;
use std::collections::BTreeMap;

/// A string that keeps up to 24 bytes inline: most attribute names and many values never touch the heap.
pub type Text = CompactString;

/// An attribute's value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    S(Text),
    N(Number),
    B(Vec<u8>),
    Bool(bool),
    Null,
    L(Vec<Value>),
    M(BTreeMap<Text, Value>),
}

impl Value {
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::S(text) => Some(text),
            _ => None,
        }
    }

    pub fn as_number(&self) -> Option<&Number> {
        match self {
            Self::N(number) => Some(number),
            _ => None,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::S(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::S(text.into())
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Bool(flag)
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        Self::N(number)
    }
}

macro_rules! from_whole {
    ($($type:ty),*) => {
        $(impl From<$type> for Value {
            fn from(number: $type) -> Self {
                Self::N(number.into())
            }
        })*
    };
}

from_whole!(i32, i64, u32, u64);

impl From<KeyValue> for Value {
    fn from(key: KeyValue) -> Self {
        match key {
            KeyValue::S(text) => Self::S(text),
            KeyValue::N(number) => Self::N(number),
        }
    }
}

/// A stored item: attributes sorted by name, in one allocation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Item(Vec<(Text, Value)>);

impl Item {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn with_capacity(attributes: usize) -> Self {
        Self(Vec::with_capacity(attributes))
    }

    pub fn get(&self, name: &str) -> Option<&Value> {
        self.find(name).ok().map(|at| &self.0[at].1)
    }

    pub fn contains(&self, name: &str) -> bool {
        self.find(name).is_ok()
    }

    /// Sets an attribute, replacing what was there.
    pub fn set(&mut self, name: impl Into<Text>, value: impl Into<Value>) {
        let (name, value) = (name.into(), value.into());
        match self.find(&name) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (name, value)),
        }
    }

    pub fn remove(&mut self, name: &str) -> Option<Value> {
        self.find(name).ok().map(|at| self.0.remove(at).1)
    }

    #[must_use]
    pub fn with(mut self, name: impl Into<Text>, value: impl Into<Value>) -> Self {
        self.set(name, value);
        self
    }

    /// Sets the key attributes that `table` declares.
    #[must_use]
    pub fn with_key(mut self, table: &Table, key: Key) -> Self {
        self.set(table.key.pk.name, key.pk);
        if let (Some(attr), Some(sk)) = (table.key.sk, key.sk) {
            self.set(attr.name, sk);
        }
        self
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// An item of attributes that are sorted by name already; decoders that read in order use it to avoid searching.
    pub fn from_sorted(attributes: Vec<(Text, Value)>) -> Self {
        debug_assert!(attributes.is_sorted_by(|(a, _), (b, _)| a < b));
        Self(attributes)
    }

    fn find(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(held, _)| held.as_str().cmp(name))
    }
}

impl IntoIterator for Item {
    type Item = (Text, Value);
    type IntoIter = std::vec::IntoIter<(Text, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl FromIterator<(Text, Value)> for Item {
    fn from_iter<I: IntoIterator<Item = (Text, Value)>>(attributes: I) -> Self {
        let mut attributes: Vec<_> = attributes.into_iter().collect();
        attributes.sort_by(|(a, _), (b, _)| a.cmp(b));
        // Of one name given twice the later value stays, as in a map.
        attributes.dedup_by(|(name, value), (earlier, held)| {
            let again = name == earlier;
            if again {
                std::mem::swap(value, held);
            }
            again
        });
        Self(attributes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn an_item_is_a_map_in_order_of_its_names(pairs in proptest::collection::vec(("[a-d]{0,2}", 0..9_i64), 0..12)) {
            let map: BTreeMap<String, i64> = pairs.iter().cloned().collect();
            let collected: Item = pairs.iter().map(|(name, n)| (name.into(), Value::from(*n))).collect();
            let set = pairs.iter().fold(Item::new(), |item, (name, n)| item.with(name.as_str(), *n));
            prop_assert_eq!(&collected, &set);
            prop_assert!(set.iter().map(|(name, _)| name).eq(map.keys().map(String::as_str)));
            for (name, n) in &map {
                prop_assert_eq!(set.get(name), Some(&Value::from(*n)));
            }
        }

        #[test]
        fn a_removed_attribute_is_gone_and_the_others_stay(names in proptest::collection::btree_set("[a-d]{1,2}", 1..8)) {
            let mut item = names.iter().fold(Item::new(), |item, name| item.with(name.as_str(), 1));
            let first = names.first().unwrap();
            prop_assert_eq!(item.remove(first), Some(Value::from(1)));
            prop_assert_eq!(item.remove(first), None);
            prop_assert_eq!(item.len(), names.len() - 1);
            prop_assert!(!item.contains(first));
        }
    }
}
