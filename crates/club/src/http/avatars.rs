//! Pictures of people, as raw bytes.

use super::{failures::TakingPart, views::ProfileView};
use crate::{
    gate::{Allowed, TakesPart},
    service::{
        change_avatar,
        get_profile::{SeenProfile, get_profile},
    },
};
use axum::{
    body::Bytes,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, StatusCode, header};
use kernel::{Class, UserId};
use web::{Json, Path, Problem};

const TAKEN: [&str; 3] = ["image/png", "image/jpeg", "image/webp"];
/// A picture never changes under its address, which names the upload; only browsers of people who may see it keep it.
const CACHE: &str = "private, max-age=31536000, immutable";

/// Uploads the caller's picture: a PNG, JPEG or WebP of at most 2 MiB. It is cropped to a square and encoded anew.
#[utoipa::path(put, path = "/me/avatar", tag = "club",
    request_body(content = Vec<u8>, content_type = "image/png"), security(("bearer" = [])),
    responses((status = 200, body = ProfileView), (status = 401, description = "not signed in"),
        (status = 413, description = "more than 2 MiB"),
        (status = 415, description = "not said to be a PNG, JPEG or WebP"),
        (status = 422, description = "not a picture, more than 16 megapixels or 64 MB decoded, or something besides the picture"),
        (status = 429, description = "more than 20 pictures in an hour"),
        (status = 503, description = "too many pictures are being uploaded; try again in a minute")))]
pub async fn put_avatar(
    by: Allowed<TakesPart>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Json<ProfileView>, Problem> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !TAKEN.contains(&kind) {
        let detail = "Send the picture as image/png, image/jpeg or image/webp.";
        return Err(Problem::new(Class::UnsupportedMedia, detail));
    }
    change_avatar::set_avatar(&by, bytes.into()).await?;
    let SeenProfile { profile, name } = get_profile(&by, by.user_id()?).await?;
    Ok(Json(ProfileView::new(profile, name)))
}

/// Removes the caller's picture.
#[utoipa::path(delete, path = "/me/avatar", tag = "club", security(("bearer" = [])),
    responses((status = 204), TakingPart))]
pub async fn delete_avatar(by: Allowed<TakesPart>) -> Result<StatusCode, Problem> {
    change_avatar::remove_avatar(&by).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Somebody's picture.
#[utoipa::path(get, path = "/users/{id}/avatar", tag = "club", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>), TakingPart))]
pub async fn get_avatar(by: Allowed<TakesPart>, Path(user): Path<UserId>) -> Result<Response, Problem> {
    let (bytes, media_type) = change_avatar::get_avatar(&by, user).await?;
    Ok(([(header::CONTENT_TYPE, media_type), (header::CACHE_CONTROL, CACHE)], bytes).into_response())
}
