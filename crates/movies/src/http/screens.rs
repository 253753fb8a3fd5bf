//! The link for a television.

use super::failures::InHousehold;
use crate::{gate::Gate, service::make_screen_link, urls};
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;
use web::{Json, Problem};

/// A link that shows the household's round to whoever has it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScreenLink {
    pub url: String,
}

/// Makes a link for a television that is not signed in. An earlier one stops working.
#[utoipa::path(post, path = "/me/screen-link", tag = "movies", security(("bearer" = [])),
    responses((status = 201, body = ScreenLink), InHousehold))]
pub async fn make_screen_link(Gate { ctx, who }: Gate) -> Result<(StatusCode, Json<ScreenLink>), Problem> {
    let secret = make_screen_link::make_screen_link(&ctx, &who).await?;
    Ok((StatusCode::CREATED, Json(ScreenLink { url: ctx.url(&urls::screen(&secret)) })))
}
