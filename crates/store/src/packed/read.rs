//! Bytes to items, as fast as they can be read, and never worse than an error where they are damaged.

use super::{Packed, VERSION, tag};
use crate::{Item, Number, Result, StoreError, Text, View, view};
use std::{cell::RefCell, sync::Arc};

/// Deeper than the port takes, and shallow enough that damaged bytes cannot exhaust the stack.
const DEPTH: usize = 64;

/// The item that was packed into `bytes`. They are gone through once, so that whoever reads the item finds it whole.
pub fn unpack(bytes: &[u8]) -> Result<Item> {
    let packed = check(bytes).ok_or_else(|| {
        StoreError::Unavailable("the data file holds an item that cannot be read".to_owned())
    })?;
    Ok(packed.into())
}

/// The packed item that `bytes` are, if they are one as this version packs it.
fn check(bytes: &[u8]) -> Option<Packed> {
    let (_, rest) = bytes.split_first().filter(|(version, _)| **version == VERSION)?;
    let mut opening = Reader::new("", rest);
    let (heading, text, bytes) = (opening.bytes(), opening.length(), opening.shape);
    if opening.is_damaged() {
        return None;
    }
    let (in_text, shape) = bytes.split_at_checked(text)?;
    let names = HEADINGS.with_borrow_mut(|known| known[heading.len() % KNOWN].names(heading))?;
    let mut reader = Reader::new(std::str::from_utf8(in_text).ok()?, shape);
    for _ in 0..names.len() {
        reader.check(0);
    }
    reader.is_done().then(|| Packed { names, bytes: bytes.into(), text })
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
    names: Arc<[Text]>,
}

impl Heading {
    fn names(&mut self, bytes: &[u8]) -> Option<Arc<[Text]>> {
        if self.bytes != bytes {
            self.learn(bytes)?;
        }
        Some(self.names.clone())
    }

    fn learn(&mut self, bytes: &[u8]) -> Option<()> {
        let mut reader = Reader::new("", bytes);
        let mut names: Vec<Text> = Vec::new();
        while !reader.shape.is_empty() {
            let name = std::str::from_utf8(reader.bytes()).ok()?;
            if reader.is_damaged() || names.last().is_some_and(|last| last.as_str() >= name) {
                return None;
            }
            names.push(Text::new(name));
        }
        *self = Self { bytes: bytes.to_vec(), names: names.into() };
        Some(())
    }
}

/// A value, or how many elements or entries there are in the list or map that begins.
pub enum Head<'a> {
    S(&'a str),
    N(Number),
    B(&'a [u8]),
    Bool(bool),
    Null,
    L(usize),
    M(usize),
}

/// Reads on with empty values where the bytes are damaged: one look at the end is a good deal faster than one at every step, and
/// each step stays within the bytes either way.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    text: &'a str,
    shape: &'a [u8],
}

/// What is left of the text once something was amiss: no shape is left to read it by (every length is 0 from then on), so it is
/// still there at the end.
const DAMAGED: &str = "damaged";

#[expect(
    clippy::inline_always,
    reason = "measured: decoding is the hot path, and values are large to hand back"
)]
impl<'a> Reader<'a> {
    pub fn new(text: &'a str, shape: &'a [u8]) -> Self {
        Self { text, shape }
    }

    /// Whether everything was read, and nothing was amiss.
    fn is_done(&self) -> bool {
        self.text.is_empty() && self.shape.is_empty()
    }

    fn is_damaged(&self) -> bool {
        self.text == DAMAGED && self.shape.is_empty()
    }

    #[cold]
    fn damage<T: Default>(&mut self) -> T {
        *self = Self::new(DAMAGED, &[]);
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
            // Not `byte`: a number that breaks off is no number at all, and must not pass for what there is of it.
            let Some((&byte, rest)) = self.shape.split_first() else { return self.damage() };
            self.shape = rest;
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

    /// A name or a string.
    #[inline(always)]
    pub fn str(&mut self) -> &'a str {
        let length = self.length();
        match self.text.split_at_checked(length) {
            Some((taken, rest)) => {
                self.text = rest;
                taken
            }
            None => self.damage(),
        }
    }

