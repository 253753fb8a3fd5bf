//! Who is in a group.

use super::{
    bodies::{AddMemberBody, ChangeRoleBody, LeaveQuery},
    failures,
    views::{MemberPage, MemberView},
};
use crate::{
    gate::GroupGate,
    model::{GroupId, PersonId},
    service,
};
use http::StatusCode;
use web::{Fault, Json, PageQuery, Path, Problem, Query};

/// The members of a group, for its members.
#[utoipa::path(get, path = "/groups/{id}/members", tag = "hangouts",
    params(("id" = String, Path), PageQuery), security(("bearer" = [])),
    responses((status = 200, body = MemberPage), failures::Members))]
pub async fn list_members(
    GroupGate { ctx, id }: GroupGate,
    Query(query): Query<PageQuery>,
) -> Result<Json<MemberPage>, Problem> {
    let list = format!("members of {id}");
    let page = ctx.page_request(&list, &query)?;
    let (members, next) = service::list_members::list_members(&ctx, &id, page).await?;
    Ok(Json(ctx.page(&list, members, next)?.into()))
}

/// Adds an account to the group; one that is in already stays as it is. Owners only.
#[utoipa::path(post, path = "/groups/{id}/members", tag = "hangouts", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 201, body = MemberView), failures::Adding,
        (status = 409, description = "the group changes at this moment"),
        (status = 422, description = "no such account"),
        (status = 429, description = "too many e-mail addresses in an hour")))]
pub async fn add_member(
    GroupGate { ctx, id }: GroupGate,
    Json(body): Json<AddMemberBody>,
) -> Result<(StatusCode, Json<MemberView>), Problem> {
    let (member, notified) = service::add_member::add_member(&ctx, &id, &body.try_into()?).await?;
    Ok((StatusCode::CREATED, Json(MemberView::added(member, notified))))
}

/// Makes a member an owner, or an owner a plain member. Owners only; the last owner stays one.
#[utoipa::path(patch, path = "/groups/{id}/members/{userId}", tag = "hangouts",
    params(("id" = String, Path), ("userId" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = MemberView), failures::Owners,
        (status = 409, description = "the last owner"), (status = 422, description = "no such role")))]
pub async fn change_role(
    GroupGate { ctx, id }: GroupGate,
    Path((_id, person)): Path<(GroupId, PersonId)>,
    Json(body): Json<ChangeRoleBody>,
) -> Result<Json<MemberView>, Problem> {
    Ok(Json(service::change_role::change_role(&ctx, &id, &person, body.role).await?.into()))
}

/// Leaves the group, or removes somebody else, which owners may. The last owner cannot leave.
#[utoipa::path(delete, path = "/groups/{id}/members/{userId}", tag = "hangouts",
    params(("id" = String, Path), ("userId" = String, Path), LeaveQuery), security(("bearer" = [])),
    responses((status = 204), failures::Owners, (status = 409, description = "the last owner"),
        (status = 422, description = "addAgain about someone else")))]
pub async fn remove_member(
    GroupGate { ctx, id }: GroupGate,
    Path((_id, person)): Path<(GroupId, PersonId)>,
    Query(query): Query<LeaveQuery>,
) -> Result<StatusCode, Problem> {
    let leaves = person == ctx.actor.signed_in()?.user_id;
    match query.add_again {
        Some(false) if leaves => service::remove_member::leave_for_good(&ctx, &id).await?,
        Some(false) => return Err(Fault::about("addAgain", "Each person says this for themselves.").into()),
        _ => service::remove_member::remove_member(&ctx, &id, &person).await?,
    }
    Ok(StatusCode::NO_CONTENT)
}
