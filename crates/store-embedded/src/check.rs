//! Looking the whole file over: every item can be read, and every view says the same as the items.

use crate::{catalog::Layout, error::unavailable, key, snapshot::Snapshot};
use redb::ReadableTable;
use store::{Key, Result as Answer, packed::unpack};

/// One sentence for each thing that is not as it should be.
pub fn check(snapshot: &Snapshot) -> Answer<Vec<String>> {
    let mut problems = Vec::new();
    for layout in &snapshot.catalog().layouts {
        check_items(snapshot, layout, &mut problems)?;
        check_views(snapshot, layout, &mut problems)?;
    }
    Ok(problems)
}

/// Every item is under its own key, and in every view that it belongs to.
fn check_items(snapshot: &Snapshot, layout: &Layout, problems: &mut Vec<String>) -> Answer<()> {
    let name = layout.table.name;
    for row in snapshot.table(layout.slot)?.iter().map_err(unavailable)? {
        let (item_key, held) = row.map_err(unavailable)?;
        let Ok(item) = unpack(held.value()) else {
            problems.push(format!("{name} holds an item that cannot be read"));
            continue;
        };
        if !Key::of(&item, &layout.table.key).is_ok_and(|key| key::of_item(&key) == item_key.value()) {
            problems.push(format!("{name} holds an item under another item's key"));
        }
        for view in &layout.views {
            let Some(entry) = key::of_entry(&view.key, &item, item_key.value()) else { continue };
            if snapshot.table(view.slot)?.get(entry.as_slice()).map_err(unavailable)?.is_none() {
                problems.push(format!("{name} holds an item that is missing from {}", view.name()));
            }
        }
    }
    Ok(())
}

/// Every entry of a view leads to an item that has that entry, and covers it as it is.
fn check_views(snapshot: &Snapshot, layout: &Layout, problems: &mut Vec<String>) -> Answer<()> {
    for view in &layout.views {
        for row in snapshot.table(view.slot)?.iter().map_err(unavailable)? {
            let (entry, covered) = row.map_err(unavailable)?;
            let entry = entry.value();
            let item_key = key::item_of_entry(&view.key, entry).unwrap_or_default();
            let found = snapshot.table(layout.slot)?.get(item_key).map_err(unavailable)?;
            let item = found.as_ref().and_then(|held| unpack(held.value()).ok());
            let mut problem =
                |what| problems.push(format!("{} of {} {what}", view.name(), layout.table.name));
            if item.and_then(|item| key::of_entry(&view.key, &item, item_key)).as_deref() != Some(entry) {
                problem("has an entry that leads nowhere");
            } else if found.is_some_and(|held| view.cover(held.value()) != covered.value()) {
                problem("has an entry that differs from its item");
            }
        }
    }
    Ok(())
}
