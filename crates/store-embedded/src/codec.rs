//! Items as bytes: a version, then all text in one piece, then the shape that says which part of the text is what.
//!
//! Reading is the hot path of the whole product, so the form is one that decodes in a single pass, straight from the page that
//! redb hands out; with the text in one piece, that it is UTF-8 is checked once for an item and not for each string.

use std::collections::BTreeMap;
use store::{Item, Number, Text, Value};

/// The first byte of every stored item.
const VERSION: u8 = 1;
/// Deeper than the port takes, and shallow enough that damaged bytes cannot exhaust the stack.
const DEPTH: usize = 64;

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
    let mut parts = Parts { text: Vec::with_capacity(256), shape: Vec::with_capacity(64) };
    push_length(&mut parts.shape, item.len());
    for (name, value) in item.iter() {
        parts.text(name);
        parts.value(value);
    }
    parts.whole()
}

/// One value by itself, in the form that it has inside an item.
pub fn encode_value(value: &Value) -> Vec<u8> {
    let mut parts = Parts { text: Vec::new(), shape: Vec::new() };
    parts.value(value);
    parts.whole()
}

pub fn decode(bytes: &[u8]) -> Result<Item, Unreadable> {
    let mut reader = Reader::open(bytes)?;
    let attributes = reader.count()?;
    let mut item = Item::with_capacity(attributes);
    let mut before = "";
    for at in 0..attributes {
        let name = reader.str()?;
        if at > 0 && before >= name {
            return Err(Unreadable);
        }
        before = name;
        item.push_sorted(Text::new(name), reader.value(0)?);
    }
    if reader.text.is_empty() && reader.shape.is_empty() { Ok(item) } else { Err(Unreadable) }
}

struct Parts {
    text: Vec<u8>,
    shape: Vec<u8>,
}

impl Parts {
    fn whole(self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.text.len() + self.shape.len() + 4);
        out.push(VERSION);
        push_bytes(&mut out, &self.text);
        out.extend_from_slice(&self.shape);
        out
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

struct Reader<'a> {
    text: &'a str,
    shape: &'a [u8],
}

impl<'a> Reader<'a> {
    fn open(bytes: &'a [u8]) -> Result<Self, Unreadable> {
        let Some((&VERSION, rest)) = bytes.split_first() else { return Err(Unreadable) };
        let mut reader = Self { text: "", shape: rest };
        reader.text = std::str::from_utf8(reader.bytes()?).map_err(|_| Unreadable)?;
        Ok(reader)
    }

    fn byte(&mut self) -> Result<u8, Unreadable> {
        let (first, rest) = self.shape.split_first().ok_or(Unreadable)?;
        self.shape = rest;
        Ok(*first)
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], Unreadable> {
        let (taken, rest) = self.shape.split_at_checked(length).ok_or(Unreadable)?;
        self.shape = rest;
        Ok(taken)
    }

    fn unsigned(&mut self) -> Result<u64, Unreadable> {
        let first = self.byte()?;
        if first < 0x80 {
            return Ok(first.into());
        }
        let mut number = u64::from(first & 0x7F);
        for shift in (7..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Unreadable)
    }

    fn length(&mut self) -> Result<usize, Unreadable> {
        usize::try_from(self.unsigned()?).map_err(|_| Unreadable)
    }

    fn signed(&mut self) -> Result<i64, Unreadable> {
        let number = self.unsigned()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    /// A count of things of at least a byte each, so that damaged bytes cannot ask for more memory than there are bytes.
    fn count(&mut self) -> Result<usize, Unreadable> {
        let count = self.length()?;
        if count <= self.shape.len() { Ok(count) } else { Err(Unreadable) }
    }

    fn bytes(&mut self) -> Result<&'a [u8], Unreadable> {
        let length = self.length()?;
        self.take(length)
    }

