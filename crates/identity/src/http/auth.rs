//! Registering, signing in and out, and what links in letters do.

use super::views::SignedIn;
use crate::{
    gate::{self, Me},
    service::{
        confirm_email, end_sessions,
        register::{self, Register, Registered},
        request_reset, reset_password,
        sign_in::{self, From},
        take_over,
    },
};
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use kernel::actor::Refused;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{Ctx, Json, Problem};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RegisterBody {
    #[schema(max_length = 254)]
    email: String,
    #[schema(min_length = 8, max_length = 256)]
    password: String,
    #[schema(min_length = 1, max_length = 30)]
    display_name: String,
    /// Only for the first account: the server prints it at every start until there is one.
    #[schema(max_length = 100)]
    set_up_code: Option<String>,
    /// An invitation to a group or a household, where only invited people may register.
    #[schema(max_length = 500)]
    invite: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LoginBody {
    #[schema(max_length = 254)]
    email: String,
    #[schema(max_length = 256)]
    password: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ForgotBody {
    #[schema(max_length = 254)]
    email: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResetBody {
    /// From the link.
    #[schema(max_length = 500)]
    token: String,
    #[schema(min_length = 8, max_length = 256)]
    password: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConfirmBody {
    /// From the link.
    #[schema(max_length = 500)]
    token: String,
    /// Only for a link that creates an account: the password for it.
    #[schema(min_length = 8, max_length = 256)]
    password: Option<String>,
}

/// Where a call comes from. JSON callers keep no device cookie.
pub fn from(ctx: &Ctx) -> From {
    From { address: ctx.actor.address, user_agent: gate::user_agent(ctx), device: None, zone: None }
}

/// Makes an account and signs it in. The first account of a server is its SuperAdmin.
#[utoipa::path(post, path = "/auth/register", tag = "identity", security(()),
    responses((status = 201, body = SignedIn),
        (status = 202, description = "the address belongs to someone known here without an account: the link mailed there creates it"),
        (status = 403, description = "registration is closed or needs an invitation, or the set-up code is missing"),
        (status = 409, description = "the e-mail address is taken, or belongs to someone without an account and no mail can be sent"),
        (status = 422, description = "something is not allowed"),
        (status = 429, description = "more than 20 in an hour")))]
pub async fn register(ctx: Ctx, Json(body): Json<RegisterBody>) -> Result<Response, Problem> {
    let RegisterBody { email, password, display_name, set_up_code, invite } = body;
    let cmd = Register { email, password, display_name, set_up_code, invite };
    Ok(match register::register(&ctx, from(&ctx), cmd).await? {
        Registered::SignedIn(session) => {
            (StatusCode::CREATED, Json(SignedIn::from(*session))).into_response()
        }
        Registered::CheckEmail => StatusCode::ACCEPTED.into_response(),
    })
}

/// Signs in.
#[utoipa::path(post, path = "/auth/login", tag = "identity", security(()),
    responses((status = 200, body = SignedIn), (status = 401, description = "wrong email or password"),
        (status = 429, description = "too many wrong tries")))]
pub async fn login(ctx: Ctx, Json(body): Json<LoginBody>) -> Result<Json<SignedIn>, Problem> {
    let signed_in = sign_in::sign_in(&ctx, from(&ctx), &body.email, &body.password).await?;
    Ok(Json(signed_in.into()))
}

/// Signs out: the token of this request is dead.
#[utoipa::path(post, path = "/auth/logout", tag = "identity", security(("bearer" = [])),
    responses((status = 204), (status = 401, description = "not signed in")))]
pub async fn logout(me: Me) -> Result<StatusCode, Problem> {
    let secret = me.secret.as_ref().ok_or(Refused::SignedOut)?;
    end_sessions::sign_out(&me, secret).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Mails a link that sets a new password, if there is such an account.
#[utoipa::path(post, path = "/auth/forgot", tag = "identity", security(()),
    responses((status = 202, description = "whether or not there is such an account"),
        (status = 422, description = "not an e-mail address"),
        (status = 429, description = "more than 20 in an hour")))]
pub async fn forgot(ctx: Ctx, Json(body): Json<ForgotBody>) -> Result<StatusCode, Problem> {
    request_reset::request_reset(&ctx, ctx.actor.address, &body.email).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Sets a new password by a link's token. Every session and API token ends.
#[utoipa::path(post, path = "/auth/reset", tag = "identity", security(()),
    responses((status = 204), (status = 410, description = "used already, or too old"),
        (status = 422, description = "the password is not allowed")))]
pub async fn reset(ctx: Ctx, Json(body): Json<ResetBody>) -> Result<StatusCode, Problem> {
    reset_password::reset_password(&ctx, &body.token, &body.password).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Confirms an e-mail address by a link's token. A link that was mailed at registering also creates the account, with `password`.
#[utoipa::path(post, path = "/auth/confirm", tag = "identity", security(()),
    responses((status = 204), (status = 409, description = "someone else has the address meanwhile"),
        (status = 410, description = "used already, or too old"),
        (status = 422, description = "the password is missing or not allowed")))]
pub async fn confirm(ctx: Ctx, Json(body): Json<ConfirmBody>) -> Result<StatusCode, Problem> {
    match take_over::parse(&body.token) {
        Some(secret) => {
            let password = body.password.unwrap_or_default();
            take_over::take_over(&ctx, from(&ctx), &secret, &password).await?;
        }
        None => confirm_email::confirm_email(&ctx, &body.token).await?,
    }
    Ok(StatusCode::NO_CONTENT)
}
