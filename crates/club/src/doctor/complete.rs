//! What a row written by hand may lack and its key, or the row itself, says: what our indexes find it by.

use crate::{
    keys,
    model::{
        ids::{comment_ref, group_ref, match_ref, membership_ref, player_ref, site_ref, user_ref},
        matches::{self, SQUASH_MATCH},
        player::SQUASH_PLAYER,
        role_group::GROUP,
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
    if let (Some(_), Some(site)) = (user_ref::parse(pk), site_ref::parse(place)) {
        let stars = row.get("stars").filter(|stars| stars.as_number().is_some());
        let stars = stars.map(|stars| ("starRating", stars.to_value()));
        return stars.into_iter().chain([("siteId", site_ref::text(&site).into())]).collect();
    }
    if let (Some(user), Some(group)) = (user_ref::parse(pk), membership_ref::parse(place)) {
        return vec![("groupName", group.to_string().into()), ("userId", user.to_string().into())];
    }
    if let (Some(site), Some(tag)) = (site_ref::parse(pk), place.strip_prefix("TAG#")) {
        return vec![("tag", tag.into()), ("siteId", site_ref::text(&site).into())];
    }
    if place != "METADATA" || row.contains("deletedAt") {
        return Vec::new();
    }
    let listed = [
        (site_ref::parse(pk).is_some(), SITE),
        (group_ref::parse(pk).is_some(), GROUP),
        (player_ref::parse(pk).is_some(), SQUASH_PLAYER),
    ];
    if let Some((_, kind)) = listed.into_iter().find(|(is, _)| *is) {
        return vec![("entityType", kind.into()), ("entitySk", pk.into())];
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
