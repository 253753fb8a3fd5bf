//! `/hangouts`: everything ahead of somebody, and with `?past=1` everything that was.

use super::cards::HangoutCard;
use crate::{
    calendar,
    model::{Direction, GroupId, Membership, Target, Watermark},
    service::list_feed::Card,
    service::list_hangouts::{self, Listed},
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use futures::future::try_join_all;
use serde::Deserialize;
use web::{CalendarEntry, Ctx, Fault, Html, Layout, Problem, Query};

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
    let since = after.millis();
    let listed = list_hangouts::list_hangouts(&ctx, direction, after, LIMIT).await?;
    let cursor = listed.next.as_ref().map(|next| ctx.seal_cursor(&list, next)).transpose()?;
    let which = if past { "past=1&" } else { "" };
    let cards = if past {
        cards(&ctx, &listed)
    } else {
        let others = others(&ctx).await?;
        let begins = |entry: &&CalendarEntry| {
            let after = asked.cursor.is_none() || entry.start.as_millisecond() >= since;
            after && listed.next.as_ref().is_none_or(|next| entry.start.as_millisecond() < next.millis())
        };
        coming_up(&ctx, &listed, others.iter().filter(begins))
    };
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

/// What other features have coming up for the caller, soonest first.
pub async fn others(ctx: &Ctx) -> Result<Vec<CalendarEntry>, Problem> {
    let (user, now) = (ctx.actor.signed_in()?.user_id, ctx.clock.now());
    let sources = ctx.joined.calendar.iter().filter(|source| source.kind() != calendar::KIND);
    let found = try_join_all(sources.map(|source| source.upcoming(ctx, user))).await.map_err(Fault::from)?;
    let mut all: Vec<_> = found.into_iter().flatten().filter(|entry| entry.over_at() > now).collect();
    all.sort_by(|one, other| (one.start, &one.id).cmp(&(other.start, &other.id)));
    Ok(all)
}

/// Hangouts that the caller has not declined, together with other things, by time; those that are cancelled come last.
pub fn coming_up<'a>(
    ctx: &Ctx,
    listed: &Listed<Card>,
    others: impl IntoIterator<Item = &'a CalendarEntry>,
) -> Vec<HangoutCard> {
    let (now, zones) = (ctx.clock.now(), ctx.zones());
    let own = listed.items.iter().zip(cards(ctx, listed)).filter(|(card, _)| !card.is_declined());
    let own = own.map(|(card, shown)| (card.pointer.start.map(|start| *start), shown));
    let others =
        others.into_iter().map(|entry| (Some(entry.start), HangoutCard::of_entry(entry, now, &zones)));
    let mut all: Vec<_> = own.chain(others).collect();
    all.sort_by_key(|(start, shown)| (shown.cancelled, *start));
    all.into_iter().map(|(_, shown)| shown).collect()
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
