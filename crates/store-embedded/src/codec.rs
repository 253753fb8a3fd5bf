//! Items as bytes: a version, then the attributes in order of their names.
//!
//! Reading is the hot path of the whole product, so the form is one that decodes in a single pass, straight from the page that
//! redb hands out.

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
    let mut out = Vec::with_capacity(256);
    out.push(VERSION);
    push_length(&mut out, item.len());
    for (name, value) in item.iter() {
        push_bytes(&mut out, name.as_bytes());
        push_value(&mut out, value);
    }
    out
}

pub fn decode(bytes: &[u8]) -> Result<Item, Unreadable> {
    let mut reader = Reader(bytes);
    if reader.byte()? != VERSION {
        return Err(Unreadable);
    }
    let attributes = reader.count()?;
    let mut item = Item::with_capacity(attributes);
    let mut before = None;
    for _ in 0..attributes {
        let name = reader.str()?;
        if before.replace(name).is_some_and(|before| before >= name) {
            return Err(Unreadable);
        }
        item.push_sorted(name.into(), reader.value(0)?);
    }
    if reader.0.is_empty() { Ok(item) } else { Err(Unreadable) }
}

pub fn push_value(out: &mut Vec<u8>, value: &Value) {
    match value {
        Value::S(text) => {
            out.push(tag::STRING);
            push_bytes(out, text.as_bytes());
        }
        Value::N(number) => push_number(out, number),
        Value::B(bytes) => {
            out.push(tag::BYTES);
            push_bytes(out, bytes);
        }
        Value::Bool(false) => out.push(tag::FALSE),
        Value::Bool(true) => out.push(tag::TRUE),
        Value::Null => out.push(tag::NULL),
        Value::L(list) => {
            out.push(tag::LIST);
            push_length(out, list.len());
            for value in list {
                push_value(out, value);
            }
        }
        Value::M(map) => {
            out.push(tag::MAP);
            push_length(out, map.len());
            for (name, value) in map {
                push_bytes(out, name.as_bytes());
                push_value(out, value);
            }
        }
    }
}

fn push_number(out: &mut Vec<u8>, number: &Number) {
    let (coefficient, exponent) = number.parts();
    if let Ok(short) = i64::try_from(coefficient) {
        out.push(tag::NUMBER);
        push_signed(out, short);
    } else {
        out.push(tag::LONG_NUMBER);
        out.extend_from_slice(&coefficient.to_le_bytes());
    }
    push_signed(out, exponent.into());
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

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Result<u8, Unreadable> {
        let (first, rest) = self.0.split_first().ok_or(Unreadable)?;
        self.0 = rest;
        Ok(*first)
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], Unreadable> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(Unreadable)?;
        self.0 = rest;
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

    fn signed(&mut self) -> Result<i64, Unreadable> {
        let number = self.unsigned()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    /// A count of things of at least a byte each, so that damaged bytes cannot ask for more memory than there are bytes.
    fn count(&mut self) -> Result<usize, Unreadable> {
        let count = usize::try_from(self.unsigned()?).map_err(|_| Unreadable)?;
        if count <= self.0.len() { Ok(count) } else { Err(Unreadable) }
    }

    fn bytes(&mut self) -> Result<&'a [u8], Unreadable> {
        let length = self.count()?;
        self.take(length)
    }

    fn str(&mut self) -> Result<&'a str, Unreadable> {
        std::str::from_utf8(self.bytes()?).map_err(|_| Unreadable)
    }

    fn text(&mut self) -> Result<Text, Unreadable> {
        self.str().map(Text::new)
    }

    fn number(&mut self, coefficient: i128) -> Result<Value, Unreadable> {
        let exponent = i32::try_from(self.signed()?).map_err(|_| Unreadable)?;
        Number::new(coefficient, exponent).map(Value::N).map_err(|_| Unreadable)
    }

    fn value(&mut self, depth: usize) -> Result<Value, Unreadable> {
        if depth > DEPTH {
            return Err(Unreadable);
        }
        match self.byte()? {
            tag::STRING => self.text().map(Value::S),
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
            tag::LIST => {
                let count = self.count()?;
                (0..count).map(|_| self.value(depth + 1)).collect::<Result<_, _>>().map(Value::L)
            }
            tag::MAP => {
                let count = self.count()?;
                let entries = (0..count).map(|_| Ok((self.text()?, self.value(depth + 1)?)));
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
        assert_eq!(encode(&item), b"\x01\x03\x02at\x01\x06\x04\x01n\x01\x31\x01\x02pk\x00\x01a");
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
        let deep = [vec![VERSION, 1, 1, b'a'], [tag::LIST, 1].repeat(100_000), vec![tag::NULL]].concat();
        assert_eq!(decode(&deep), Err(Unreadable));
    }

    #[test]
    fn another_version_is_refused() {
        let mut bytes = encode(&sample());
        bytes[0] = VERSION + 1;
        assert_eq!(decode(&bytes), Err(Unreadable));
    }
}
