//! What `doctor` finds: a sentence, the item it is about, and what to do.

use crate::{Services, work};
use futures::{StreamExt, stream::BoxStream};
use serde::de::DeserializeOwned;
use std::fmt::Display;
use store::{Condition, Item, Key, KeyValue, Store, Table, Value, View, Write, from_item, scan_all};

/// Something in stored data that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// One sentence without its full stop.
    pub what: String,
    /// The table and the key of the item.
    pub key: String,
    /// What to do about it, as a sentence without its full stop.
    pub remedy: String,
    pub repaired: bool,
    /// The row that repairing removes. A check never removes it itself: it is written down first.
    pub removes: Option<(&'static Table, Key)>,
}

const MEND: &str = "mend it with: roundtable doctor --repair";

impl Finding {
    /// Something that repairing mends: `repaired` says whether that was just done.
    pub fn mendable(table: &Table, key: &Key, what: impl Into<String>, repaired: bool) -> Self {
        Self { repaired, ..Self::told(table, key, what, MEND) }
    }

    /// An answer whose parent is gone (a tick, claim, vote, reply or response): the only kind of row that repairing removes.
    pub fn removable(table: &'static Table, key: Key, what: impl Into<String>) -> Self {
        Self { removes: Some((table, key.clone())), ..Self::told(table, &key, what, MEND) }
    }

    /// A row that hangs on nothing, or contradicts another, and may be all that is left of something: a person judges it.
    pub fn loose(table: &Table, key: &Key, what: impl Into<String>) -> Self {
        let remedy = format!("set it right, or remove it with: {}", removal(table, key));
        Self::told(table, key, what, remedy)
    }

    /// A row that cannot be read as what its key says.
    pub fn unreadable(table: &Table, key: &Key, why: impl Display) -> Self {
        Self::loose(table, key, format!("it cannot be read: {why}"))
    }

    /// Something that only a person can judge.
    pub fn told(table: &Table, key: &Key, what: impl Into<String>, remedy: impl Into<String>) -> Self {
        let (what, remedy) = (what.into(), remedy.into());
        Self { what, key: format!("{} {key}", table.name), remedy, repaired: false, removes: None }
    }
}

/// The command that removes a row, as it is typed into a shell.
fn removal(table: &Table, key: &Key) -> String {
    let quoted = |part: &KeyValue| format!(" '{}'", part.to_string().replace('\'', r"'\''"));
    let parts: String = std::iter::once(&key.pk).chain(&key.sk).map(quoted).collect();
    format!("roundtable doctor --remove {}{parts}", table.name)
}

/// The update that gives a row those of these attributes that it lacks, if it lacks any. What it has is left alone, also when it has
/// come since.
pub fn fill(
    table: &'static Table,
    key: Key,
    row: &Item,
    wanted: impl IntoIterator<Item = (&'static str, Value)>,
) -> Option<Write> {
    let lacks = |name: &str| matches!(row.get(name), None | Some(View::Null));
    let lacking: Vec<_> = wanted.into_iter().filter(|(name, _)| lacks(name)).collect();
    let update = Write::update(table, key).when(Condition::exists(table.key.pk.name));
    let filled = lacking.iter().fold(update, |update, (name, value)| {
        let still = match row.get(name) {
            None => Condition::absent(*name),
            Some(null) => Condition::equals(*name, null.to_value()),
        };
        update.set(*name, value.clone()).when(still)
    });
    (!lacking.is_empty()).then_some(filled)
}

/// Every row of a table as what it is, or that it cannot be read.
pub fn readable<'a, T: DeserializeOwned + Send + 'a>(
    store: &'a dyn Store,
    table: &'static Table,
) -> BoxStream<'a, store::Result<Result<T, Finding>>> {
    let read = move |row: Item| {
        let key = Key::of(&row, &table.key)?;
        Ok(from_item(row).map_err(|error| Finding::unreadable(table, &key, error)))
    };
    scan_all(store, table).map(move |row| row.and_then(read)).boxed()
}

/// Of a row that is being deleted: finds that nothing is at it any more. Repairing has the deletion finished, by the work of this kind
/// and id.
pub async fn unfinished(
    services: &Services,
    (table, key): (&'static Table, Key),
    (kind, id): (&str, &str),
    repair: bool,
) -> store::Result<Option<Finding>> {
    // In this order: work goes after the row that it was for.
    if work::is_pending(services, kind, id).await? || services.store.get(table, &key).await?.is_none() {
        return Ok(None);
    }
    if repair {
        services.store.write(work::enqueue(kind, id, &(), services.clock.now())?).await?;
        services.work_bell.notify_one();
    }
    Ok(Some(Finding::mendable(table, &key, "its deletion was begun and not finished", repair)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::{KeySchema, s};

    static T: Table = Table::new("t", KeySchema::composite(s("pk"), s("sk")));

    #[test]
    fn a_row_is_filled_with_what_it_lacks_and_only_that() {
        let row = Item::new().with("pk", "a").with("sk", "b").with("name", "Ana").with("none", Value::Null);
        let key = || Key::new("a", "b");
        assert_eq!(fill(&T, key(), &row, [("name", "Bo".into())]), None);
        let filled =
            fill(&T, key(), &row, [("name", "Bo".into()), ("none", "x".into()), ("new", 1_i64.into())]);
        let filled = filled.unwrap();
        assert!(filled.condition.as_ref().unwrap().holds(Some(&row)));
        let meanwhile = row.clone().with("new", 2_i64);
        assert!(!filled.condition.unwrap().holds(Some(&meanwhile)), "what has come since is left alone");
    }

    #[test]
    fn the_command_that_removes_a_row_can_be_typed_as_it_is() {
        let finding = Finding::unreadable(&T, &Key::new("GROUP#a b", "it's"), "why");
        assert!(
            finding.remedy.ends_with(r"roundtable doctor --remove t 'GROUP#a b' 'it'\''s'"),
            "{finding:?}"
        );
    }
}
