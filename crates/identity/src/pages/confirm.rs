//! The link that confirms an e-mail address. Mail programs open links to look at them, so that a button does it.

use crate::{service::confirm_email, urls};
use askama::Template;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use web::{Ctx, Form, Html, Layout, Problem, Query};

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ConfirmForm {
    token: String,
}

#[derive(Template)]
#[template(path = "identity/confirm.html")]
struct ConfirmPage {
    layout: Layout,
    token: String,
}

pub async fn show(ctx: Ctx, Query(form): Query<ConfirmForm>) -> Response {
    let layout = Layout::of(&ctx, "Confirm your email address").noindex();
    Html(ConfirmPage { layout, token: form.token }).into_response()
}

pub async fn confirm(ctx: Ctx, Form(form): Form<ConfirmForm>) -> Result<Response, Problem> {
    confirm_email::confirm_email(&ctx, &form.token).await?;
    let next = if ctx.actor.account.is_some() { urls::ME } else { urls::SIGN_IN };
    Ok(web::done(next, "confirmed").into_response())
}
