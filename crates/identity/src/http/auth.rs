//! Registering, signing in and out, and new passwords by link.

use crate::{
    model::UserView,
    service::{
        end_sessions,
        register::{self, Register},
        reset_password, sign_in,
    },
};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{Ctx, Json, Problem};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RegisterBody {
    email: String,
    /// 8 to 256 characters.
    password: String,
    /// At most 30 characters.
    display_name: String,
    /// Only for the first account of an instance that is not on loopback: printed when the server starts.
    set_up_code: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LoginBody {
    email: String,
    password: String,
}

/// A session's token, for `Authorization: Bearer`, and whose it is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedIn {
    token: String,
    user: UserView,
}

impl From<sign_in::SignedIn> for Json<SignedIn> {
    fn from(signed_in: sign_in::SignedIn) -> Self {
        Self(SignedIn { token: signed_in.token, user: signed_in.user })
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ForgotBody {
    email: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResetBody {
    /// From the link.
    token: String,
    password: String,
}

/// Makes an account and signs it in. The first account of an instance is its SuperAdmin.
#[utoipa::path(
    post,
    path = "/auth/register",
    tag = "identity",
    security(()),
    responses(
        (status = 201, body = SignedIn),
        (status = 403, description = "registration is closed, or the first account's set-up code is missing"),
        (status = 409, description = "the e-mail address is taken"),
        (status = 422, description = "something is not allowed"),
        (status = 429, description = "more than 20 in an hour"),
    )
)]
pub async fn register(
    ctx: Ctx,
    Json(body): Json<RegisterBody>,
) -> Result<(StatusCode, Json<SignedIn>), Problem> {
    let RegisterBody { email, password, display_name, set_up_code } = body;
    let signed_in = register::register(&ctx, Register { email, password, display_name, set_up_code }).await?;
    Ok((StatusCode::CREATED, signed_in.into()))
}

/// Signs in.
#[utoipa::path(
    post,
    path = "/auth/login",
    tag = "identity",
    security(()),
    responses(
        (status = 200, body = SignedIn),
        (status = 401, description = "they do not go together"),
        (status = 429, description = "too many wrong tries"),
    )
)]
pub async fn login(ctx: Ctx, Json(body): Json<LoginBody>) -> Result<Json<SignedIn>, Problem> {
    Ok(sign_in::sign_in(&ctx, &body.email, &body.password).await?.into())
}

/// Signs out: the token of this request is dead.
#[utoipa::path(
    post,
    path = "/auth/logout",
    tag = "identity",
    security(("bearer" = [])),
    responses((status = 204), (status = 401, description = "not signed in"))
)]
pub async fn logout(ctx: Ctx) -> Result<StatusCode, Problem> {
    end_sessions::sign_out(&ctx).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Mails a link that sets a new password, if there is such an account.
#[utoipa::path(
    post,
    path = "/auth/forgot",
    tag = "identity",
    security(()),
    responses(
        (status = 202, description = "whether or not there is such an account"),
        (status = 422, description = "not an e-mail address"),
        (status = 429, description = "more than 20 in an hour"),
    )
)]
pub async fn forgot(ctx: Ctx, Json(body): Json<ForgotBody>) -> Result<StatusCode, Problem> {
    reset_password::forgot(&ctx, &body.email)?;
    Ok(StatusCode::ACCEPTED)
}

/// Sets a new password by a link's token. Every session ends.
#[utoipa::path(
    post,
    path = "/auth/reset",
    tag = "identity",
    security(()),
    responses(
        (status = 204),
        (status = 410, description = "used already, or too old"),
        (status = 422, description = "the password is not allowed"),
        (status = 429, description = "too many wrong tries"),
    )
)]
pub async fn reset(ctx: Ctx, Json(body): Json<ResetBody>) -> Result<StatusCode, Problem> {
    reset_password::reset_password(&ctx, &body.token, &body.password).await?;
    Ok(StatusCode::NO_CONTENT)
}
