//! Items as bytes: a version, the names of the attributes, all text of their values in one piece, and the shape that says which
//! part of the text is what.
//!
//! Reading is the hot path of the whole product, so the form is one that is checked in a single pass over the bytes, and then
//! read in place. The items of a table mostly have the same attributes: their names are those of the last item that had them.
//! With the text in one piece, that it is UTF-8 is checked once for an item and not for each string.

mod read;
#[cfg(test)]
mod tests;

use crate::{Item, Number, Text, Value, View};
use std::sync::Arc;

pub use read::unpack;
pub(crate) use read::{Head, Reader};

/// The first byte of every stored item.
const VERSION: u8 = 1;

mod tag {
    pub const STRING: u8 = 0;
    pub const NUMBER: u8 = 1;
    pub const LONG_NUMBER: u8 = 2;
    pub const BYTES: u8 = 3;
    pub const FALSE: u8 = 4;
    pub const TRUE: u8 = 5;
    pub const NULL: u8 = 6;
    pub const LIST: u8 = 7;
    pub const MAP: u8 = 8;
}

/// An item as it is stored.
pub fn pack(item: &Item) -> Vec<u8> {
    let (mut heading, mut parts) = (Vec::with_capacity(64), Parts::with_room());
    for (name, value) in item {
        push_bytes(&mut heading, name.as_bytes());
        parts.value(value);
    }
    let mut out = Vec::with_capacity(heading.len() + parts.text.len() + parts.shape.len() + 8);
    out.push(VERSION);
    push_bytes(&mut out, &heading);
    parts.append_to(&mut out);
    out
}

/// One value by itself, in the form that it has inside an item.
pub fn pack_value(value: View<'_>) -> Vec<u8> {
    let (mut out, mut parts) = (Vec::new(), Parts { text: Vec::new(), shape: Vec::new() });
    parts.value(value);
    parts.append_to(&mut out);
    out
}

/// An item that was read: its bytes, which are known to be in order, and the names that go with them.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Packed {
    names: Arc<[Text]>,
    /// The text, and then the shape.
    bytes: Box<[u8]>,
    text: usize,
}

impl Packed {
    /// Packs attributes that are sorted by their names.
    pub fn of(attributes: &[(Text, Value)]) -> Self {
        let mut parts = Parts::with_room();
        for (_, value) in attributes {
            parts.value(value.into());
        }
        let (text, mut bytes) = (parts.text.len(), parts.text);
        bytes.append(&mut parts.shape);
        let names = attributes.iter().map(|(name, _)| name.clone()).collect();
        Self { names, bytes: bytes.into(), text }
    }

    /// How many bytes its values take.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    pub fn names(&self) -> &[Text] {
        &self.names
    }

    /// Reads the values, in the order of the names.
    pub fn values(&self) -> Reader<'_> {
        let (text, shape) = self.bytes.split_at_checked(self.text).unwrap_or_default();
        Reader::new(std::str::from_utf8(text).unwrap_or_default(), shape)
    }

    /// Where the attribute of this name is.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.names.binary_search_by(|held| held.as_str().cmp(name)).ok()
    }

    pub fn get(&self, name: &str) -> Option<View<'_>> {
        let mut values = self.values();
        for _ in 0..self.place(name)? {
            values.skip();
        }
        Some(values.view())
    }
}

struct Parts {
    text: Vec<u8>,
    shape: Vec<u8>,
}

impl Parts {
    /// As much as most items need.
    fn with_room() -> Self {
        Self { text: Vec::with_capacity(256), shape: Vec::with_capacity(64) }
    }

    fn append_to(&self, out: &mut Vec<u8>) {
        push_bytes(out, &self.text);
        out.extend_from_slice(&self.shape);
    }

    fn text(&mut self, text: &str) {
        push_length(&mut self.shape, text.len());
        self.text.extend_from_slice(text.as_bytes());
    }

    fn value(&mut self, value: View<'_>) {
        match value {
            View::S(text) => {
                self.shape.push(tag::STRING);
                self.text(text);
            }
            View::N(number) => self.number(&number),
            View::B(bytes) => {
                self.shape.push(tag::BYTES);
                push_bytes(&mut self.shape, bytes);
            }
            View::Bool(false) => self.shape.push(tag::FALSE),
            View::Bool(true) => self.shape.push(tag::TRUE),
            View::Null => self.shape.push(tag::NULL),
            View::L(list) => {
                self.shape.push(tag::LIST);
                push_length(&mut self.shape, list.iter().len());
                for value in list.iter() {
                    self.value(value);
                }
            }
            View::M(map) => {
                self.shape.push(tag::MAP);
                push_length(&mut self.shape, map.iter().len());
                for (name, value) in map.iter() {
                    self.text(name);
                    self.value(value);
                }
            }
        }
    }

    fn number(&mut self, number: &Number) {
        let (coefficient, exponent) = number.parts();
        if let Ok(short) = i64::try_from(coefficient) {
            self.shape.push(tag::NUMBER);
            push_signed(&mut self.shape, short);
        } else {
            self.shape.push(tag::LONG_NUMBER);
            self.shape.extend_from_slice(&coefficient.to_le_bytes());
        }
        push_signed(&mut self.shape, exponent.into());
    }
}

pub fn push_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    push_length(out, bytes.len());
    out.extend_from_slice(bytes);
}

pub fn push_length(out: &mut Vec<u8>, length: usize) {
    push_unsigned(out, length as u64);
}

/// Seven bits to a byte, low ones first; the top bit says that more follow.
fn push_unsigned(out: &mut Vec<u8>, mut number: u64) {
    let low_byte = |number: u64| number.to_le_bytes()[0];
    while number > 0x7F {
        out.push(low_byte(number) | 0x80);
        number >>= 7;
    }
    out.push(low_byte(number));
}

/// Small numbers of either sign stay short: the sign moves to the lowest bit.
fn push_signed(out: &mut Vec<u8>, number: i64) {
    push_unsigned(out, ((number << 1) ^ (number >> 63)).cast_unsigned());
}
