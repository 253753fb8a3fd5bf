//! Finding what was shared by its code.

use axum::response::Redirect;
use serde::Serialize;
use utoipa::ToSchema;
use web::{Coded, Ctx, Json, Path, Problem};

/// Codes and ids are short; nobody types more.
const LONGEST: usize = 400;

/// What a code leads to. Never what it is called: whoever tries codes learns no titles.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CodeView {
    /// `checklist`, `event`, `poll` or `ranked`.
    kind: String,
    id: String,
    url: String,
}

/// What a short code leads to, typed in any case, with or without dashes.
#[utoipa::path(
    get,
    path = "/codes/{code}",
    tag = "front",
    params(("code" = String, Path)),
    security(()),
    responses((status = 200, body = CodeView), (status = 404, description = "nothing has this code"))
)]
pub async fn get_code(ctx: Ctx, Path(code): Path<String>) -> Result<Json<CodeView>, Problem> {
    let Coded { kind, id, path } = find_code(&ctx, &code).await?.ok_or_else(unknown)?;
    Ok(Json(CodeView { kind, id, url: ctx.url(&path) }))
}

/// `/ABC-DEF-12345`: what people type after the server's name.
pub async fn open_code(ctx: Ctx, Path(code): Path<String>) -> Result<Redirect, Problem> {
    let found = find_code(&ctx, &code).await?;
    let nothing = || Problem::not_found(web::NO_SUCH_PAGE);
    Ok(Redirect::to(&found.ok_or_else(nothing)?.path))
}

fn unknown() -> Problem {
    Problem::not_found("Nothing has this code. Check it, or ask the person who shared it with you.")
}

/// What was meant by a code or by a whole link that somebody pasted: the part nearest its end that is a code.
pub async fn find_code(ctx: &Ctx, typed: &str) -> Result<Option<Coded>, Problem> {
    let typed = typed.trim();
    if typed.len() > LONGEST {
        return Ok(None);
    }
    let address = typed.split(['?', '#']).next().unwrap_or_default();
    for part in address.rsplit('/').filter(|part| !part.is_empty()).take(4) {
        if let Some(found) = ctx.joined.find_code(ctx, part).await? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}
