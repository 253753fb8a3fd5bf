//! How a table stands, compared with its declaration.

use aws_sdk_dynamodb::types::{
    AttributeDefinition, GlobalSecondaryIndexDescription, KeySchemaElement, ProjectionType, TableDescription,
};
use std::fmt;
use store::{Index, KeyKind, KeySchema, Table};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableState {
    Missing,
    Active,
    /// In DynamoDB's own word, such as `CREATING`.
    Other(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexReport {
    pub name: String,
    /// In DynamoDB's own word: `ACTIVE` once it can be read.
    pub state: String,
}

/// One table in DynamoDB. Displayed, it is one line, and one more for each difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableReport {
    /// Its name in DynamoDB.
    pub name: String,
    pub state: TableState,
    /// How many items it holds, as DynamoDB counted them last (about every six hours).
    pub items: u64,
    pub indexes: Vec<IndexReport>,
    /// The attribute by which items expire.
    pub ttl: Option<String>,
    /// What is not as declared, each in a phrase; empty when all is well.
    pub differences: Vec<String>,
}

impl TableReport {
    pub(super) fn missing(name: String) -> Self {
        let differences = vec!["it does not exist".to_owned()];
        Self { name, state: TableState::Missing, items: 0, indexes: Vec::new(), ttl: None, differences }
    }

    pub(super) fn of(name: String, table: &Table, found: &TableDescription, ttl: Option<String>) -> Self {
        let state = match found.table_status().map_or("UNKNOWN", |status| status.as_str()) {
            "ACTIVE" => TableState::Active,
            other => TableState::Other(other.to_owned()),
        };
        let mut differences: Vec<_> = key_difference(table, found).into_iter().collect();
        differences.extend(table.indexes.iter().filter_map(|index| index_difference(index, found)));
        if let Some(wanted) = table.ttl.filter(|wanted| ttl.as_deref() != Some(wanted)) {
            differences.push(match &ttl {
                None => format!("items do not expire by {wanted}"),
                Some(other) => format!("items expire by {other} instead of {wanted}"),
            });
        }
        let indexes = found.global_secondary_indexes().iter().map(index_report).collect();
        let items = found.item_count().and_then(|count| count.try_into().ok()).unwrap_or(0);
        Self { name, state, items, indexes, ttl, differences }
    }

    /// Whether the table is there, ready, and as declared.
    pub fn is_well(&self) -> bool {
        self.state == TableState::Active && self.differences.is_empty()
    }
}

impl fmt::Display for TableReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.state {
            TableState::Missing => return write!(f, "{name}: missing"),
            TableState::Active => write!(f, "{name}: active")?,
            TableState::Other(state) => write!(f, "{name}: {}", state.to_lowercase())?,
        }
        write!(f, ", {} {}", self.items, if self.items == 1 { "item" } else { "items" })?;
        for IndexReport { name, state } in &self.indexes {
            write!(f, ", index {name} {}", state.to_lowercase())?;
        }
        if let Some(ttl) = &self.ttl {
            write!(f, ", expires by {ttl}")?;
        }
        for difference in &self.differences {
            write!(f, "\n  {difference}")?;
        }
        Ok(())
    }
}

fn index_report(found: &GlobalSecondaryIndexDescription) -> IndexReport {
    IndexReport {
        name: found.index_name().unwrap_or_default().to_owned(),
        state: found.index_status().map_or("UNKNOWN", |status| status.as_str()).to_owned(),
    }
}

/// Keys cannot be changed: a table with others is another table.
pub(super) fn key_difference(table: &Table, found: &TableDescription) -> Option<String> {
    let held = held_key(found.key_schema(), found.attribute_definitions());
    let declared = declared_key(&table.key);
    (held != declared).then(|| format!("its key is {held} instead of {declared}"))
}

pub(super) fn held_index<'a>(
    index: &Index,
    found: &'a TableDescription,
) -> Option<&'a GlobalSecondaryIndexDescription> {
    found.global_secondary_indexes().iter().find(|held| held.index_name() == Some(index.name))
}

fn index_difference(index: &Index, found: &TableDescription) -> Option<String> {
    let name = index.name;
    let Some(held) = held_index(index, found) else { return Some(format!("index {name} is missing")) };
    let key = held_key(held.key_schema(), found.attribute_definitions());
    let declared = declared_key(&index.key);
    let projects_all =
        held.projection().and_then(|projection| projection.projection_type()) == Some(&ProjectionType::All);
    if key != declared {
        Some(format!("index {name} has the key {key} instead of {declared}"))
    } else if !projects_all {
        Some(format!("index {name} does not hold all attributes"))
    } else {
        None
    }
}

fn declared_key(schema: &KeySchema) -> String {
    let word = |kind| match kind {
        KeyKind::S => "S",
        KeyKind::N => "N",
    };
    let parts: Vec<_> = schema.attrs().map(|attr| format!("{} {}", attr.name, word(attr.kind))).collect();
    format!("({})", parts.join(", "))
}

fn held_key(schema: &[KeySchemaElement], definitions: &[AttributeDefinition]) -> String {
    let kind = |name: &str| {
        let definition = definitions.iter().find(|definition| definition.attribute_name() == name);
        definition.map_or("?", |definition| definition.attribute_type().as_str())
    };
    let parts: Vec<_> = schema
        .iter()
        .map(|element| format!("{} {}", element.attribute_name(), kind(element.attribute_name())))
        .collect();
    format!("({})", parts.join(", "))
}
