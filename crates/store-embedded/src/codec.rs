//! Items as bytes: a version, the names of the attributes, all text of their values in one piece, and the shape that says which
//! part of the text is what.
//!
//! Reading is the hot path of the whole product, so the form is one that decodes in a single pass, straight from the page that
//! redb hands out. The items of a table mostly have the same attributes: their names are taken from the last item that had
//! them. With the text in one piece, that it is UTF-8 is checked once for an item and not for each string.

use std::cell::RefCell;
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

pub fn decode(bytes: &[u8]) -> Result<Item, Unreadable> {
    let Some((&VERSION, rest)) = bytes.split_first() else { return Err(Unreadable) };
    let mut reader = Reader { text: "", shape: rest, damaged: false };
    let heading = reader.bytes();
    reader.text = std::str::from_utf8(reader.bytes()).map_err(|_| Unreadable)?;
    HEADINGS.with_borrow_mut(|known| {
        let known = &mut known[heading.len() % KNOWN];
        if known.bytes != heading {
            known.learn(heading)?;
        }
        // Collecting writes each attribute where it stays; pushing would move it there, which takes longer than reading it.
        let attributes = known.names.iter().map(|name| (name.clone(), reader.value(0))).collect();
        if reader.is_done() { Ok(Item::from_sorted(attributes)) } else { Err(Unreadable) }
    })
}

/// How many headings each thread knows at once.
const KNOWN: usize = 16;

thread_local! {
    /// Headings that this thread has read before, each at the place that its length tells.
    static HEADINGS: RefCell<[Heading; KNOWN]> = RefCell::default();
}

/// The names of an item's attributes, in order: as they are stored, and as they are read.
#[derive(Default)]
struct Heading {
    bytes: Vec<u8>,
    names: Vec<Text>,
}

impl Heading {
    fn learn(&mut self, bytes: &[u8]) -> Result<(), Unreadable> {
        *self = Self::default();
        let mut reader = Reader { text: "", shape: bytes, damaged: false };
        let mut names: Vec<Text> = Vec::new();
        while !reader.shape.is_empty() {
            let name = std::str::from_utf8(reader.bytes()).map_err(|_| Unreadable)?;
            if reader.damaged || names.last().is_some_and(|last| last.as_str() >= name) {
                return Err(Unreadable);
            }
            names.push(Text::new(name));
        }
        *self = Self { bytes: bytes.to_vec(), names };
        Ok(())
    }
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

/// Reads on with empty values where the bytes are damaged, and remembers it: one look at the end is a good deal faster than one
/// at every step, and each step stays within the bytes either way.
struct Reader<'a> {
    text: &'a str,
    shape: &'a [u8],
    damaged: bool,
}

#[expect(
    clippy::inline_always,
    reason = "measured: decoding is the hot path, and values are large to hand back"
)]
impl<'a> Reader<'a> {
    /// Whether everything was read, and nothing was amiss.
    fn is_done(&self) -> bool {
        !self.damaged && self.text.is_empty() && self.shape.is_empty()
    }

    fn damage<T: Default>(&mut self) -> T {
        self.damaged = true;
        T::default()
    }

    #[inline(always)]
    fn byte(&mut self) -> u8 {
        match self.shape.split_first() {
            Some((first, rest)) => {
                self.shape = rest;
                *first
            }
            None => self.damage(),
        }
    }

    fn take(&mut self, length: usize) -> &'a [u8] {
        match self.shape.split_at_checked(length) {
            Some((taken, rest)) => {
                self.shape = rest;
                taken
            }
            None => self.damage(),
        }
    }

    #[inline(always)]
    fn unsigned(&mut self) -> u64 {
        match self.byte() {
            first @ 0..0x80 => first.into(),
            first => self.more(first),
        }
    }

    fn more(&mut self, first: u8) -> u64 {
        let mut number = u64::from(first & 0x7F);
        for shift in (7..64).step_by(7) {
            let byte = self.byte();
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return number;
            }
        }
        self.damage()
    }

    #[inline(always)]
    fn length(&mut self) -> usize {
        usize::try_from(self.unsigned()).unwrap_or_else(|_| self.damage())
    }

    fn signed(&mut self) -> i64 {
        let number = self.unsigned();
        (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
    }

    /// A count of things of at least a byte each, so that damaged bytes cannot ask for more memory than there are bytes.
    fn count(&mut self) -> usize {
        let count = self.length();
        if count <= self.shape.len() { count } else { self.damage() }
    }

    fn bytes(&mut self) -> &'a [u8] {
        let length = self.length();
        self.take(length)
    }

    #[inline(always)]
    fn str(&mut self) -> &'a str {
        let length = self.length();
        match self.text.split_at_checked(length) {
            Some((taken, rest)) => {
                self.text = rest;
                taken
            }
            None => self.damage(),
        }
    }

    #[inline(always)]
    fn value(&mut self, depth: usize) -> Value {
        match self.byte() {
            tag::STRING => Value::S(Text::new(self.str())),
            tag::NUMBER => {
                let coefficient = self.signed();
                self.number(coefficient.into())
            }
            tag::FALSE => Value::Bool(false),
            tag::TRUE => Value::Bool(true),
            tag::NULL => Value::Null,
            other => self.larger_value(other, depth),
        }
    }

    fn number(&mut self, coefficient: i128) -> Value {
        let exponent = i32::try_from(self.signed()).unwrap_or(i32::MAX);
        Value::N(Number::new(coefficient, exponent).unwrap_or_else(|_| self.damage()))
    }

    /// Apart from the others, so that those can be part of the loop over an item's attributes.
    fn larger_value(&mut self, tag: u8, depth: usize) -> Value {
        match tag {
            tag::BYTES => Value::B(self.bytes().to_vec()),
            tag::LONG_NUMBER => {
                let coefficient = self.take(size_of::<i128>()).try_into().unwrap_or_else(|_| self.damage());
                self.number(i128::from_le_bytes(coefficient))
            }
            tag::LIST if depth < DEPTH => {
                let count = self.count();
                Value::L((0..count).map(|_| self.value(depth + 1)).collect())
            }
            tag::MAP if depth < DEPTH => {
                let count = self.count();
                Value::M((0..count).map(|_| (Text::new(self.str()), self.value(depth + 1))).collect())
            }
            _ => {
                self.damaged = true;
                Value::Null
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

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
        assert_eq!(encode(&item), b"\x01\x08\x02at\x01n\x02pk\x01a\x01\x06\x04\x01\x31\x01\x00\x01");
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
        let deep = [vec![VERSION, 2, 1, b'a', 0], [tag::LIST, 1].repeat(100_000), vec![tag::NULL]].concat();
        assert_eq!(decode(&deep), Err(Unreadable));
    }

    #[test]
    fn another_version_is_refused() {
        let mut bytes = encode(&sample());
        bytes[0] = VERSION + 1;
        assert_eq!(decode(&bytes), Err(Unreadable));
    }
}
