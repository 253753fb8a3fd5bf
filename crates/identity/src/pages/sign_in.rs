//! Signing in.

use super::session::{from, signed_in};
use crate::{
    error::Error,
    service::sign_in::{self as signing_in, From},
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use http::StatusCode;
use kernel::Zone;
use serde::Deserialize;
use web::{Ctx, Filled, Form, Layout, Notice, Problem, Query};

/// Where someone was on their way to.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Way {
    pub next: String,
    /// The time zone of the browser, put by a script.
    pub zone: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct SignInForm {
    next: String,
    email: String,
    password: String,
    /// The time zone of the browser, put by a script.
    zone: String,
}

#[derive(Template)]
#[template(path = "identity/sign_in.html")]
struct SignInPage {
    layout: Layout,
    filled: Filled<SignInForm>,
    done: Option<Notice>,
    register: String,
    /// The provider's name, and the address that leads to it.
    elsewhere: Option<(String, String)>,
}

fn page(ctx: &Ctx, filled: Filled<SignInForm>) -> Response {
    let done = match ctx.done() {
        Some("reset") => Some(Notice::good("Your new password is set.").text("Sign in with it.")),
        Some("deleted") => Some(Notice::good("Your account is deleted.")),
        Some("confirmed") => Some(Notice::good("Your email address is confirmed.")),
        _ => None,
    };
    let layout = Layout::of(ctx, "Sign in").noindex().script("times.js");
    let register = urls::leading_on(urls::REGISTER, &filled.form.next);
    let elsewhere = ctx
        .outbound
        .oidc
        .as_ref()
        .map(|oidc| (oidc.settings.name.clone(), urls::leading_on(urls::OIDC_LOGIN, &filled.form.next)));
    filled.status().with(SignInPage { layout, filled, done, register, elsewhere })
}

pub async fn show(ctx: Ctx, Query(way): Query<Way>) -> Response {
    if ctx.actor.account.is_some() {
        return Redirect::to(urls::safe_next(&way.next)).into_response();
    }
    page(&ctx, Filled::fresh(SignInForm { next: way.next, ..SignInForm::default() }))
}

pub async fn sign_in(ctx: Ctx, Form(form): Form<SignInForm>) -> Result<Response, Problem> {
    let from = From { zone: Zone::named(&form.zone), ..from(&ctx) };
    match signing_in::sign_in(&ctx, from, &form.email, &form.password).await {
        Ok(fresh) => Ok(signed_in(&ctx, fresh, &form.next)),
        Err(error @ Error::WrongPassword) => {
            Ok(page(&ctx, Filled::because(form, Notice::bad(error), StatusCode::UNAUTHORIZED)))
        }
        Err(error @ Error::Deactivated) => {
            Ok(page(&ctx, Filled::because(form, Notice::bad(error), StatusCode::FORBIDDEN)))
        }
        Err(error) => Ok(page(&ctx, Filled::refused(form, "You are not signed in.", error)?)),
    }
}
