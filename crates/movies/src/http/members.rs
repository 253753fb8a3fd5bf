//! The people of a household, and those whom one manages.

use super::{
    bodies::{AddManagedMemberBody, EditMemberBody},
    failures::{Creating as CreatingFailures, Editing, InHousehold, OnTheArrows, SignedIn},
    views::{Items, ManagedView, MemberView},
};
use crate::{
    Error, facts,
    gate::Gate,
    model::MemberId,
    service::{add_managed_member, edit_member, remove_member},
    stored,
};
use http::StatusCode;
use web::{Creating, Json, Path, Problem, Versioned};

/// Everybody in the household, in the order in which they came.
#[utoipa::path(get, path = "/households/mine/members", tag = "movies", security(("bearer" = [])),
    responses((status = 200, body = Items<MemberView>), InHousehold))]
pub async fn list_members(Gate { ctx, who }: Gate) -> Result<Json<Items<MemberView>>, Problem> {
    let household = who.household()?;
    let (home, members) =
        futures::try_join!(stored::get_household(&ctx, household), stored::list_members(&ctx, household))?;
    let list = facts::ratings_of(&ctx, &home).await;
    Ok(Json(Items::all(members.iter().map(|member| MemberView::of(member, &list)).collect())))
}

/// Adds somebody without an account, whom the caller manages from then on.
#[utoipa::path(post, path = "/households/mine/members/managed", tag = "movies",
    request_body = AddManagedMemberBody, security(("bearer" = [])),
    responses((status = 201, body = MemberView), InHousehold, CreatingFailures))]
pub async fn add_managed_member(
    Gate { ctx, who }: Gate,
    Creating { once, body }: Creating<AddManagedMemberBody>,
) -> Result<(StatusCode, Versioned<u64, MemberView>), Problem> {
    let member = add_managed_member::add_managed_member(&ctx, &who, &once, &body.into()).await?;
    let list = facts::ratings_for(&ctx, &who).await?;
    Ok((StatusCode::CREATED, Versioned(member.user.version, MemberView::of(&member, &list))))
}

/// Changes a managed member, or one's own ceiling, or hands the household over.
#[utoipa::path(patch, path = "/households/mine/members/{id}", tag = "movies", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = MemberView), InHousehold, Editing))]
pub async fn edit_member(
    Gate { ctx, who }: Gate,
    Path(id): Path<String>,
    Json(body): Json<EditMemberBody>,
) -> Result<Versioned<u64, MemberView>, Problem> {
    let member = edit_member::edit_member(&ctx, &who, &ctx.expected(), member(&id)?, &body.into()).await?;
    let list = facts::ratings_for(&ctx, &who).await?;
    Ok(Versioned(member.user.version, MemberView::of(&member, &list)))
}

/// Leaves the household, or removes somebody from it. Whom they manage goes along.
#[utoipa::path(delete, path = "/households/mine/members/{id}", tag = "movies", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 204), InHousehold, OnTheArrows))]
pub async fn remove_member(Gate { ctx, who }: Gate, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    remove_member::remove_member(&ctx, &who, member(&id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Those whom the caller manages, in a household or not.
#[utoipa::path(get, path = "/me/managed-members", tag = "movies", security(("bearer" = [])),
    responses((status = 200, body = Items<ManagedView>), SignedIn))]
pub async fn list_managed_members(Gate { ctx, who }: Gate) -> Result<Json<Items<ManagedView>>, Problem> {
    let managed = stored::list_managed(&ctx, who.account()).await?;
    let list = facts::ratings_for(&ctx, &who).await?;
    Ok(Json(Items::all(managed.iter().map(|user| ManagedView::of(user, &list)).collect())))
}

/// Deletes somebody whom the caller manages, for good.
#[utoipa::path(delete, path = "/me/managed-members/{id}", tag = "movies", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 204), InHousehold, OnTheArrows))]
pub async fn delete_managed_member(
    Gate { ctx, who }: Gate,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    remove_member::delete_managed_member(&ctx, &who, member(&id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What does not read as a member's id names nobody.
pub fn member(text: &str) -> Result<MemberId, Error> {
    text.parse().map_err(|_| Error::NoMember)
}
