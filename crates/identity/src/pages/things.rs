//! `/me/things`: what somebody created and answered.

use crate::{gate::Me, urls};
use askama::Template;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use web::{
    Html, Layout, PageQuery, Problem, Query,
    components::ThingRow,
    mine::{Listed, Part},
};

const LIMIT: &str = "20";
/// What can be chosen, and its words.
const ROLES: [(&str, &str); 3] = [("", "All"), ("made", "Created"), ("answered", "Answered")];

#[derive(Template)]
#[template(path = "identity/things.html")]
struct ThingsPage {
    layout: Layout,
    rows: Vec<ThingRow>,
    role: &'static str,
    first_page: bool,
    more: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    role: String,
    cursor: Option<String>,
}

/// What somebody both created and answered stands there once, as created.
fn once_each(things: &[Listed]) -> impl Iterator<Item = &Listed> {
    let same =
        |one: &Listed, other: &Listed| (&one.mine.kind, &one.mine.id) == (&other.mine.kind, &other.mine.id);
    let made = move |one: &Listed| things.iter().any(|other| other.part == Part::Made && same(one, other));
    things.iter().filter(move |one| one.part == Part::Made || !made(one))
}

pub async fn show(me: Me, Query(asked): Query<Asked>) -> Result<Response, Problem> {
    let (role, _) = *ROLES.iter().find(|(role, _)| *role == asked.role).unwrap_or(&ROLES[0]);
    let query = PageQuery { limit: Some(LIMIT.into()), cursor: asked.cursor.clone() };
    let page = me.my_things(role, &query).await?;
    let (now, zones) = (me.clock.now(), me.zones());
    let more = page.next_cursor.map(|cursor| format!("{}?role={role}&cursor={cursor}", urls::THINGS));
    let page = ThingsPage {
        layout: Layout::of(&me, "Your things").noindex(),
        rows: once_each(&page.items).map(|listed| ThingRow::of(listed, now, &zones)).collect(),
        role,
        first_page: asked.cursor.is_none(),
        more: more.unwrap_or_default(),
    };
    Ok(Html(page).into_response())
}
