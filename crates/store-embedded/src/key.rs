//! Keys as bytes that sort as the port says: strings by their UTF-8 bytes, numbers as numbers.
//!
//! Every part of a key ends itself, so parts are simply written one after the other and no key is the beginning of another:
//!
//! - a string is its bytes, with `00` written as `00 FF`, and then `00 01`;
//! - a number is its sign (0, 1 or 2), the power of ten of its leading digit, its digits two to a byte, and an end mark; all but
//!   the sign is inverted below zero.
//!
//! An item's key is its partition key and its sort key. An index's key is the index's parts followed by the item's key.

use store::{Comparison, Item, Key, KeyKind, KeySchema, KeyValue, Number, SortRange};

const NEGATIVE: u8 = 0;
const ZERO: u8 = 1;
const POSITIVE: u8 = 2;
const STRING_END: [u8; 2] = [0, 1];
const ESCAPED_ZERO: [u8; 2] = [0, 0xFF];
/// Numbers start at a leading digit of 10^-130, which is thus stored as 0.
const LEAST_MAGNITUDE: i32 = -130;

/// The key of an item in its table.
pub fn of_item(key: &Key) -> Vec<u8> {
    let mut out = Vec::with_capacity(64);
    push(&mut out, &key.pk);
    if let Some(sk) = &key.sk {
        push(&mut out, sk);
    }
    out
}

/// The key of an item in an index, or nothing where the item lacks a key attribute and so is not in that index.
pub fn of_entry(schema: &KeySchema, item: &Item, item_key: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(64 + item_key.len());
    for attr in schema.attrs() {
        push(&mut out, &KeyValue::of(item, attr).ok()??);
    }
    out.extend_from_slice(item_key);
    Some(out)
}

/// The item's key at the end of an index's key.
pub fn item_of_entry<'a>(schema: &KeySchema, mut entry: &'a [u8]) -> Option<&'a [u8]> {
    for attr in schema.attrs() {
        entry = skip(entry, attr.kind)?;
    }
    Some(entry)
}

/// The first key of a partition's range, and the first key past it.
pub fn range(pk: &KeyValue, range: Option<&SortRange>) -> (Vec<u8>, Vec<u8>) {
    use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    let mut partition = Vec::with_capacity(64);
    push(&mut partition, pk);
    let at = |value: &KeyValue| {
        let mut out = partition.clone();
        push(&mut out, value);
        out
    };
    let past = |value: &KeyValue| after_all(at(value));
    let end = || after_all(partition.clone());
    match range {
        None | Some(SortRange::Compare(NotEqual, _)) => (partition.clone(), end()),
        Some(SortRange::BeginsWith(prefix)) => {
            let mut first = at(prefix);
            if matches!(prefix, KeyValue::S(_)) {
                first.truncate(first.len() - STRING_END.len());
            }
            (first.clone(), after_all(first))
        }
        Some(SortRange::Between(low, high)) => (at(low), past(high)),
        Some(SortRange::Compare(Equal, value)) => (at(value), past(value)),
        Some(SortRange::Compare(Less, value)) => (partition.clone(), at(value)),
        Some(SortRange::Compare(LessOrEqual, value)) => (partition.clone(), past(value)),
        Some(SortRange::Compare(Greater, value)) => (past(value), end()),
        Some(SortRange::Compare(GreaterOrEqual, value)) => (at(value), end()),
    }
}

/// The first bytes that sort after everything beginning with `prefix`.
pub fn after_all(mut prefix: Vec<u8>) -> Vec<u8> {
    while prefix.last() == Some(&0xFF) {
        prefix.pop();
    }
    if let Some(last) = prefix.last_mut() {
        *last += 1;
    }
    prefix
}

/// Writes one part of a key.
pub fn push(out: &mut Vec<u8>, value: &KeyValue) {
    match value {
        KeyValue::S(text) => push_string(out, text.as_bytes()),
        KeyValue::N(number) => push_number(out, number),
    }
}

