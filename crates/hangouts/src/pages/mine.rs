//! `/hangouts`: everything ahead of somebody, and with `?past=1` everything that was.

use super::cards::HangoutCard;
use crate::{
    model::{Direction, GroupId, Membership, Target, Watermark},
    service::list_feed::Card,
    service::list_hangouts::{self, Listed},
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use web::{Ctx, Html, Layout, Problem, Query};

const LIMIT: usize = 20;

#[derive(Template)]
#[template(path = "hangouts/mine.html")]
struct MinePage {
    layout: Layout,
    past: bool,
    cards: Vec<HangoutCard>,
    first_page: bool,
    more: String,
    no_groups: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    past: Option<String>,
    cursor: Option<String>,
}

pub async fn show(ctx: Ctx, Query(asked): Query<Asked>) -> Result<Response, Problem> {
    let past = asked.past.is_some();
    let direction = if past { Direction::Past } else { Direction::Upcoming };
    let list = format!("hangouts page of {} {direction:?}", ctx.actor.signed_in()?.user_id);
    let now = ctx.clock.now();
    let after = match &asked.cursor {
        Some(cursor) => ctx.open_cursor(&list, cursor)?,
        None => Watermark::at(now),
    };
    let listed = list_hangouts::list_hangouts(&ctx, direction, after, LIMIT).await?;
    let cursor = listed.next.as_ref().map(|next| ctx.seal_cursor(&list, next)).transpose()?;
    let which = if past { "past=1&" } else { "" };
    let cards = cards(&ctx, &listed);
    let page = MinePage {
        cards,
        layout: Layout::of(&ctx, if past { "Past hangouts" } else { "Coming up" })
            .noindex()
            .script("times.js")
            .live("/api/v1/me/live"),
        past,
        first_page: asked.cursor.is_none(),
        more: cursor.map(|cursor| format!("{}?{which}cursor={cursor}", urls::HANGOUTS)).unwrap_or_default(),
        no_groups: listed.groups.is_empty(),
    };
    Ok(Html(page).into_response())
}

/// The cards of a list over several groups: each says which group it is from.
pub fn cards(ctx: &Ctx, listed: &Listed<Card>) -> Vec<HangoutCard> {
    let (now, zones) = (ctx.clock.now(), ctx.zones());
    let card = |card| HangoutCard::of(card, from(card, &listed.groups), now, &zones);
    listed.items.iter().map(card).collect()
}

fn from(card: &Card, groups: &[Membership]) -> String {
    let name =
        |id: &GroupId| groups.iter().find(|mine| mine.group_id == *id).map(|mine| mine.group_name.clone());
    match card.pointer.target() {
        Target::Group(id) => name(id).unwrap_or_default(),
        Target::User(_) => "You are invited".into(),
    }
}
