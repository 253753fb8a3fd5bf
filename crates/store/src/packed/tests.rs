//! What is stored reads back, and what is damaged is noticed.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn read(bytes: &[u8]) -> Option<Item> {
    unpack(bytes).ok()
}

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
    assert_eq!(read(&pack(&sample())), Some(sample()));
    assert_eq!(read(&pack(&Item::new())), Some(Item::new()));
}

#[test]
fn the_stored_form_stays_as_it_is() {
    let item = Item::new().with("at", 300_i64).with("n", "-2.5".parse::<Number>().unwrap()).with("pk", "a");
    assert_eq!(pack(&item), b"\x01\x08\x02at\x01n\x02pk\x01a\x01\x06\x04\x01\x31\x01\x00\x01");
}

#[test]
fn cut_bytes_and_bytes_too_many_are_refused() {
    let bytes = pack(&sample());
    for end in 0..bytes.len() {
        assert_eq!(read(&bytes[..end]), None, "cut at {end}");
    }
    assert_eq!(read(&[bytes, vec![0]].concat()), None);
}

#[test]
fn damaged_bytes_never_do_worse_than_an_error() {
    let bytes = pack(&sample());
    for at in 0..bytes.len() {
        for flip in [1, 0x80, 0xFF] {
            let mut damaged = bytes.clone();
            damaged[at] ^= flip;
            if let Some(item) = read(&damaged) {
                // Whatever it says now, it can be looked at and packed again.
                assert_eq!(read(&pack(&item)).as_ref(), Some(&item));
            }
        }
    }
    let deep = [vec![VERSION, 2, 1, b'a', 0], [tag::LIST, 1].repeat(100_000), vec![tag::NULL]].concat();
    assert_eq!(read(&deep), None);
}

#[test]
fn a_length_that_breaks_off_is_refused_whatever_it_would_have_been() {
    for first in 0x80..=0xFF {
        let item = [VERSION, 2, 1, b'a', 0, tag::STRING, first];
        assert_eq!(read(&item), None, "{first:#x}");
    }
}

#[test]
fn another_version_is_refused() {
    let mut bytes = pack(&sample());
    bytes[0] = VERSION + 1;
    assert_eq!(read(&bytes), None);
}

fn any_value() -> impl Strategy<Value = Value> {
    let number = (any::<i64>(), -20..20_i32).prop_map(|(digits, power)| Number::new(digits.into(), power));
    let leaf = prop_oneof![
        ".{0,40}".prop_map(Value::from),
        number.prop_map(|number| Value::N(number.unwrap())),
        proptest::collection::vec(any::<u8>(), 0..40).prop_map(Value::B),
        any::<bool>().prop_map(Value::Bool),
        Just(Value::Null),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::L),
            proptest::collection::btree_map("[a-z]{0,3}".prop_map(Text::from), inner, 0..5)
                .prop_map(Value::M),
        ]
    })
}

proptest! {
    #[test]
    fn a_packed_item_is_the_item_however_it_is_looked_at(
        attributes in proptest::collection::btree_map("[a-z]{1,3}", any_value(), 0..6)
    ) {
        let built: Item = attributes.iter().map(|(name, value)| (name.into(), value.clone())).collect();
        let packed = read(&pack(&built)).unwrap();
        prop_assert_eq!(&packed, &built);
        prop_assert_eq!(pack(&packed), pack(&built));
        prop_assert_eq!((packed.len(), packed.contains("zzzz")), (built.len(), false));
        for (name, value) in &attributes {
            prop_assert_eq!(packed.get(name), Some(View::from(value)));
            prop_assert_eq!(packed.get(name).map(View::to_value), Some(value.clone()));
        }
        prop_assert!(packed.clone().into_iter().eq(built.clone().into_iter()));
        prop_assert_eq!(packed.with("zzzz", 1), built.with("zzzz", 1));
    }
}
