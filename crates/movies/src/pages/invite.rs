//! What an invite link shows, signed in or not.

use crate::{
    Error,
    gate::{Gate, Who},
    model::InviteStatus,
    service::{accept_invite, get_invite},
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use kernel::Open;
use web::{Ctx, Html, Layout, Path, Problem};

#[derive(Template)]
#[template(path = "movies/invite.html")]
struct InvitePage {
    layout: Layout,
    household: String,
    invited_by: Option<String>,
    status: Open<InviteStatus>,
    signed_in: bool,
    /// In a household already.
    settled: bool,
    action: String,
    sign_in: String,
    register: String,
}

impl InvitePage {
    fn is_open(&self) -> bool {
        self.status.is(&InviteStatus::Pending)
    }

    fn is_used(&self) -> bool {
        self.status.is(&InviteStatus::Accepted)
    }
}

pub async fn show_invite(ctx: Ctx, Path(token): Path<String>) -> Result<Response, Problem> {
    let seen = get_invite::get_invite(&ctx, &token).await?;
    let account = ctx.actor.user_id();
    if let Some(account) = account {
        accept_invite::must_not_be_removed(&ctx, account, &seen).await?;
    }
    let settled = match account {
        Some(account) => Who::load(&ctx, account, None).await?.household().is_ok(),
        None => false,
    };
    let action = urls::invite(&token);
    let sign_in = web::page::sign_in(&action);
    let status = match seen.status {
        Open::Known(InviteStatus::Pending | InviteStatus::Accepted) => StatusCode::OK,
        Open::Known(InviteStatus::Expired | InviteStatus::Revoked) | Open::Other(_) => StatusCode::GONE,
    };
    let page = InvitePage {
        layout: Layout::of(&ctx, format!("Join {}", seen.household.title())).noindex(),
        household: seen.household.title().to_owned(),
        invited_by: seen.invited_by,
        status: seen.status,
        signed_in: account.is_some(),
        settled,
        register: sign_in.replacen("/sign-in", "/register", 1),
        sign_in,
        action,
    };
    Ok((status, Html(page)).into_response())
}

/// Whoever taps twice is in, and sees that.
pub async fn accept(Gate { ctx, who }: Gate, Path(token): Path<String>) -> Result<Response, Problem> {
    match accept_invite::accept_invite(&ctx, &who, &token).await {
        Ok(_) => {}
        Err(Error::InviteTaken | Error::AlreadyInHousehold) if is_in(&ctx, &who, &token).await? => {}
        Err(error) => return Err(error.into()),
    }
    Ok(web::done(urls::member(who.account().into()), "joined").into_response())
}

/// Whether the caller is in the household that the link leads to.
async fn is_in(ctx: &Ctx, who: &Who, token: &str) -> Result<bool, Error> {
    let seen = get_invite::get_invite(ctx, token).await?;
    let who = Who::load(ctx, who.account(), None).await?;
    Ok(who.household().is_ok_and(|household| household == seen.household.group_id))
}
