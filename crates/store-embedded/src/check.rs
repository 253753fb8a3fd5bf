//! Looking the whole file over: every item can be read, and every view says the same as the items.

use crate::{
    catalog::{Layout, View},
    error::{caught, unavailable},
    key,
    snapshot::Snapshot,
    walk::{Gap, Stretch, stretch},
};
use store::{Item, Key, Result as Answer, packed::unpack};

/// How many rows are read in one go.
const ROWS: usize = 256;

/// One sentence for each thing that is not as it should be.
pub fn check(snapshot: &Snapshot) -> Answer<Vec<String>> {
    let mut problems = Vec::new();
    for layout in &snapshot.catalog().layouts {
        problems.extend(check_items(snapshot, layout)?);
        for view in &layout.views {
            problems.extend(check_view(snapshot, layout, view)?);
        }
    }
    Ok(problems)
}

/// Every item is under its own key, and in every view that it belongs to.
fn check_items(snapshot: &Snapshot, layout: &Layout) -> Answer<Vec<String>> {
    let place = |key: &[u8]| format!("{} {}", layout.table.name, words(layout, key));
    walk(snapshot, layout, None, |item_key, held, problems| {
        let item = match unpack(held) {
            Ok(item) => item,
            Err(error) => {
                problems.push(format!("{} cannot be read: {error}", place(item_key)));
                return Ok(());
            }
        };
        if !Key::of(&item, &layout.table.key).is_ok_and(|key| key::of_item(&key) == item_key) {
            problems.push(format!("{} is an item under another item's key", place(item_key)));
        }
        for view in &layout.views {
            let Some(entry) = key::of_entry(&view.key, &item, item_key) else { continue };
            if get(snapshot, view.slot, &entry)?.is_none() {
                problems.push(format!("{} is missing from {}", place(item_key), view.name()));
            }
        }
        Ok(())
    })
}

/// Every entry of a view leads to an item that has that entry, and covers it as it is.
fn check_view(snapshot: &Snapshot, layout: &Layout, view: &View) -> Answer<Vec<String>> {
    walk(snapshot, layout, Some(view), |entry, covered, problems| {
        let item_key = key::item_of_entry(&view.key, entry).unwrap_or_default();
        let found = get(snapshot, layout.slot, item_key)?;
        let item: Option<Item> = found.as_ref().and_then(|held| unpack(held).ok());
        let at = || format!("{} of {} {}", view.name(), layout.table.name, words(layout, item_key));
        if item.and_then(|item| key::of_entry(&view.key, &item, item_key)).as_deref() != Some(entry) {
            problems.push(format!("{}: an entry that leads nowhere", at()));
        } else if found.is_some_and(|held| view.cover(&held) != covered) {
            problems.push(format!("{}: an entry that differs from its item", at()));
        }
        Ok(())
    })
}

/// Goes through a table, or one of its views, past what cannot be read.
fn walk(
    snapshot: &Snapshot,
    layout: &Layout,
    view: Option<&View>,
    each: impl Fn(&[u8], &[u8], &mut Vec<String>) -> Answer<()>,
) -> Answer<Vec<String>> {
    let (mut problems, mut from) = (Vec::new(), Some(Vec::new()));
    let table = snapshot.table(view.map_or(layout.slot, |view| view.slot))?;
    while let Some(start) = from {
        let Stretch { rows, gap, next } = stretch(table, &start, ROWS);
        for (key, value) in rows {
            each(&key, &value, &mut problems)?;
        }
        problems.extend(gap.map(|gap| lost(layout, view, &gap)));
        from = next;
    }
    Ok(problems)
}

/// A row as it is now, or nothing where it cannot be read, which is reported with its page.
fn get(snapshot: &Snapshot, slot: usize, key: &[u8]) -> Answer<Option<Vec<u8>>> {
    let table = snapshot.table(slot)?;
    match caught(|| Ok(table.get(key)?.map(|held| held.value().to_vec()))) {
        Err(error) if !matches!(error, redb::Error::Corrupted(_)) => Err(unavailable(error)),
        held => Ok(held.ok().flatten()),
    }
}

/// Where reading every row is: a table, one of its views or its items, and the next key.
#[derive(Debug, Clone, Default)]
pub struct Place {
    layout: usize,
    /// 0 is the items.
    view: usize,
    from: Vec<u8>,
}

/// Reads some rows, and returns how many of them cannot be read and where to go on. A page counts once: how many rows it held,
/// nothing says.
pub fn read_some(snapshot: &Snapshot, mut place: Place) -> Answer<(u64, Option<Place>)> {
    let Some(layout) = snapshot.catalog().layouts.get(place.layout) else { return Ok((0, None)) };
    let view = place.view.checked_sub(1).map(|at| &layout.views[at]);
    let Stretch { rows, gap, next } =
        stretch(snapshot.table(view.map_or(layout.slot, |view| view.slot))?, &place.from, ROWS);
    let mut unreadable = 0;
    let mut report = |key: &str, why: &str| {
        unreadable += 1;
        let (table, index) = (layout.table.name, view.map(View::name));
        tracing::error!(table, index, key, why, "a row of the data file cannot be read");
        metrics::counter!("roundtable_store_unreadable_rows_total").increment(1);
    };
    for (key, held) in rows.iter().filter(|(_, held)| !held.is_empty()) {
        if let Err(error) = unpack(held) {
            let item_key = view.map_or(Some(key.as_slice()), |view| key::item_of_entry(&view.key, key));
            report(&words(layout, item_key.unwrap_or_default()), &error.to_string());
        }
    }
    if let Some(gap) = gap {
        report(&between(layout, view, &gap), &gap.why);
    }
    match next {
        Some(from) => place.from = from,
        None if place.view < layout.views.len() => {
            place = Place { view: place.view + 1, from: Vec::new(), ..place }
        }
        None => place = Place { layout: place.layout + 1, ..Place::default() },
    }
    Ok((unreadable, Some(place)))
}

fn lost(layout: &Layout, view: Option<&View>, gap: &Gap) -> String {
    let of = view.map(|view| format!("{} of ", view.name())).unwrap_or_default();
    let rows = between(layout, view, gap);
    format!("{of}{}: the rows {rows} cannot be read: {}", layout.table.name, gap.why)
}

/// The keys of a gap, in words.
fn between(layout: &Layout, view: Option<&View>, gap: &Gap) -> String {
    let item_key = |key: &[u8]| match view {
        None => words(layout, key),
        Some(view) => words(layout, key::item_of_entry(&view.key, key).unwrap_or_default()),
    };
    let from = if gap.from.is_empty() {
        "from the first".to_owned()
    } else {
        format!("after {}", item_key(&gap.from))
    };
    let until =
        gap.before.as_ref().map_or("to the last".to_owned(), |key| format!("before {}", item_key(key)));
    format!("{from} {until}")
}

/// An item's key, for an operator.
fn words(layout: &Layout, key: &[u8]) -> String {
    key::read(&layout.table.key, key)
        .map_or_else(|| format!("with the damaged key {key:?}"), |key| key.to_string())
}
