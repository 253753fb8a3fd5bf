//! One's own sessions and API tokens.

use super::{
    failures::{Oneself, Reading},
    views::{Session, Token},
};
use crate::{
    gate::{InPerson, Me},
    model::{Scope, Secret, SecretKind},
    service::{end_sessions, list_secrets::list_secrets, make_token},
};
use http::StatusCode;
use kernel::{Checks, Page};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use web::{Json, PageQuery, Path, Problem, Query};

/// A page of sessions.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionPage {
    items: Vec<Session>,
    next_cursor: Option<String>,
}

/// A page of API tokens.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenPage {
    items: Vec<Token>,
    next_cursor: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MakeTokenBody {
    /// What it is for.
    #[schema(min_length = 1, max_length = 100)]
    name: String,
    /// `read` or `write`; `write` where nothing is said.
    #[schema(pattern = "^(read|write)$")]
    scope: Option<String>,
    /// When it ends by itself; never where nothing is said.
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<jiff::Timestamp>,
}

/// A new API token. The token itself is not shown again.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewToken {
    token: String,
    #[serde(flatten)]
    listed: Token,
}

/// What a scope is called.
pub fn scope(name: Option<&str>) -> Result<Scope, Problem> {
    let mut checks = Checks::new();
    let scope = match name {
        None | Some("write") => Some(Scope::Write),
        Some("read") => Some(Scope::Read),
        Some(_) => None,
    };
    checks.that(scope.is_some(), "scope", "This must be read or write.");
    checks.done().map_err(web::Fault::from)?;
    Ok(scope.unwrap_or_default())
}

/// One's sessions, newest first.
#[utoipa::path(get, path = "/me/sessions", tag = "identity", security(("bearer" = [])), params(PageQuery),
    responses((status = 200, body = SessionPage), Reading))]
pub async fn list_sessions(me: Me, Query(query): Query<PageQuery>) -> Result<Json<SessionPage>, Problem> {
    let list = me.list_name("sessions");
    let page = me.page_request(&list, &query)?;
    let (rows, next) = list_secrets(&me, me.user(), SecretKind::Session, page).await?;
    let here = me.secret.as_ref().map(Secret::id);
    let sessions = rows.into_iter().map(|row| Session::of(row, here)).collect();
    let Page { items, next_cursor } = me.page(&list, sessions, next)?;
    Ok(Json(SessionPage { items, next_cursor }))
}

/// Ends every session but this one.
#[utoipa::path(delete, path = "/me/sessions", tag = "identity", security(("bearer" = [])),
    responses((status = 204), Oneself))]
pub async fn end_other_sessions(InPerson(me): InPerson) -> Result<StatusCode, Problem> {
    end_sessions::end_others(&me, me.user(), me.secret.as_ref()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends one session.
#[utoipa::path(delete, path = "/me/sessions/{id}", tag = "identity", security(("bearer" = [])),
    params(("id" = String, Path, format = Uuid, description = "the session")),
    responses((status = 204), Oneself, (status = 404, description = "no such session")))]
pub async fn end_session(InPerson(me): InPerson, Path(id): Path<Uuid>) -> Result<StatusCode, Problem> {
    end_sessions::end(&me, me.user(), SecretKind::Session, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// One's API tokens, newest first.
#[utoipa::path(get, path = "/me/tokens", tag = "identity", security(("bearer" = [])), params(PageQuery),
    responses((status = 200, body = TokenPage), Reading))]
pub async fn list_tokens(me: Me, Query(query): Query<PageQuery>) -> Result<Json<TokenPage>, Problem> {
    let list = me.list_name("tokens");
    let page = me.page_request(&list, &query)?;
    let (rows, next) = list_secrets(&me, me.user(), SecretKind::Token, page).await?;
    let Page { items, next_cursor } = me.page(&list, rows.into_iter().map(Token::from).collect(), next)?;
    Ok(Json(TokenPage { items, next_cursor }))
}

/// Makes an API token for a program. It can do less than its owner: nothing that decides over the account itself.
#[utoipa::path(post, path = "/me/tokens", tag = "identity", security(("bearer" = [])),
    responses((status = 201, body = NewToken), Oneself, (status = 409, description = "50 of them already"),
        (status = 422, description = "the name, scope or end is not allowed")))]
pub async fn make_token(
    InPerson(me): InPerson,
    Json(body): Json<MakeTokenBody>,
) -> Result<(StatusCode, Json<NewToken>), Problem> {
    let scope = scope(body.scope.as_deref())?;
    let cmd = make_token::MakeToken { name: body.name, scope, expires_at: body.expires_at };
    let (token, row) = make_token::make_token(&me, cmd).await?;
    Ok((StatusCode::CREATED, Json(NewToken { token, listed: row.into() })))
}

/// Deletes an API token; it is dead at once.
#[utoipa::path(delete, path = "/me/tokens/{id}", tag = "identity", security(("bearer" = [])),
    params(("id" = String, Path, format = Uuid, description = "the token")),
    responses((status = 204), Oneself, (status = 404, description = "no such token")))]
pub async fn delete_token(InPerson(me): InPerson, Path(id): Path<Uuid>) -> Result<StatusCode, Problem> {
    end_sessions::end(&me, me.user(), SecretKind::Token, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
