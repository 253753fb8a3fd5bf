//! Bookmark files, in and out.

use super::{
    failures::{Creating as CreatingFailures, WithRights},
    views::ImportView,
};
use crate::{
    gate::{Allowed, Reads, Writes},
    service::{self, import_bookmarks},
};
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use web::{Creating, Download, Json, Path, Problem};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportBody {
    /// The bookmark file that a browser exports (HTML).
    pub html: String,
}

/// Imports a bookmark file. Its links are added in the background; those that are there already are skipped.
#[utoipa::path(post, path = "/sites/import", tag = "club", request_body = ImportBody,
    security(("bearer" = [])),
    responses((status = 201, body = ImportView),
        (status = 413, description = "more bookmarks than can be imported at once"), WithRights,
        CreatingFailures))]
pub async fn import_bookmarks(
    by: Allowed<Writes>,
    Creating { once, body }: Creating<ImportBody>,
) -> Result<(StatusCode, Json<ImportView>), Problem> {
    let import = import_bookmarks::import_bookmarks(&by, &once, &body.html).await?.into_inner();
    Ok((StatusCode::CREATED, Json(import.into())))
}

/// How far an import is.
#[utoipa::path(get, path = "/sites/import/{id}", tag = "club", params(("id" = Uuid, Path)),
    security(("bearer" = [])), responses((status = 200, body = ImportView), WithRights))]
pub async fn get_import(by: Allowed<Writes>, Path(id): Path<Uuid>) -> Result<Json<ImportView>, Problem> {
    Ok(Json(import_bookmarks::get_import(&by, id).await?.into()))
}

/// The whole catalogue as a bookmark file, which every browser imports.
#[utoipa::path(get, path = "/sites/export.html", tag = "club", security((), ("bearer" = [])),
    responses((status = 200, content_type = "text/html", body = String),
        (status = 401, description = "the catalogue is not public here")))]
pub async fn export_bookmarks(by: Allowed<Reads>) -> Result<Download, Problem> {
    let file = service::export_bookmarks::export_bookmarks(&by).await?;
    Ok(Download::html("bookmarks.html", file))
}