fn push_string(out: &mut Vec<u8>, text: &[u8]) {
    let mut pieces = text.split(|byte| *byte == 0);
    out.extend_from_slice(pieces.next().unwrap_or_default());
    for piece in pieces {
        out.extend_from_slice(&ESCAPED_ZERO);
        out.extend_from_slice(piece);
    }
    out.extend_from_slice(&STRING_END);
}

fn push_number(out: &mut Vec<u8>, number: &Number) {
    let (coefficient, _) = number.parts();
    let Some(log) = coefficient.unsigned_abs().checked_ilog10() else {
        out.push(ZERO);
        return;
    };
    out.push(if coefficient < 0 { NEGATIVE } else { POSITIVE });
    let start = out.len();
    // The limits on numbers make this fit a byte exactly.
    out.push(u8::try_from(number.magnitude() - LEAST_MAGNITUDE).unwrap_or(u8::MAX));
    let mut digits = coefficient.unsigned_abs();
    if log % 2 == 0 {
        digits *= 10; // An odd count: the last pair is filled up, so that pairs line up from the leading digit.
    }
    let pairs = out.len();
    while digits > 0 {
        out.push(u8::try_from(digits % 100).unwrap_or_default() + 1);
        digits /= 100;
    }
    out[pairs..].reverse();
    out.push(0);
    if coefficient < 0 {
        out[start..].iter_mut().for_each(|byte| *byte = !*byte);
    }
}

/// The key that these bytes are of, unless they are damaged.
pub fn read(schema: &KeySchema, bytes: &[u8]) -> Option<Key> {
    let (pk, rest) = read_part(bytes, schema.pk.kind)?;
    let sk = schema.sk.map(|sk| read_part(rest, sk.kind));
    Some(Key { pk, sk: sk.map(|part| part.map(|(value, _)| value).ok_or(())).transpose().ok()? })
}

/// The first part of a key, and what follows it.
fn read_part(key: &[u8], kind: KeyKind) -> Option<(KeyValue, &[u8])> {
    let rest = skip(key, kind)?;
    let part = &key[..key.len() - rest.len()];
    let value = match kind {
        KeyKind::S => KeyValue::S(read_string(part)?.into()),
        KeyKind::N => KeyValue::N(read_number(part)?),
    };
    Some((value, rest))
}

fn read_string(part: &[u8]) -> Option<String> {
    let mut text = Vec::with_capacity(part.len());
    let mut bytes = part.strip_suffix(&STRING_END)?.iter();
    while let Some(byte) = bytes.next() {
        text.push(*byte);
        if *byte == ESCAPED_ZERO[0] {
            bytes.next().filter(|escape| **escape == ESCAPED_ZERO[1])?;
        }
    }
    String::from_utf8(text).ok()
}

fn read_number(part: &[u8]) -> Option<Number> {
    let (sign, rest) = part.split_first()?;
    if *sign == ZERO {
        return Some(Number::default());
    }
    let negative = *sign == NEGATIVE;
    let plain = |byte: &u8| if negative { !*byte } else { *byte };
    let (magnitude, pairs) = rest.split_first()?;
    let (_end, pairs) = pairs.split_last()?;
    let digits = pairs.iter().try_fold(0_i128, |digits, pair| {
        digits.checked_mul(100)?.checked_add(i128::from(plain(pair).checked_sub(1)?))
    })?;
    let below = i32::try_from(pairs.len()).ok()? * 2 - 1;
    let power = i32::from(plain(magnitude)) + LEAST_MAGNITUDE - below;
    Number::new(if negative { -digits } else { digits }, power).ok()
}

/// What follows the first part of a key.
fn skip(key: &[u8], kind: KeyKind) -> Option<&[u8]> {
    let end = match (kind, key.first()?) {
        (KeyKind::S, _) => string_end(key)?,
        (KeyKind::N, &ZERO) => 1,
        (KeyKind::N, &sign) => {
            let mark = if sign == NEGATIVE { 0xFF } else { 0 };
            3 + key.get(2..)?.iter().position(|byte| *byte == mark)?
        }
    };
    key.get(end..)
}

