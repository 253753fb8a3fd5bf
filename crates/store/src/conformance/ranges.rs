//! Choosing sort keys: prefixes, bounds and comparisons, forwards and backwards.

use super::{
    Harness,
    tables::{DOCS, READINGS, doc},
};
use crate::{Comparison, Item, Key, KeyValue, Number, Query, SortRange};

const STRINGS: [&str; 14] = [
    "#",
    "A",
    "AB",
    "B",
    "a",
    "a#",
    "a#1",
    "a#10",
    "a#2",
    "a$",
    "aa",
    "b",
    "b\u{10ffff}",
    "b\u{10ffff}\u{10ffff}",
];
const BOUNDS: [&str; 10] = ["!", "A", "a", "a#", "a#1", "a#15", "ab", "b", "b\u{10ffff}", "z"];
const COMPARISONS: [Comparison; 5] = [
    Comparison::Equal,
    Comparison::Less,
    Comparison::LessOrEqual,
    Comparison::Greater,
    Comparison::GreaterOrEqual,
];

/// Asks for a range both ways and compares with what lies in it.
async fn agrees(h: &Harness, query: &Query, attribute: &str, all: &[Item], range: SortRange) {
    let inside = |item: &&Item| match item.get(attribute) {
        Some(crate::View::S(text)) => range.contains(&KeyValue::from(text)),
        Some(crate::View::N(number)) => range.contains(&KeyValue::N(number)),
        _ => false,
    };
    let mut expected: Vec<_> = all.iter().filter(inside).cloned().collect();
    let query = Query { range: Some(range.clone()), ..query.clone() };
    h.answers(query.clone(), &expected).await;
    expected.reverse();
    h.answers(query.reverse(), &expected).await;
}

async fn docs(h: &Harness) -> Vec<Item> {
    let items: Vec<_> =
        STRINGS.iter().map(|sk| doc("p", sk).with("owner", "ana").with("title", *sk)).collect();
    h.put_all(&DOCS, items.iter().rev().cloned()).await;
    h.put(&DOCS, doc("q", "a#1").with("owner", "ben").with("title", "a#1")).await;
    items
}

pub async fn a_prefix_chooses_strings(h: &Harness) {
    let items = docs(h).await;
    for prefix in BOUNDS {
        agrees(h, &Query::table(&DOCS, "p"), "sk", &items, SortRange::BeginsWith(prefix.into())).await;
    }
    assert_eq!(h.rows(Query::table(&DOCS, "p").begins_with("a#")).await, items[5..9]);
}

pub async fn bounds_choose_strings_and_are_included(h: &Harness) {
    let items = docs(h).await;
    for (at, low) in BOUNDS.iter().enumerate() {
        for high in &BOUNDS[at..] {
            agrees(
                h,
                &Query::table(&DOCS, "p"),
                "sk",
                &items,
                SortRange::Between((*low).into(), (*high).into()),
            )
            .await;
        }
    }
    assert_eq!(h.rows(Query::table(&DOCS, "p").between("a#1", "a#2")).await, items[6..9]);
}

pub async fn every_comparison_chooses_strings(h: &Harness) {
    let items = docs(h).await;
    for comparison in COMPARISONS {
        for bound in BOUNDS {
            let range = SortRange::Compare(comparison, bound.into());
            agrees(h, &Query::table(&DOCS, "p"), "sk", &items, range).await;
        }
    }
    assert_eq!(h.rows(Query::table(&DOCS, "p").compare(Comparison::Less, "B")).await, items[..3]);
}

pub async fn bounds_and_comparisons_choose_numbers(h: &Harness) {
    const VALUES: [&str; 9] = ["-100", "-10.5", "-2", "-0.1", "0", "0.25", "3", "20", "1e20"];
    const BOUNDS: [&str; 7] = ["-1e9", "-10.5", "-3", "0", "0.3", "3", "1e21"];
    let number = |text: &str| text.parse::<Number>().expect("a number");
    let items: Vec<_> =
        VALUES.iter().map(|text| Item::new().with_key(&READINGS, Key::new("s", number(text)))).collect();
    h.put_all(&READINGS, items.iter().rev().cloned()).await;
    let query = Query::table(&READINGS, "s");
    for (at, low) in BOUNDS.map(number).into_iter().enumerate() {
        for comparison in COMPARISONS {
            agrees(h, &query, "value", &items, SortRange::Compare(comparison, low.into())).await;
        }
        for high in BOUNDS[at..].iter().map(|text| number(text)) {
            agrees(h, &query, "value", &items, SortRange::Between(low.into(), high.into())).await;
        }
    }
    assert_eq!(h.rows(query.between(-2, 3)).await, items[2..7]);
}

pub async fn ranges_choose_from_indexes_too(h: &Harness) {
    let items = docs(h).await;
    let query = Query::index(&DOCS, "ByOwnerTitle", "ana");
    for bound in BOUNDS {
        agrees(h, &query, "title", &items, SortRange::BeginsWith(bound.into())).await;
        for comparison in COMPARISONS {
            agrees(h, &query, "title", &items, SortRange::Compare(comparison, bound.into())).await;
        }
    }
    agrees(h, &query, "title", &items, SortRange::Between("a#1".into(), "b".into())).await;
    let timed: Vec<_> =
        (-3..4).map(|at| doc("t", &format!("{at}")).with("owner", "cy").with("at", at * 10)).collect();
    h.put_all(&DOCS, timed.iter().rev().cloned()).await;
    let query = Query::index(&DOCS, "ByOwnerTime", "cy");
    for comparison in COMPARISONS {
        agrees(h, &query, "at", &timed, SortRange::Compare(comparison, (-10).into())).await;
    }
    agrees(h, &query, "at", &timed, SortRange::Between((-15).into(), 20.into())).await;
}
