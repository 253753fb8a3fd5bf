//! A person's sessions and API tokens.

use super::{credential, find};
use crate::{
    error::Result,
    keys,
    model::{SecretKind, SecretRow},
};
use kernel::{Moment, PageRequest};
use serde::Serialize;
use store::{Position, from_item};
use utoipa::ToSchema;
use uuid::Uuid;
use web::Ctx;

/// A session as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Session)]
pub struct SessionView {
    pub id: Uuid,
    /// Whether it is the one asking.
    pub current: bool,
    /// What it was started with, as the browser or program called itself.
    pub user_agent: Option<String>,
    pub address: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Moment,
    #[schema(value_type = String, format = DateTime)]
    pub last_used_at: Moment,
}

/// An API token as its owner sees it; the token itself was shown once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Token)]
pub struct TokenView {
    pub id: Uuid,
    pub name: String,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Moment,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub last_used_at: Option<Moment>,
}

impl TokenView {
    pub fn of(row: SecretRow) -> Self {
        Self {
            id: row.id,
            name: row.name.unwrap_or_default(),
            created_at: row.created_at,
            last_used_at: row.last_used_at,
        }
    }
}

/// A page of the caller's sessions, newest first, and where the next one begins.
pub async fn list_sessions(
    ctx: &Ctx,
    page: PageRequest<Position>,
) -> Result<(Vec<SessionView>, Option<Position>)> {
    let user = ctx.actor.signed_in()?.user_id;
    let epoch = find::get_account(ctx.store.as_ref(), user).await?.epoch;
    let here = credential(ctx).map(|secret| secret.id);
    let (rows, next) = rows(ctx, SecretKind::Session, page).await?;
    // Sessions of an earlier epoch are dead; their rows go by themselves.
    let alive = rows.into_iter().filter(|row| row.is_of_epoch(epoch));
    let views = alive.map(|row| SessionView {
        id: row.id,
        current: here == Some(row.id),
        user_agent: row.user_agent,
        address: row.address,
        created_at: row.created_at,
        last_used_at: row.last_used_at.unwrap_or(row.created_at),
    });
    Ok((views.collect(), next))
}

/// A page of the caller's API tokens, newest first, and where the next one begins.
pub async fn list_tokens(
    ctx: &Ctx,
    page: PageRequest<Position>,
) -> Result<(Vec<TokenView>, Option<Position>)> {
    let (rows, next) = rows(ctx, SecretKind::Token, page).await?;
    Ok((rows.into_iter().map(TokenView::of).collect(), next))
}

async fn rows(
    ctx: &Ctx,
    kind: SecretKind,
    page: PageRequest<Position>,
) -> Result<(Vec<SecretRow>, Option<Position>)> {
    let user = ctx.actor.signed_in()?.user_id;
    let query = keys::secrets_of(user, kind).limit(page.limit).after(page.after);
    let rows = ctx.store.query(query).await?;
    let read: store::Result<_> = rows.items.into_iter().map(from_item).collect();
    Ok((read?, rows.next))
}
