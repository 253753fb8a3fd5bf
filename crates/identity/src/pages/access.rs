//! The doors: signing in, making an account, signing out.

use super::form::{Trouble, leading_on, safe_next, signed_in, signed_out};
use crate::{
    first,
    service::{
        end_sessions,
        register::{self, Register},
        sign_in as signing_in,
    },
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use web::{Ctx, Form, Html, Layout, Notice, Problem, Query};

/// Where somebody was on their way to, and what they have just done.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Way {
    next: String,
    done: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct SignInForm {
    next: String,
    email: String,
    password: String,
}

#[derive(Template)]
#[template(path = "identity/sign_in.html")]
struct SignInPage {
    layout: Layout,
    trouble: Trouble,
    done: Option<Notice>,
    next: String,
    email: String,
    register: String,
}

impl SignInPage {
    fn of(ctx: &Ctx, next: &str, email: String) -> Self {
        Self {
            layout: Layout::of(ctx, "Sign in").noindex(),
            trouble: Trouble::default(),
            done: None,
            next: next.to_owned(),
            email,
            register: leading_on("/register", next),
        }
    }
}

pub async fn show_sign_in(ctx: Ctx, Query(way): Query<Way>) -> Response {
    if ctx.actor.account.is_some() {
        return Redirect::to(safe_next(&way.next)).into_response();
    }
    let mut page = SignInPage::of(&ctx, &way.next, String::new());
    page.done = match way.done.as_str() {
        "reset" => Some(Notice::good("Your new password is set.").text("Sign in with it.")),
        "deleted" => Some(Notice::good("Your account is deleted.").text("Thank you for having been here.")),
        _ => None,
    };
    Html(page).into_response()
}

pub async fn sign_in(ctx: Ctx, Form(form): Form<SignInForm>) -> Result<Response, Problem> {
    match signing_in::sign_in(&ctx, &form.email, &form.password).await {
        Ok(fresh) => Ok(signed_in(&ctx, fresh.token, &form.next)),
        Err(error) => {
            let trouble = Trouble::of(error, "You are not signed in.")?;
            let page = SignInPage::of(&ctx, &form.next, form.email);
            Ok(trouble.with(SignInPage { trouble: trouble.clone(), ..page }))
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct RegisterForm {
    next: String,
    display_name: String,
    email: String,
    password: String,
    set_up_code: String,
}

#[derive(Template)]
#[template(path = "identity/register.html")]
struct RegisterPage {
    layout: Layout,
    trouble: Trouble,
    form: RegisterForm,
    sign_in: String,
    open: bool,
    /// Whether this is the first account, and needs the code that the server printed.
    needs_code: bool,
}

impl RegisterPage {
    async fn of(ctx: &Ctx, form: RegisterForm) -> Result<Self, Problem> {
        let guarded = ctx.settings.set_up_code.is_some() && !ctx.is_local();
        let needs_code = guarded && !first::is_taken(ctx.store.as_ref()).await?;
        Ok(Self {
            layout: Layout::of(ctx, "Make an account").noindex(),
            trouble: Trouble::default(),
            sign_in: leading_on("/sign-in", &form.next),
            open: ctx.settings.registration_open,
            form,
            needs_code,
        })
    }
}

pub async fn show_register(ctx: Ctx, Query(way): Query<Way>) -> Result<Response, Problem> {
    if ctx.actor.account.is_some() {
        return Ok(Redirect::to(safe_next(&way.next)).into_response());
    }
    let form = RegisterForm { next: way.next, ..RegisterForm::default() };
    Ok(Html(RegisterPage::of(&ctx, form).await?).into_response())
}

pub async fn register(ctx: Ctx, Form(form): Form<RegisterForm>) -> Result<Response, Problem> {
    let cmd = Register {
        email: form.email.clone(),
        password: form.password.clone(),
        display_name: form.display_name.clone(),
        set_up_code: Some(form.set_up_code.clone()),
    };
    match register::register(&ctx, cmd).await {
        Ok(fresh) => Ok(signed_in(&ctx, fresh.token, &form.next)),
        Err(error) => {
            let trouble = Trouble::of(error, "Your account was not made.")?;
            let page = RegisterPage::of(&ctx, form).await?;
            Ok(trouble.with(RegisterPage { trouble: trouble.clone(), ..page }))
        }
    }
}

pub async fn sign_out(ctx: Ctx) -> Result<Response, Problem> {
    if ctx.actor.account.is_some() {
        end_sessions::sign_out(&ctx).await?;
    }
    Ok(signed_out(&ctx, "/"))
}
