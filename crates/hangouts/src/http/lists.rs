//! Lists of hangouts: a group's feed, and everything of mine by time.

use super::{
    bodies::ByTimeQuery,
    failures,
    views::{CardPage, CardView},
};
use crate::{
    gate::GroupGate,
    model::{Direction, Watermark},
    service::{self, list_hangouts::Listed},
};
use axum::response::Response;
use kernel::Page;
use web::{Ctx, Json, PageQuery, Problem, Query, WatchMine};

/// A group's hangouts, newest first.
#[utoipa::path(get, path = "/groups/{id}/feed", tag = "hangouts",
    params(("id" = String, Path), PageQuery), security(("bearer" = [])),
    responses((status = 200, body = CardPage), failures::Members))]
pub async fn list_feed(
    GroupGate { ctx, id }: GroupGate,
    Query(query): Query<PageQuery>,
) -> Result<Json<CardPage>, Problem> {
    let list = format!("feed of {id}");
    let (cards, next) = service::list_feed::list_feed(&ctx, &id, ctx.page_request(&list, &query)?).await?;
    Ok(Json(ctx.page(&list, cards, next)?.into()))
}

/// Your hangouts over all groups and direct invitations, by time.
#[utoipa::path(get, path = "/me/hangouts", tag = "hangouts", params(ByTimeQuery), security(("bearer" = [])),
    responses((status = 200, body = CardPage), failures::OneselfOnly,
        (status = 422, description = "not a time, or both after and before")))]
pub async fn list_hangouts(ctx: Ctx, Query(query): Query<ByTimeQuery>) -> Result<Json<CardPage>, Problem> {
    let user = ctx.actor.signed_in()?.user_id;
    let (direction, from) = asked(&ctx, &query)?;
    let list = format!("hangouts of {user} {direction:?} {from:?}");
    let paging = PageQuery { limit: query.limit, cursor: None };
    let limit = ctx.page_request(&list, &paging)?.limit;
    // The list from now on goes on from where it was, whenever that was.
    let list =
        if query.after.is_none() && query.before.is_none() { format!("hangouts of {user}") } else { list };
    let after = match &query.cursor {
        Some(cursor) => ctx.open_cursor(&list, cursor)?,
        None => from,
    };
    let Listed { items, next, .. } =
        service::list_hangouts::list_hangouts(&ctx, direction, after, limit as usize).await?;
    let next_cursor = next.map(|next| ctx.seal_cursor(&list, &next)).transpose()?;
    let items: Vec<CardView> = items.into_iter().map(Into::into).collect();
    Ok(Json(Page { items, next_cursor }.into()))
}

fn asked(ctx: &Ctx, query: &ByTimeQuery) -> Result<(Direction, Watermark), Problem> {
    let time =
        |field, text: &str| ByTimeQuery::time(field, text).map_err(|error| Problem::invalid(vec![error]));
    match (query.after.as_deref(), query.before.as_deref()) {
        (None, None) => Ok((Direction::Upcoming, Watermark::at(ctx.clock.now()))),
        (Some(after), None) => Ok((Direction::Upcoming, Watermark::at(*time("after", after)?))),
        (None, Some(before)) => Ok((Direction::Past, Watermark::at(*time("before", before)?))),
        (Some(_), Some(_)) => Err(web::Fault::about("before", "Give either after or before.").into()),
    }
}

/// Server-sent events: `changed {rev}` whenever something of yours changes: a group, a hangout, movie night.
#[utoipa::path(get, path = "/me/live", tag = "hangouts", security(("bearer" = [])),
    responses((status = 200, content_type = "text/event-stream", body = String), failures::OneselfOnly))]
pub async fn watch_mine(ctx: Ctx) -> Result<Response, Problem> {
    let user = ctx.actor.signed_in()?.user_id;
    Ok(ctx.watch::<WatchMine>(user, ()).await?)
}
