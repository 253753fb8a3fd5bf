//! `/unsubscribe/mail/{token}`: the owner of an address that nobody has confirmed wants no more letters, or allows them again.

use crate::letters::no_mail;
use askama::Template;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use web::{Ctx, Fault, Form, Html, Layout, Path, Problem};

#[derive(Template)]
#[template(path = "identity/no_mail.html")]
struct NoMailPage {
    layout: Layout,
    chosen: bool,
}

/// A mail program's one-click request carries neither field.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct NoMailForm {
    allow: bool,
}

fn page(ctx: &Ctx, chosen: bool) -> Response {
    let layout = Layout::of(ctx, "Mail from this server").noindex();
    Html(NoMailPage { layout, chosen }).into_response()
}

fn address(ctx: &Ctx, token: &str) -> Result<String, Problem> {
    no_mail::read(ctx, token).ok_or_else(|| Problem::not_found("This link is not valid."))
}

pub async fn show(ctx: Ctx, Path(token): Path<String>) -> Result<Response, Problem> {
    let address = address(&ctx, &token)?;
    let chosen = no_mail::is_chosen_by(&ctx, &address).await.map_err(Fault::from)?;
    Ok(page(&ctx, chosen))
}

pub async fn choose(
    ctx: Ctx,
    Path(token): Path<String>,
    Form(form): Form<NoMailForm>,
) -> Result<Response, Problem> {
    let address = address(&ctx, &token)?;
    let done =
        if form.allow { no_mail::allow(&ctx, &address).await } else { no_mail::choose(&ctx, &address).await };
    done.map_err(Fault::from)?;
    Ok(page(&ctx, !form.allow))
}
