//! Invite links.

use super::{
    failures::{Creating as CreatingFailures, InHousehold, OnTheArrows},
    views::{HouseholdView, InviteView, Items, SeenInviteView},
};
use crate::{
    gate::Gate,
    keys,
    model::{Invite, InviteId},
    service::{accept_invite, create_invite, get_invite, revoke_invite},
    tables::INVITES,
};
use http::StatusCode;
use store::readable;
use web::{Ctx, Json, Once, PageQuery, Path, Problem, Query, Versioned};

/// Makes a link by which one person joins, within a week.
#[utoipa::path(post, path = "/households/mine/invites", tag = "movies", security(("bearer" = [])),
    responses((status = 201, body = InviteView), InHousehold, CreatingFailures))]
pub async fn create_invite(Gate { ctx, who }: Gate) -> Result<(StatusCode, Json<InviteView>), Problem> {
    let once = Once::of(&ctx.headers, ctx.path())?;
    let invite = create_invite::create_invite(&ctx, &who, &once).await?;
    Ok((StatusCode::CREATED, Json(InviteView::of(&ctx, &invite, &who))))
}

/// The household's invites, newest first. `token` and `url` are there for the person who made it, `null` for others.
#[utoipa::path(get, path = "/households/mine/invites", tag = "movies", params(PageQuery),
    security(("bearer" = [])), responses((status = 200, body = Items<InviteView>), InHousehold,
    (status = 422, description = "limit is out of range")))]
pub async fn list_invites(
    Gate { ctx, who }: Gate,
    Query(query): Query<PageQuery>,
) -> Result<Json<Items<InviteView>>, Problem> {
    let household = who.household()?;
    let list = format!("invites of {household}");
    let page = ctx.page_request(&list, &query)?;
    let rows = ctx.store.query(keys::invites_of(household).limit(page.limit).after(page.after)).await?;
    let invites: Vec<Invite> = readable(&INVITES, rows.items);
    let items = invites.iter().map(|invite| InviteView::of(&ctx, invite, &who)).collect();
    Ok(Json(ctx.page(&list, items, rows.next)?.into()))
}

/// Withdraws an invite that nobody has used.
#[utoipa::path(delete, path = "/households/mine/invites/{id}", tag = "movies",
    params(("id" = uuid::Uuid, Path)), security(("bearer" = [])),
    responses((status = 204), InHousehold, OnTheArrows))]
pub async fn revoke_invite(Gate { ctx, who }: Gate, Path(id): Path<InviteId>) -> Result<StatusCode, Problem> {
    revoke_invite::revoke_invite(&ctx, &who, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Whose household a link leads to, and whether it is still good. Anyone with the link may ask.
#[utoipa::path(get, path = "/invites/{token}", tag = "movies", params(("token" = String, Path)), security(()),
    responses((status = 200, body = SeenInviteView), (status = 404, description = "no such invite")))]
pub async fn get_invite(ctx: Ctx, Path(token): Path<String>) -> Result<Json<SeenInviteView>, Problem> {
    Ok(Json(get_invite::get_invite(&ctx, &token).await?.into()))
}

/// Joins the household. A link is good once.
#[utoipa::path(post, path = "/invites/{token}/accept", tag = "movies", params(("token" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = HouseholdView), InHousehold, OnTheArrows,
    (status = 410, description = "expired or withdrawn")))]
pub async fn accept_invite(
    Gate { ctx, who }: Gate,
    Path(token): Path<String>,
) -> Result<Versioned<u64, HouseholdView>, Problem> {
    let household = accept_invite::accept_invite(&ctx, &who, &token).await?;
    Ok(Versioned(household.version, HouseholdView::of(&ctx, &household)))
}
