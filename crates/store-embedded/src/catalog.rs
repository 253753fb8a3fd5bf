//! Which redb table holds what: one for each table's items, and one for each order in which they are also found.

use std::collections::HashMap;
use store::{Index, KeyKind, KeySchema, Result as Answer, StoreError, Table, n, s};

/// Bytes to bytes: all that this engine asks of redb.
pub type Definition<'a> = redb::TableDefinition<'a, &'static [u8], &'static [u8]>;

/// Where the stored-format version is kept.
pub const META: Definition<'static> = Definition::new("meta");

/// Tokens of transactions done in the last minutes. A table like any other, so that writing a token, and sweeping it away once
/// its time is over, need no code of their own.
pub static TOKENS: Table = Table::new("~tokens", KeySchema::simple(s("token"))).with_ttl("expires");

/// What the expiry order is called.
const EXPIRY: &str = "~expiry";

/// How the redb tables of views begin. Up to format 1 those of indexes began like the others, and held no items.
const COVERING: &str = "index ";
const ORDER: &str = "view ";

/// A second order of a table's items: an index, or the expiry times that the sweep walks. The item's own key stands at the end of
/// each entry's. An entry of an index covers its item: it holds a copy, so that a page is one walk through neighbours. An entry
/// of the expiry order holds nothing.
#[derive(Debug)]
pub struct View {
    /// The index's name; the expiry order has none.
    pub index: Option<&'static str>,
    pub key: KeySchema,
    pub slot: usize,
}

impl View {
    pub fn name(&self) -> &'static str {
        self.index.unwrap_or(EXPIRY)
    }

    /// What an entry holds of its item, which is packed here.
    pub fn cover<'a>(&self, packed: &'a [u8]) -> &'a [u8] {
        if self.index.is_some() { packed } else { &[] }
    }
}

/// A table and its views, each with the place of its redb table among all of them.
#[derive(Debug)]
pub struct Layout {
    pub table: &'static Table,
    pub slot: usize,
    pub views: Vec<View>,
}

impl Layout {
    pub fn index(&self, name: &str) -> Answer<&View> {
        let found = self.views.iter().find(|view| view.index == Some(name));
        found.ok_or_else(|| StoreError::Invalid(format!("{} has no index {name}", self.table.name)))
    }

    pub fn expiry(&self) -> Option<&View> {
        self.views.iter().find(|view| view.index.is_none())
    }
}

#[derive(Debug)]
pub struct Catalog {
    pub layouts: Vec<Layout>,
    by_name: HashMap<&'static str, usize>,
    names: Vec<String>,
}

impl Catalog {
    pub fn new(tables: &[&'static Table]) -> Self {
        let mut catalog = Self { layouts: Vec::new(), by_name: HashMap::new(), names: Vec::new() };
        for table in tables.iter().copied().chain([&TOKENS]) {
            if !catalog.by_name.contains_key(table.name) {
                catalog.add(table);
            }
        }
        catalog
    }

    fn add(&mut self, table: &'static Table) {
        let slot = self.slot(format!("items {}", table.name));
        let mut views = Vec::new();
        for Index { name, key } in table.indexes {
            views.push(View {
                index: Some(name),
                key: *key,
                slot: self.slot(view_name(COVERING, table, name, key)),
            });
        }
        if let Some(attribute) = table.ttl {
            let key = KeySchema::simple(n(attribute));
            views.push(View { index: None, key, slot: self.slot(view_name(ORDER, table, EXPIRY, &key)) });
        }
        self.by_name.insert(table.name, self.layouts.len());
        self.layouts.push(Layout { table, slot, views });
    }

    fn slot(&mut self, name: String) -> usize {
        self.names.push(name);
        self.names.len() - 1
    }

    /// How many redb tables there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn definition(&self, slot: usize) -> Definition<'_> {
        Definition::new(&self.names[slot])
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    pub fn layout(&self, table: &Table) -> Answer<&Layout> {
        let at = self.by_name.get(table.name);
        at.map(|at| &self.layouts[*at]).ok_or_else(|| {
            StoreError::Invalid(format!("this store was opened without the table {}", table.name))
        })
    }

    /// Whether a redb table is a view of one of our tables that is declared no more, so that nothing keeps it up to date.
    pub fn is_stale(&self, name: &str) -> bool {
        let rest = name.strip_prefix(COVERING).or_else(|| name.strip_prefix(ORDER));
        let table = rest.and_then(|rest| rest.split(' ').next());
        table.is_some_and(|table| self.by_name.contains_key(table))
            && !self.names().any(|known| known == name)
    }
}

/// The name says what the view holds and what it is ordered by: a view declared differently is another redb table, and is built
/// anew.
fn view_name(begins: &str, table: &Table, view: &str, key: &KeySchema) -> String {
    let mut name = format!("{begins}{} {view}", table.name);
    for attr in key.attrs() {
        let kind = match attr.kind {
            KeyKind::S => 'S',
            KeyKind::N => 'N',
        };
        name.extend([' ', kind, ':']);
        name.push_str(attr.name);
    }
    name
}
