//! `/join/{token}`: where an invite link leads. Who has no account makes one first and comes back here.

use super::cards;
use crate::{Error, model::InviteToken, service::join_group, stored, urls};
use askama::Template;
use axum::response::{IntoResponse, Response};
use web::{Avatar, Ctx, Fault, Html, Layout, Path, Problem, page};

#[derive(Template)]
#[template(path = "hangouts/join.html")]
struct JoinPage {
    layout: Layout,
    avatar: Avatar,
    name: String,
    invited_by: String,
    people: String,
    action: String,
    signed_in: bool,
    /// Whether the reader is in the group already.
    member: bool,
    group: String,
    sign_in: String,
    register: String,
}

pub async fn show(ctx: Ctx, Path(token): Path<String>) -> Result<Response, Problem> {
    let token = InviteToken::parse(&token).ok_or(Error::NoInvite)?;
    let found = join_group::see_invite(&ctx, &token).await?;
    let action = urls::join(&token);
    let sign_in = page::sign_in(&action);
    let page = JoinPage {
        layout: Layout::of(&ctx, format!("Join {}", found.group_name)).noindex(),
        avatar: Avatar::of(&token.group_id, &found.group_name).large(),
        name: found.group_name,
        invited_by: found.invited_by.unwrap_or_default(),
        people: cards::people(found.member_count),
        signed_in: ctx.actor.account.is_some(),
        member: is_member(&ctx, &token).await?,
        group: urls::group(&token.group_id),
        register: sign_in.replacen("/sign-in", "/register", 1),
        sign_in,
        action,
    };
    Ok(Html(page).into_response())
}

async fn is_member(ctx: &Ctx, token: &InviteToken) -> Result<bool, Problem> {
    let Some(account) = &ctx.actor.account else { return Ok(false) };
    let mine = stored::find_membership(ctx, &token.group_id, account.user_id).await.map_err(Fault::from)?;
    Ok(mine.is_some())
}

pub async fn join(ctx: Ctx, Path(token): Path<String>) -> Result<Response, Problem> {
    ctx.actor.signed_in()?;
    let token = InviteToken::parse(&token).ok_or(Error::NoInvite)?;
    let seen = join_group::join_group(&ctx, &token).await?;
    Ok(web::done(urls::group(&seen.group.group_id), "joined").into_response())
}
