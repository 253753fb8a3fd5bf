//! The tables of the suite: every kind of key and index that the product declares.

use crate::{Index, Item, Key, KeySchema, Table, n, s};

/// Strings as keys, four sparse indexes of which two share their partition attribute, and expiry.
pub static DOCS: Table = Table::new("ConformanceDocs", KeySchema::composite(s("pk"), s("sk")))
    .with_indexes(&[
        Index { name: "ByOwnerTitle", key: KeySchema::composite(s("owner"), s("title")) },
        Index { name: "ByOwnerTime", key: KeySchema::composite(s("owner"), n("at")) },
        Index { name: "ByCode", key: KeySchema::simple(s("code")) },
        Index { name: "ByLevel", key: KeySchema::composite(n("level"), s("sk")) },
    ])
    .with_ttl("ttl");

/// Numbers as sort keys.
pub static READINGS: Table = Table::new("ConformanceReadings", KeySchema::composite(s("sensor"), n("value")));

/// Numbers as partition keys.
pub static POOL: Table = Table::new("ConformancePool", KeySchema::composite(n("pk"), s("sk")));

/// No sort key.
pub static PEOPLE: Table = Table::new("ConformancePeople", KeySchema::simple(s("id")))
    .with_indexes(&[Index { name: "ByTeam", key: KeySchema::composite(s("team"), s("id")) }]);

pub static ALL: [&Table; 4] = [&DOCS, &READINGS, &POOL, &PEOPLE];

/// A bare item of [`DOCS`].
pub fn doc(pk: &str, sk: &str) -> Item {
    Item::new().with_key(&DOCS, Key::new(pk, sk))
}
