//! Items as bytes: a version, the names of the attributes, all text of their values in one piece, and the shape that says which
//! part of the text is what.
//!
//! Reading is the hot path of the whole product, so the form is one that decodes in a single pass, straight from the page that
//! redb hands out. The items of a table mostly have the same attributes: their names are taken from the last item that had
//! them. With the text in one piece, that it is UTF-8 is checked once for an item and not for each string.

mod read;
#[cfg(test)]
mod tests;

use store::{Item, Number, Value};

pub use read::decode;

/// The first byte of every stored item.
const VERSION: u8 = 1;

/// The bytes are not an item as this version writes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unreadable;

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

pub fn encode(item: &Item) -> Vec<u8> {
    let mut heading = Vec::with_capacity(64);
    let mut parts = Parts { text: Vec::with_capacity(256), shape: Vec::with_capacity(64) };
    for (name, value) in item.iter() {
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
pub fn encode_value(value: &Value) -> Vec<u8> {
    let (mut out, mut parts) = (Vec::new(), Parts { text: Vec::new(), shape: Vec::new() });
    parts.value(value);
    parts.append_to(&mut out);
    out
}

struct Parts {
    text: Vec<u8>,
    shape: Vec<u8>,
}

impl Parts {
    fn append_to(&self, out: &mut Vec<u8>) {
        push_bytes(out, &self.text);
        out.extend_from_slice(&self.shape);
    }

    fn text(&mut self, text: &str) {
        push_length(&mut self.shape, text.len());
        self.text.extend_from_slice(text.as_bytes());
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::S(text) => {
                self.shape.push(tag::STRING);
                self.text(text);
            }
            Value::N(number) => self.number(number),
            Value::B(bytes) => {
                self.shape.push(tag::BYTES);
                push_bytes(&mut self.shape, bytes);
            }
            Value::Bool(false) => self.shape.push(tag::FALSE),
            Value::Bool(true) => self.shape.push(tag::TRUE),
            Value::Null => self.shape.push(tag::NULL),
            Value::L(list) => {
                self.shape.push(tag::LIST);
                push_length(&mut self.shape, list.len());
                for value in list {
                    self.value(value);
                }
            }
            Value::M(map) => {
                self.shape.push(tag::MAP);
                push_length(&mut self.shape, map.len());
                for (name, value) in map {
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
