//! One's own sessions and API tokens.

use crate::{
    model::SecretKind,
    service::{
        end_sessions,
        list_secrets::{self, SessionView, TokenView},
        make_token,
    },
};
use http::StatusCode;
use kernel::Page;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use web::{Ctx, Json, PageQuery, Path, Problem, Query};

/// A page of sessions.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionPage {
    items: Vec<SessionView>,
    next_cursor: Option<String>,
}

/// A page of API tokens.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenPage {
    items: Vec<TokenView>,
    next_cursor: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MakeTokenBody {
    /// What it is for; at most 100 characters.
    name: String,
}

/// A new API token. The token itself is not shown again.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewToken {
    token: String,
    #[serde(flatten)]
    listed: TokenView,
}

/// One's sessions, newest first.
#[utoipa::path(
    get,
    path = "/me/sessions",
    tag = "identity",
    security(("bearer" = [])),
    params(PageQuery),
    responses((status = 200, body = SessionPage), (status = 401, description = "not signed in"))
)]
pub async fn list_sessions(ctx: Ctx, Query(query): Query<PageQuery>) -> Result<Json<SessionPage>, Problem> {
    let list = list_name(&ctx, "sessions")?;
    let (items, next) = list_secrets::list_sessions(&ctx, ctx.page_request(&list, &query)?).await?;
    let Page { items, next_cursor } = ctx.page(&list, items, next)?;
    Ok(Json(SessionPage { items, next_cursor }))
}

/// Ends every session but this one.
#[utoipa::path(
    delete,
    path = "/me/sessions",
    tag = "identity",
    security(("bearer" = [])),
    responses((status = 204), (status = 401, description = "not signed in"))
)]
pub async fn end_other_sessions(ctx: Ctx) -> Result<StatusCode, Problem> {
    end_sessions::end_others(&ctx).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends one session.
#[utoipa::path(
    delete,
    path = "/me/sessions/{id}",
    tag = "identity",
    security(("bearer" = [])),
    params(("id" = String, Path, format = Uuid, description = "the session")),
    responses((status = 204), (status = 401, description = "not signed in"), (status = 404, description = "no such session"))
)]
pub async fn end_session(ctx: Ctx, Path(id): Path<Uuid>) -> Result<StatusCode, Problem> {
    end_sessions::end(&ctx, SecretKind::Session, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// One's API tokens, newest first.
#[utoipa::path(
    get,
    path = "/me/tokens",
    tag = "identity",
    security(("bearer" = [])),
    params(PageQuery),
    responses((status = 200, body = TokenPage), (status = 401, description = "not signed in"))
)]
pub async fn list_tokens(ctx: Ctx, Query(query): Query<PageQuery>) -> Result<Json<TokenPage>, Problem> {
    let list = list_name(&ctx, "tokens")?;
    let (items, next) = list_secrets::list_tokens(&ctx, ctx.page_request(&list, &query)?).await?;
    let Page { items, next_cursor } = ctx.page(&list, items, next)?;
    Ok(Json(TokenPage { items, next_cursor }))
}

/// Makes an API token: a key for programs, good until it is deleted.
#[utoipa::path(
    post,
    path = "/me/tokens",
    tag = "identity",
    security(("bearer" = [])),
    responses(
        (status = 201, body = NewToken),
        (status = 401, description = "not signed in"),
        (status = 409, description = "50 of them already"),
        (status = 422, description = "the name is not allowed"),
    )
)]
pub async fn make_token(
    ctx: Ctx,
    Json(body): Json<MakeTokenBody>,
) -> Result<(StatusCode, Json<NewToken>), Problem> {
    let (token, listed) = make_token::make_token(&ctx, &body.name).await?;
    Ok((StatusCode::CREATED, Json(NewToken { token, listed })))
}

/// Deletes an API token; it is dead at once.
#[utoipa::path(
    delete,
    path = "/me/tokens/{id}",
    tag = "identity",
    security(("bearer" = [])),
    params(("id" = String, Path, format = Uuid, description = "the token")),
    responses((status = 204), (status = 401, description = "not signed in"), (status = 404, description = "no such token"))
)]
pub async fn delete_token(ctx: Ctx, Path(id): Path<Uuid>) -> Result<StatusCode, Problem> {
    end_sessions::end(&ctx, SecretKind::Token, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What a cursor is bound to: this list of this person.
fn list_name(ctx: &Ctx, list: &str) -> Result<String, Problem> {
    Ok(format!("{list} of {}", ctx.actor.signed_in()?.user_id))
}