    fn str(&mut self) -> Result<&'a str, Unreadable> {
        let length = self.length()?;
        let (taken, rest) = self.text.split_at_checked(length).ok_or(Unreadable)?;
        self.text = rest;
        Ok(taken)
    }

    fn number(&mut self, coefficient: i128) -> Result<Value, Unreadable> {
        let exponent = i32::try_from(self.signed()?).map_err(|_| Unreadable)?;
        Number::new(coefficient, exponent).map(Value::N).map_err(|_| Unreadable)
    }

    fn value(&mut self, depth: usize) -> Result<Value, Unreadable> {
        match self.byte()? {
            tag::STRING => Ok(Value::S(Text::new(self.str()?))),
            tag::NUMBER => {
                let coefficient = self.signed()?;
                self.number(coefficient.into())
            }
            tag::LONG_NUMBER => {
                let coefficient = self.take(size_of::<i128>())?.try_into().map_err(|_| Unreadable)?;
                self.number(i128::from_le_bytes(coefficient))
            }
            tag::BYTES => Ok(Value::B(self.bytes()?.to_vec())),
            tag::FALSE => Ok(Value::Bool(false)),
            tag::TRUE => Ok(Value::Bool(true)),
            tag::NULL => Ok(Value::Null),
            _ if depth > DEPTH => Err(Unreadable),
            tag::LIST => {
                let count = self.count()?;
                let mut list = Vec::with_capacity(count);
                for _ in 0..count {
                    list.push(self.value(depth + 1)?);
                }
                Ok(Value::L(list))
            }
            tag::MAP => {
                let count = self.count()?;
                let entries = (0..count).map(|_| Ok((Text::new(self.str()?), self.value(depth + 1)?)));
                entries.collect::<Result<BTreeMap<_, _>, _>>().map(Value::M)
            }
            _ => Err(Unreadable),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Item {
        let numbers =
            ["0", "1", "-1", "1700000000000", "0.001", "-9.99e125", "1e-130"].map(|n| n.parse().unwrap());
        let wide: Number = "99999999999999999999999999999999999999".parse().unwrap();
        let map = BTreeMap::from([
            ("".into(), Value::Null),
            ("inner".into(), Value::L(vec![Value::M(BTreeMap::new())])),
        ]);
        Item::new()
            .with("bytes", Value::B(vec![0, 255, 1]))
            .with("flag", true)
            .with("list", Value::L(numbers.into_iter().map(Value::N).collect()))
            .with("long", "x".repeat(300))
            .with("map", Value::M(map))
            .with("name", "Ana")
            .with("off", false)
            .with("wide", wide)
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(decode(&encode(&sample())), Ok(sample()));
        assert_eq!(decode(&encode(&Item::new())), Ok(Item::new()));
    }

    #[test]
    fn the_stored_form_stays_as_it_is() {
        let item =
            Item::new().with("at", 300_i64).with("n", "-2.5".parse::<Number>().unwrap()).with("pk", "a");
        assert_eq!(encode(&item), b"\x01\x06atnpka\x03\x02\x01\x06\x04\x01\x01\x31\x01\x02\x00\x01");
    }

    #[test]
    fn cut_bytes_and_bytes_too_many_are_refused() {
        let bytes = encode(&sample());
        for end in 0..bytes.len() {
            assert_eq!(decode(&bytes[..end]), Err(Unreadable), "cut at {end}");
        }
        assert_eq!(decode(&[bytes, vec![0]].concat()), Err(Unreadable));
    }

    #[test]
    fn damaged_bytes_never_do_worse_than_an_error() {
        let bytes = encode(&sample());
        for at in 0..bytes.len() {
            for flip in [1, 0x80, 0xFF] {
                let mut damaged = bytes.clone();
                damaged[at] ^= flip;
                let _ = decode(&damaged);
            }
        }
        let deep = [vec![VERSION, 1, b'a', 1, 1], [tag::LIST, 1].repeat(100_000), vec![tag::NULL]].concat();
        assert_eq!(decode(&deep), Err(Unreadable));
    }

    #[test]
    fn another_version_is_refused() {
        let mut bytes = encode(&sample());
        bytes[0] = VERSION + 1;
        assert_eq!(decode(&bytes), Err(Unreadable));
    }
}