fn string_end(key: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += key.get(at..)?.iter().position(|byte| *byte == 0)? + STRING_END.len();
        if key.get(at - 1) == Some(&STRING_END[1]) {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use store::{n, s};

    fn any_number() -> impl Strategy<Value = Number> {
        let digits = prop_oneof![any::<i128>(), -1000_i128..1000, any::<i64>().prop_map(i128::from)];
        (digits, prop_oneof![-4..4_i32, -140..130_i32])
            .prop_filter_map("not a number that is stored", |(digits, power)| Number::new(digits, power).ok())
    }

    proptest! {
        #[test]
        fn number_keys_sort_as_numbers(a in any_number(), b in any_number()) {
            prop_assert_eq!(encoded(a).cmp(&encoded(b)), a.cmp(&b));
        }

        #[test]
        fn numbers_and_strings_end_themselves(number in any_number(), text in "(?s).{0,20}", rest in any::<Vec<u8>>()) {
            let number = [encoded(number), rest.clone()].concat();
            prop_assert_eq!(skip(&number, KeyKind::N), Some(rest.as_slice()));
            let text = [encoded(text), rest.clone()].concat();
            prop_assert_eq!(skip(&text, KeyKind::S), Some(rest.as_slice()));
        }

        #[test]
        fn keys_are_read_as_they_were_written(number in any_number(), text in "(?s)[\0-\u{ff}]{0,20}") {
            let key = Key::new(text, number);
            prop_assert_eq!(read(&KeySchema::composite(s("a"), n("b")), &of_item(&key)), Some(key));
        }

        #[test]
        fn string_keys_sort_by_their_bytes(a in "[\0\u{1}ab\u{ff}\u{10ffff}]{0,4}", b in "[\0\u{1}ab\u{ff}\u{10ffff}]{0,4}") {
            prop_assert_eq!(encoded(a.as_str()).cmp(&encoded(b.as_str())), a.as_bytes().cmp(b.as_bytes()));
        }
    }

    fn encoded(value: impl Into<KeyValue>) -> Vec<u8> {
        let mut out = Vec::new();
        push(&mut out, &value.into());
        out
    }

    #[test]
    fn strings_sort_by_their_bytes_even_around_zero_bytes_and_prefixes() {
        let mut texts = ["", "a", "a\0", "a\0\0", "a\0b", "a\u{1}", "aa", "ab", "b", "é", "\u{10FFFF}"];
        texts.sort_unstable();
        let keys = texts.map(encoded);
        assert!(keys.is_sorted());
        for (one, other) in keys.iter().zip(&keys[1..]) {
            assert!(!other.starts_with(one), "no key is the beginning of another");
        }
    }

    #[test]
    fn an_items_key_is_found_behind_any_index_parts() {
        let schema = KeySchema::composite(s("a"), n("b"));
        for text in ["x", "x\0y", "\0"] {
            for number in ["0", "-1", "-120.5", "7", "99", "1e100", "-1e-100"] {
                let number: Number = number.parse().unwrap();
                let item = Item::new().with("a", text).with("b", number);
                let entry = of_entry(&schema, &item, b"the item").unwrap();
                assert_eq!(item_of_entry(&schema, &entry), Some(b"the item".as_slice()));
            }
        }
    }

    #[test]
    fn an_item_without_a_key_attribute_has_no_index_key() {
        let schema = KeySchema::composite(s("a"), n("b"));
        assert_eq!(of_entry(&schema, &Item::new().with("a", "x"), b"k"), None);
    }

    #[test]
    fn damaged_index_keys_are_noticed() {
        let schema = KeySchema::composite(s("a"), n("b"));
        for key in [
            b"".as_slice(),
            b"abc",
            b"abc\0",
            b"abc\0\xFF",
            b"a\0\x01",
            b"a\0\x01\x02",
            b"a\0\x01\x02\x05\x07",
        ] {
            assert_eq!(item_of_entry(&schema, key), None, "{key:?}");
        }
    }

    #[test]
    fn what_comes_after_a_prefix_skips_bytes_that_cannot_grow() {
        assert_eq!(after_all(vec![1, 2]), [1, 3]);
        assert_eq!(after_all(vec![1, 0xFF, 0xFF]), [2]);
    }
}
