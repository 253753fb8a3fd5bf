//! Values as they are read: in place, whether they were built here or lie packed as storage holds them.

use crate::{Number, Text, Value, packed::Reader};
use std::{
    collections::{BTreeMap, btree_map},
    fmt, slice,
};

/// A value where it lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum View<'a> {
    S(&'a str),
    N(Number),
    B(&'a [u8]),
    Bool(bool),
    Null,
    L(List<'a>),
    M(Map<'a>),
}

impl<'a> View<'a> {
    pub fn as_str(self) -> Option<&'a str> {
        match self {
            Self::S(text) => Some(text),
            _ => None,
        }
    }

    pub fn as_number(self) -> Option<Number> {
        match self {
            Self::N(number) => Some(number),
            _ => None,
        }
    }

    pub fn as_list(self) -> Option<List<'a>> {
        match self {
            Self::L(list) => Some(list),
            _ => None,
        }
    }

    /// The same value on its own.
    pub fn to_value(self) -> Value {
        match self {
            Self::S(text) => Value::S(text.into()),
            Self::N(number) => Value::N(number),
            Self::B(bytes) => Value::B(bytes.to_vec()),
            Self::Bool(flag) => Value::Bool(flag),
            Self::Null => Value::Null,
            Self::L(list) => Value::L(list.iter().map(View::to_value).collect()),
            Self::M(map) => {
                Value::M(map.iter().map(|(name, value)| (Text::new(name), value.to_value())).collect())
            }
        }
    }
}

impl<'a> From<&'a Value> for View<'a> {
    fn from(value: &'a Value) -> Self {
        match value {
            Value::S(text) => Self::S(text),
            Value::N(number) => Self::N(*number),
            Value::B(bytes) => Self::B(bytes),
            Value::Bool(flag) => Self::Bool(*flag),
            Value::Null => Self::Null,
            Value::L(list) => Self::L(List(ListForm::Built(list))),
            Value::M(map) => Self::M(Map(MapForm::Built(map))),
        }
    }
}

/// A list where it lies.
#[derive(Clone, Copy)]
pub struct List<'a>(ListForm<'a>);

#[derive(Clone, Copy)]
enum ListForm<'a> {
    Built(&'a [Value]),
    Packed(Reader<'a>, usize),
}

impl<'a> List<'a> {
    /// The next `length` values of `reader`.
    pub(crate) fn packed(reader: Reader<'a>, length: usize) -> Self {
        Self(ListForm::Packed(reader, length))
    }

    pub fn iter(self) -> Elements<'a> {
        match self.0 {
            ListForm::Built(values) => Elements::Built(values.iter()),
            ListForm::Packed(reader, length) => Elements::Packed(reader, length),
        }
    }
}

/// A map where it lies, its entries in the order of their names.
#[derive(Clone, Copy)]
pub struct Map<'a>(MapForm<'a>);

#[derive(Clone, Copy)]
enum MapForm<'a> {
    Built(&'a BTreeMap<Text, Value>),
    Packed(Reader<'a>, usize),
}

impl<'a> Map<'a> {
    /// The next `length` pairs of a name and a value of `reader`.
    pub(crate) fn packed(reader: Reader<'a>, length: usize) -> Self {
        Self(MapForm::Packed(reader, length))
    }

    pub fn iter(self) -> Entries<'a> {
        match self.0 {
            MapForm::Built(map) => Entries::Built(map.iter()),
            MapForm::Packed(reader, length) => Entries::Packed(reader, length),
        }
    }
}

/// The values of a [`List`], one after the other.
pub enum Elements<'a> {
    Built(slice::Iter<'a, Value>),
    Packed(Reader<'a>, usize),
}

impl<'a> Iterator for Elements<'a> {
    type Item = View<'a>;

    #[expect(
        clippy::inline_always,
        reason = "measured: a view is large to hand over, and is taken apart at once"
    )]
    #[inline(always)]
    fn next(&mut self) -> Option<View<'a>> {
        match self {
            Self::Built(values) => values.next().map(View::from),
            Self::Packed(reader, left) => {
                *left = left.checked_sub(1)?;
                Some(reader.view())
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match self {
            Self::Built(values) => values.len(),
            Self::Packed(_, left) => *left,
        };
        (left, Some(left))
    }
}

impl ExactSizeIterator for Elements<'_> {}

/// The names and values of a [`Map`], one after the other.
pub enum Entries<'a> {
    Built(btree_map::Iter<'a, Text, Value>),
    Packed(Reader<'a>, usize),
}

impl<'a> Iterator for Entries<'a> {
    type Item = (&'a str, View<'a>);

    #[expect(
        clippy::inline_always,
        reason = "measured: a view is large to hand over, and is taken apart at once"
    )]
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Built(entries) => entries.next().map(|(name, value)| (name.as_str(), value.into())),
            Self::Packed(reader, left) => {
                *left = left.checked_sub(1)?;
                Some((reader.str(), reader.view()))
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match self {
            Self::Built(entries) => entries.len(),
            Self::Packed(_, left) => *left,
        };
        (left, Some(left))
    }
}

impl ExactSizeIterator for Entries<'_> {}

impl PartialEq for List<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl PartialEq for Map<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl fmt::Debug for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl fmt::Debug for Map<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
