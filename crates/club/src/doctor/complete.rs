//! What a row written by hand may lack and its key, or the row itself, says: what our indexes find it by.

use crate::{
    keys,
    model::{
        ids::{comment_ref, match_ref, site_ref},
        matches::{self, SQUASH_MATCH},
        site::SITE,
    },
    stored::sk,
    tables::FUS_MAIN,
};
use store::{Condition, Item, Key, Value, View, Write};
use web::fill;

/// The row as it is once completed, and the write that completes it, if it lacks anything.
pub fn complete(key: &Key, row: Item) -> (Item, Option<Write>) {
    let wanted = wanted(&row);
    let filled = fill(&FUS_MAIN, key.clone(), &row, wanted.clone());
    let (row, redated) = redate(key, with(row, wanted));
    // Either is rare and both together are mended by a second run.
    (row, filled.or(redated))
}

fn with(mut row: Item, wanted: Vec<(&'static str, Value)>) -> Item {
    for (name, value) in wanted {
        if matches!(row.get(name), None | Some(View::Null)) {
            row.set(name, value);
        }
    }
    row
}

/// The attributes that follow from the key, or from others of the row.
fn wanted(row: &Item) -> Vec<(&'static str, Value)> {
    let text = |name| row.get(name).and_then(View::as_str).unwrap_or_default();
    let (pk, place) = (text("PK"), sk(row));
    if let Some((site, id)) = place.split_once("#COMMENT#").filter(|_| keys::is_comment(place)) {
        return vec![("siteId", site.into()), ("commentSk", format!("{}{id}", comment_ref::WORD).into())];
    }
    if place != "METADATA" || row.contains("deletedAt") {
        return Vec::new();
    }
    if site_ref::parse(pk).is_some() {
        return vec![("entityType", SITE.into()), ("entitySk", pk.into())];
    }
    match (match_ref::parse(pk), text("date").parse()) {
        (Some(id), Ok(date)) => vec![
            ("matchId", id.to_string().into()),
            ("squashDate", text("date").into()),
            ("entityType", SQUASH_MATCH.into()),
            ("entitySk", matches::entity_sk(date, id).into()),
        ],
        _ => Vec::new(),
    }
}

/// A match whose place among the matches does not say its day is found by none: it gets the place that follows from its day.
fn redate(key: &Key, mut row: Item) -> (Item, Option<Write>) {
    let text = |name| row.get(name).and_then(View::as_str).unwrap_or_default();
    let found = match_ref::parse(text("PK")).filter(|_| sk(&row) == "METADATA");
    let (Some(id), Ok(date)) = (found, text("date").parse()) else { return (row, None) };
    let (held, wanted) = (text("entitySk").to_owned(), matches::entity_sk(date, id));
    if held == wanted {
        return (row, None);
    }
    row.set("entitySk", wanted.as_str());
    let same = Condition::equals("entitySk", held);
    (row, Some(Write::update(&FUS_MAIN, key.clone()).set("entitySk", wanted).when(same)))
}
