//! Passcodes of a share, and what they are exchanged for.

use super::Failures;
use crate::{
    Error,
    gate::{Gate, To},
    service::{
        change_passcodes::{ChangePasscodes, change_passcodes},
        request_access::{Granted, request_access},
    },
};
use axum::response::IntoResponse;
use http::header;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{Json, Problem};

const NOT_KEPT: [(header::HeaderName, &str); 1] = [(header::CACHE_CONTROL, "no-store")];

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AccessBody {
    #[schema(max_length = 100)]
    passcode: String,
}

/// The passcodes as the organiser may see them: their own was shown once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Passcodes {
    view_passcode: Option<String>,
    view_passcode_version: u64,
    admin_passcode_version: u64,
}

/// What changing them came to; the token replaces the organiser's own.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasscodesChanged {
    view_passcode_version: u64,
    admin_passcode_version: u64,
    admin_token: String,
}

/// Exchanges a passcode for a token.
#[utoipa::path(post, path = "/shareables/{shortId}/access", tag = "shareables", request_body = AccessBody,
    params(("shortId" = String, Path)), responses((status = 200, body = Granted), Failures))]
pub async fn access(gate: Gate, Json(body): Json<AccessBody>) -> Result<impl IntoResponse, Problem> {
    Ok((NOT_KEPT, Json(request_access(&gate.ctx, &gate.visitor, &body.passcode).await?)))
}

/// The viewing passcode, to be told to someone. The organiser's.
#[utoipa::path(get, path = "/shareables/{shortId}/passcodes", tag = "shareables",
    params(("shortId" = String, Path)), responses((status = 200, body = Passcodes), Failures))]
pub async fn get(gate: Gate) -> Result<impl IntoResponse, Problem> {
    let share = gate.open(To::Organise).await?.share;
    let passcodes = Passcodes {
        view_passcode: share.open_view_passcode(&gate.ctx.keys).map_err(Error::from)?,
        view_passcode_version: share.view_passcode_version,
        admin_passcode_version: share.admin_passcode_version,
    };
    Ok((NOT_KEPT, Json(passcodes)))
}

/// Sets new passcodes; tokens that came of the old ones die. The organiser's.
#[utoipa::path(put, path = "/shareables/{shortId}/passcodes", tag = "shareables", request_body = ChangePasscodes,
    params(("shortId" = String, Path)), responses((status = 200, body = PasscodesChanged), Failures))]
pub async fn change(gate: Gate, Json(cmd): Json<ChangePasscodes>) -> Result<impl IntoResponse, Problem> {
    let (share, admin_token) = change_passcodes(&gate.ctx, &gate.visitor, &gate.ctx.expected(), &cmd).await?;
    let changed = PasscodesChanged {
        view_passcode_version: share.view_passcode_version,
        admin_passcode_version: share.admin_passcode_version,
        admin_token,
    };
    Ok((NOT_KEPT, Json(changed)))
}