    /// The next value, or what a list or map begins with.
    #[inline(always)]
    pub fn head(&mut self) -> Head<'a> {
        match self.byte() {
            tag::STRING => Head::S(self.str()),
            tag::FALSE => Head::Bool(false),
            tag::TRUE => Head::Bool(true),
            tag::NULL => Head::Null,
            tag::NUMBER => {
                let coefficient = self.signed();
                self.number(coefficient.into())
            }
            tag::LONG_NUMBER => {
                let coefficient = self.long_coefficient();
                self.number(coefficient)
            }
            tag::BYTES => Head::B(self.bytes()),
            tag::LIST => Head::L(self.count()),
            tag::MAP => Head::M(self.count()),
            _ => {
                self.damage::<()>();
                Head::Null
            }
        }
    }

    fn number(&mut self, coefficient: i128) -> Head<'a> {
        let exponent = self.exponent();
        Head::N(Number::new(coefficient, exponent).unwrap_or_else(|_| self.damage()))
    }

    fn exponent(&mut self) -> i32 {
        i32::try_from(self.signed()).unwrap_or(i32::MAX)
    }

    fn long_coefficient(&mut self) -> i128 {
        let bytes = self.take(size_of::<i128>()).try_into().unwrap_or_else(|_| self.damage());
        i128::from_le_bytes(bytes)
    }

    /// The next value where it lies.
    #[inline(always)]
    pub fn view(&mut self) -> View<'a> {
        match self.head() {
            Head::S(text) => View::S(text),
            Head::N(number) => View::N(number),
            Head::B(bytes) => View::B(bytes),
            Head::Bool(flag) => View::Bool(flag),
            Head::Null => View::Null,
            Head::L(length) => {
                let list = view::List::packed(*self, length);
                (0..length).for_each(|_| self.skip());
                View::L(list)
            }
            Head::M(length) => {
                let map = view::Map::packed(*self, length);
                (0..length).for_each(|_| self.skip_entry());
                View::M(map)
            }
        }
    }

    pub fn is_at_null(&self) -> bool {
        self.shape.first() == Some(&tag::NULL)
    }

    /// Passes over an entry of a map: its name and its value.
    pub fn skip_entry(&mut self) {
        self.str();
        self.skip();
    }

    /// Passes over the next value, which is known to be in order.
    pub fn skip(&mut self) {
        self.check(0);
    }

    /// Goes through the next value and notes whether anything is amiss with it.
    #[inline(always)]
    fn check(&mut self, depth: usize) {
        match self.byte() {
            tag::STRING => drop(self.str()),
            tag::FALSE | tag::TRUE | tag::NULL => {}
            other => self.check_larger(other, depth),
        }
    }

    fn check_larger(&mut self, tag: u8, depth: usize) {
        match tag {
            tag::NUMBER => {
                let coefficient = self.signed();
                let exponent = self.exponent();
                // Nineteen digits with such an exponent are well within what a number may be.
                if !(-100..=100).contains(&exponent) {
                    self.check_number(coefficient.into(), exponent);
                }
            }
            tag::LONG_NUMBER => {
                let (coefficient, exponent) = (self.long_coefficient(), self.exponent());
                self.check_number(coefficient, exponent);
            }
            tag::BYTES => drop(self.bytes()),
            tag::LIST if depth < DEPTH => {
                for _ in 0..self.count() {
                    self.check(depth + 1);
                }
            }
            tag::MAP if depth < DEPTH => {
                for _ in 0..self.count() {
                    self.str();
                    self.check(depth + 1);
                }
            }
            _ => self.damage(),
        }
    }

    fn check_number(&mut self, coefficient: i128, exponent: i32) {
        if Number::new(coefficient, exponent).is_err() {
            self.damage::<()>();
        }
    }
}
