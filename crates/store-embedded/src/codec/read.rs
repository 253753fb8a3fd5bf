//! Bytes to items, as fast as they can be read, and never worse than an error where they are damaged.

use super::{Unreadable, VERSION, tag};
use std::cell::RefCell;
use store::{Item, Number, Text, Value};

/// Deeper than the port takes, and shallow enough that damaged bytes cannot exhaust the stack.
const DEPTH: usize = 64;

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
