//! Ways out of a share: exports for the organiser, and live updates for everyone.

use super::{Failures, paged::CodeQuery};
use crate::{
    cookies,
    model::ShortId,
    service::{
        export::{Export, export_csv, export_json},
        live::watch,
    },
};
use axum::response::{IntoResponse, Response};
use http::header;
use web::{Ctx, Json, Path, Problem, Query};

/// The answers for a spreadsheet, without participants' codes. The organiser's, also after expiry.
#[utoipa::path(get, path = "/shareables/{shortId}/export.csv", tag = "shareables",
    params(("shortId" = String, Path)), responses((status = 200, body = String, content_type = "text/csv"), Failures))]
pub async fn csv(ctx: Ctx, Path(id): Path<ShortId>) -> Result<impl IntoResponse, Problem> {
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{id}.csv\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, export_csv(&ctx, &id).await?))
}

/// Everything, with participants' codes. The organiser's, also after expiry.
#[utoipa::path(get, path = "/shareables/{shortId}/export.json", tag = "shareables",
    params(("shortId" = String, Path)), responses((status = 200, body = Export), Failures))]
pub async fn json(ctx: Ctx, Path(id): Path<ShortId>) -> Result<impl IntoResponse, Problem> {
    let headers = [
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{id}.json\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Json(export_json(&ctx, &id).await?)))
}

/// Server-sent events: `changed {"rev":…}` whenever something changed that the caller may see.
#[utoipa::path(get, path = "/shareables/{shortId}/live", tag = "shareables",
    params(("shortId" = String, Path), CodeQuery, ("since" = Option<u64>, Query)),
    responses((status = 200, body = String, content_type = "text/event-stream"), Failures))]
pub async fn live(
    ctx: Ctx,
    Path(id): Path<ShortId>,
    Query(query): Query<CodeQuery>,
) -> Result<Response, Problem> {
    let code = cookies::code_of(&ctx, query.code.as_deref());
    let changes = watch(&ctx, &id, code, ctx.live_since()).await?;
    Ok(web::live::events(changes))
}
