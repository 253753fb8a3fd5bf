//! Invite links, and joining by one.

use super::{
    bodies::MakeInviteBody,
    failures,
    views::{GroupView, InvitationView, InvitePage, InviteView},
};
use crate::{
    Error,
    gate::GroupGate,
    model::{GroupId, InviteId, InviteToken},
    service,
};
use http::StatusCode;
use kernel::Page;
use web::{Creating, Ctx, Json, Path, Problem, Versioned};

/// The invite links that still work. Owners only.
#[utoipa::path(get, path = "/groups/{id}/invite-links", tag = "hangouts", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = InvitePage), failures::Owners))]
pub async fn list_invites(GroupGate { ctx, id }: GroupGate) -> Result<Json<InvitePage>, Problem> {
    let items = service::list_invites::list_invites(&ctx, &id).await?;
    Ok(Json(Page { items, next_cursor: None }.into()))
}

/// Makes a link that lets people in until it expires. Owners only.
#[utoipa::path(post, path = "/groups/{id}/invite-links", tag = "hangouts", params(("id" = String, Path)),
    security(("bearer" = [])), request_body = MakeInviteBody,
    responses((status = 201, body = InviteView), failures::Owners, failures::Creating))]
pub async fn make_invite(
    GroupGate { ctx, id }: GroupGate,
    Creating { once, body }: Creating<MakeInviteBody>,
) -> Result<(StatusCode, Json<InviteView>), Problem> {
    let made = service::make_invite::make_invite(&ctx, &once, &id, body.expires_after).await?;
    let (invite, token) = made.into_inner();
    Ok((StatusCode::CREATED, Json(InviteView::made(&ctx, invite, &token))))
}

/// Stops an invite link. Owners only.
#[utoipa::path(delete, path = "/groups/{id}/invite-links/{inviteId}", tag = "hangouts",
    params(("id" = String, Path), ("inviteId" = String, Path)), security(("bearer" = [])),
    responses((status = 204), failures::Owners))]
pub async fn remove_invite(
    GroupGate { ctx, id }: GroupGate,
    Path((_id, invite)): Path<(GroupId, String)>,
) -> Result<StatusCode, Problem> {
    let invite = InviteId::parse(&invite).ok_or(Error::NoInvite)?;
    service::remove_invite::remove_invite(&ctx, &id, &invite).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What an invite link leads to: the group's name and who invited. Nobody needs to be signed in.
#[utoipa::path(get, path = "/join/{token}", tag = "hangouts", params(("token" = String, Path)), security(()),
    responses((status = 200, body = InvitationView), failures::Links))]
pub async fn get_invite(ctx: Ctx, Path(token): Path<String>) -> Result<Json<InvitationView>, Problem> {
    let token = InviteToken::parse(&token).ok_or(Error::NoInvite)?;
    Ok(Json(service::join_group::see_invite(&ctx, &token).await?.into()))
}

/// Joins the group that an invite link leads to.
#[utoipa::path(post, path = "/join/{token}", tag = "hangouts", params(("token" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = GroupView), failures::OneselfOnly, failures::Links,
        (status = 409, description = "the group changes at this moment")))]
pub async fn join_group(ctx: Ctx, Path(token): Path<String>) -> Result<Versioned<u64, GroupView>, Problem> {
    ctx.actor.signed_in()?;
    let token = InviteToken::parse(&token).ok_or(Error::NoInvite)?;
    let seen = service::join_group::join_group(&ctx, &token).await?;
    Ok(Versioned(seen.group.version, seen.into()))
}
