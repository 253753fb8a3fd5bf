use super::{from_item, to_item};
use crate::{Item, Number, Value, View};
use proptest::prelude::*;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, DeserializeOwned},
};
use std::{collections::BTreeMap, fmt::Debug};

fn reads_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(entity: &T) -> Item {
    let item = to_item(entity).unwrap();
    let with_keys = item.clone().with("pk", "POLL#1").with("sk", "METADATA");
    assert_eq!(&from_item::<T>(with_keys).unwrap(), entity);
    item
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Answer {
    Nothing,
    Text(String),
    Pair(i32, bool),
    Choice { option: u8, note: Option<String> },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Shareable {
    Poll { title: String, closes_at: Option<i64>, weights: Vec<u32> },
    Note(Note),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Note {
    body: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Common {
    version: u64,
    ttl: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Flat {
    name: String,
    #[serde(flatten)]
    common: Common,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Everything {
    flag: bool,
    letter: char,
    small: i8,
    whole: i64,
    natural: u64,
    wide: i128,
    ratio: f64,
    text: String,
    maybe: Option<String>,
    nested: Option<Common>,
    list: Vec<Option<u16>>,
    pair: (String, i32),
    by_name: BTreeMap<String, Option<f32>>,
    by_number: BTreeMap<u32, bool>,
    answers: Vec<Answer>,
    // NULL is absent.
    #[serde(default)]
    unit: (),
}

#[test]
fn a_field_that_is_none_is_an_attribute_that_is_not_there() {
    let item = reads_back(&Common { version: 1, ttl: None });
    assert_eq!(item, Item::new().with("version", 1_u64));
}

#[test]
fn a_flattened_field_that_is_none_is_not_there_either() {
    let item = reads_back(&Flat { name: "Ana".into(), common: Common { version: 3, ttl: None } });
    assert_eq!(item, Item::new().with("name", "Ana").with("version", 3_u64));
    reads_back(&Flat { name: "Ana".into(), common: Common { version: 3, ttl: Some(-9) } });
}

#[test]
fn none_inside_a_list_keeps_its_place() {
    let item = to_item(&BTreeMap::from([("list", vec![Some(1), None])])).unwrap();
    assert_eq!(item.get("list").map(View::to_value), Some(Value::L(vec![Value::from(1), Value::Null])));
}

#[test]
fn a_stored_null_reads_as_none() {
    let item = Item::new().with("version", 1_u64).with("ttl", Value::Null);
    assert_eq!(from_item::<Common>(item).unwrap(), Common { version: 1, ttl: None });
}

#[test]
fn internally_tagged_enums_read_back() {
    let poll = Shareable::Poll { title: "Friday?".into(), closes_at: None, weights: vec![1, 2] };
    assert_eq!(reads_back(&poll).get("type").map(View::to_value), Some(Value::from("poll")));
    reads_back(&Shareable::Note(Note { body: "Bring cake".into() }));
}

#[test]
fn externally_tagged_enums_read_back_even_among_key_attributes() {
    reads_back(&Answer::Text("yes".into()));
    reads_back(&Answer::Pair(-1, true));
    reads_back(&Answer::Choice { option: 3, note: None });
}

#[test]
fn unit_variants_are_strings() {
    let item = to_item(&BTreeMap::from([("answer", Answer::Nothing)])).unwrap();
    assert_eq!(item.get("answer").map(View::to_value), Some(Value::from("Nothing")));
}

#[test]
fn bytes_are_stored_as_bytes() {
    struct Sealed(Vec<u8>);
    impl Serialize for Sealed {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(&self.0)
        }
    }
    let item = to_item(&BTreeMap::from([("sealed", Sealed(vec![1, 2, 255]))])).unwrap();
    assert_eq!(item.get("sealed").map(View::to_value), Some(Value::B(vec![1, 2, 255])));
    assert_eq!(from_item::<BTreeMap<String, Vec<u8>>>(item).unwrap()["sealed"], [1, 2, 255]);
}

#[test]
fn an_error_names_the_attribute() {
    let nested = |version: Value| Item::new().with("nested", Value::M([("version".into(), version)].into()));
    let why = |item| from_item::<BTreeMap<String, Common>>(item).unwrap_err().to_string();
    assert_eq!(why(nested("x".into())), "nested: version: invalid type: string \"x\", expected u64");
    assert_eq!(why(Item::new().with("nested", Value::M(BTreeMap::new()))), "nested: missing field `version`");
}

#[test]
fn what_has_no_named_fields_is_no_item() {
    assert!(to_item(&5).is_err());
    assert!(to_item(&vec![1]).is_err());
    assert!(to_item(&"text").is_err());
    assert!(to_item(&Answer::Nothing).is_err());
}

#[test]
fn numbers_that_no_engine_holds_are_refused() {
    assert!(to_item(&BTreeMap::from([("n", f64::NAN)])).is_err());
    assert!(to_item(&BTreeMap::from([("n", f64::INFINITY)])).is_err());
    assert!(to_item(&BTreeMap::from([("n", 1e200)])).is_err());
    assert!(to_item(&BTreeMap::from([("n", i128::MAX)])).is_err());
}

#[test]
fn a_number_out_of_a_fields_range_is_refused() {
    let item = |text: &str| Item::new().with("n", text.parse::<Number>().unwrap());
    assert!(from_item::<BTreeMap<String, u8>>(item("256")).is_err());
    assert!(from_item::<BTreeMap<String, u64>>(item("-1")).is_err());
    assert!(from_item::<BTreeMap<String, i64>>(item("0.5")).is_err());
    assert!(from_item::<BTreeMap<String, u64>>(item("1e30")).is_err());
}

fn answers() -> impl Strategy<Value = Answer> {
    prop_oneof![
        Just(Answer::Nothing),
        ".*".prop_map(Answer::Text),
        any::<(i32, bool)>().prop_map(|(number, flag)| Answer::Pair(number, flag)),
        any::<(u8, Option<String>)>().prop_map(|(option, note)| Answer::Choice { option, note }),
    ]
}

/// Floats in the range that decimals of the engines reach.
fn ratios() -> impl Strategy<Value = f64> {
    any::<f64>().prop_filter("in range", |ratio| *ratio == 0.0 || (1e-120..1e120).contains(&ratio.abs()))
}

prop_compose! {
    fn everything()(
        (flag, letter, small, whole, natural) in any::<(bool, char, i8, i64, u64)>(),
        wide in -10_i128.pow(37)..10_i128.pow(37),
        ratio in ratios(),
        (text, maybe, nested) in any::<(String, Option<String>, Option<(u64, Option<i64>)>)>(),
        (list, pair) in any::<(Vec<Option<u16>>, (String, i32))>(),
        by_name in proptest::collection::btree_map(".*", proptest::option::of(-1e30_f32..1e30), 0..4),
        by_number in any::<BTreeMap<u32, bool>>(),
        answers in proptest::collection::vec(answers(), 0..4),
    ) -> Everything {
        let nested = nested.map(|(version, ttl)| Common { version, ttl });
        Everything {
            flag, letter, small, whole, natural, wide, ratio, text, maybe, nested, list, pair, by_name, by_number, answers,
            unit: (),
        }
    }
}

proptest! {
    #[test]
    fn every_entity_reads_back_as_it_was(entity in everything()) {
        reads_back(&entity);
    }

    #[test]
    fn a_tagged_enum_reads_back_whatever_it_holds(title in ".*", closes_at in any::<Option<i64>>(), weights in any::<Vec<u32>>()) {
        reads_back(&Shareable::Poll { title, closes_at, weights });
    }
}

/// Takes one entry of a map and leaves the others.
#[derive(Debug, PartialEq)]
struct First(String, u8);

impl<'de> Deserialize<'de> for First {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit;
        impl<'de> de::Visitor<'de> for Visit {
            type Value = First;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<M: de::MapAccess<'de>>(self, mut map: M) -> Result<First, M::Error> {
                let (name, value) = map.next_entry()?.unwrap_or_default();
                Ok(First(name, value))
            }
        }
        deserializer.deserialize_map(Visit)
    }
}

#[test]
fn what_an_entity_leaves_of_a_list_or_map_is_not_taken_for_what_comes_after() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Taker {
        a_list: (u8, u8),
        b_map: First,
        c_after: String,
    }
    let list = Value::L([1, 2, 3, 4].map(Value::from).into());
    let map = Value::M(BTreeMap::from([("x".into(), 7.into()), ("y".into(), 8.into())]));
    let item = Item::new().with("a_list", list).with("b_map", map).with("c_after", "soup");
    let taken: Taker = from_item(item).unwrap();
    assert_eq!(taken, Taker { a_list: (1, 2), b_map: First("x".into(), 7), c_after: "soup".into() });
}

#[test]
fn null_is_absent_in_an_entity_and_in_what_is_nested_in_it() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Group {
        #[serde(default)]
        name: String,
        note: Option<String>,
        owner: Owner,
        counts: std::collections::BTreeMap<String, Option<u8>>,
    }
    #[derive(Debug, PartialEq, Deserialize)]
    struct Owner {
        #[serde(default)]
        role: String,
    }
    let map = |name: &str| Value::M([(name.into(), Value::Null)].into());
    let item = Item::new()
        .with("name", Value::Null)
        .with("note", Value::Null)
        .with("owner", map("role"))
        .with("counts", map("going"));
    let read: Group = from_item(item).unwrap();
    let counts = [("going".to_owned(), None)].into();
    assert_eq!(read, Group { name: String::new(), note: None, owner: Owner { role: String::new() }, counts });
}
