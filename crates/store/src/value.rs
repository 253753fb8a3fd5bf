//! The values of attributes, as they are made to be written.

use crate::{KeyValue, Number};
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
