//! Making an account.

use super::{
    session::{from, signed_in},
    sign_in::Way,
};
use crate::{
    error::Error,
    first,
    service::{
        register::{self as registering, Register, Registered},
        sign_in::From,
    },
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use http::StatusCode;
use kernel::Zone;
use serde::Deserialize;
use web::{Ctx, Filled, Form, Html, Layout, Notice, Problem, Query, Registration};

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct RegisterForm {
    next: String,
    display_name: String,
    email: String,
    password: String,
    set_up_code: String,
    /// The time zone of the browser, put by a script.
    zone: String,
}

#[derive(Template)]
#[template(path = "identity/register.html")]
struct RegisterPage {
    layout: Layout,
    filled: Filled<RegisterForm>,
    sign_in: String,
    /// Whether there is a form at all.
    open: bool,
    /// Whether this is the first account, and needs the code that the server printed.
    needs_code: bool,
}

/// The address belongs to a row without an account: a link was mailed there.
#[derive(Template)]
#[template(path = "identity/check_email.html")]
struct CheckEmailPage {
    layout: Layout,
    email: String,
}

async fn page(ctx: &Ctx, filled: Filled<RegisterForm>) -> Result<Response, Problem> {
    let needs_code = ctx.settings.set_up_code.is_some() && !first::is_taken(ctx.store.as_ref()).await?;
    let layout = Layout::of(ctx, "Create an account").noindex();
    let layout = layout.script("times.js");
    let layout = if needs_code { layout.script("set-up.js") } else { layout };
    let sign_in = urls::leading_on(urls::SIGN_IN, &filled.form.next);
    let open = ctx.settings.registration != Registration::Off;
    Ok(filled.status().with(RegisterPage { layout, filled, sign_in, open, needs_code }))
}

pub async fn show(ctx: Ctx, Query(way): Query<Way>) -> Result<Response, Problem> {
    if ctx.actor.account.is_some() {
        return Ok(Redirect::to(urls::safe_next(&way.next)).into_response());
    }
    page(&ctx, Filled::fresh(RegisterForm { next: way.next, ..RegisterForm::default() })).await
}

pub async fn register(ctx: Ctx, Form(form): Form<RegisterForm>) -> Result<Response, Problem> {
    let cmd = Register {
        email: form.email.clone(),
        password: form.password.clone(),
        display_name: form.display_name.clone(),
        set_up_code: Some(form.set_up_code.clone()),
        invite: urls::invitation(&form.next).map(str::to_owned),
    };
    match registering::register(&ctx, From { zone: Zone::named(&form.zone), ..from(&ctx) }, cmd).await {
        Ok(Registered::SignedIn(fresh)) => Ok(signed_in(&ctx, *fresh, &form.next)),
        Ok(Registered::CheckEmail) => {
            let layout = Layout::of(&ctx, "Check your email").noindex();
            Ok((StatusCode::ACCEPTED, Html(CheckEmailPage { layout, email: form.email })).into_response())
        }
        Err(error @ (Error::NeedsSetUpCode | Error::NotInvited | Error::RegistrationClosed)) => {
            page(&ctx, Filled::because(form, Notice::bad(error), StatusCode::FORBIDDEN)).await
        }
        Err(error) => page(&ctx, Filled::refused(form, "No account was created.", error)?).await,
    }
}
