//! `/unsubscribe/{token}`: a button for people, and the one-click request of mail programs (RFC 8058).

use crate::unsubscribe;
use askama::Template;
use axum::response::{IntoResponse, Response};
use web::{Ctx, Html, Layout, Path, Problem};

#[derive(Template)]
#[template(path = "identity/unsubscribe.html")]
struct UnsubscribePage {
    layout: Layout,
    done: bool,
}

fn page(ctx: &Ctx, done: bool) -> Response {
    Html(UnsubscribePage { layout: Layout::of(ctx, "Stop these messages").noindex(), done }).into_response()
}

fn dead() -> Problem {
    Problem::not_found("This link is not valid. Sign in and choose your notifications on your account page.")
}

pub async fn show(ctx: Ctx, Path(token): Path<String>) -> Result<Response, Problem> {
    unsubscribe::read(&ctx, &token).ok_or_else(dead)?;
    Ok(page(&ctx, false))
}

pub async fn stop(ctx: Ctx, Path(token): Path<String>) -> Result<Response, Problem> {
    let (user, topic) = unsubscribe::read(&ctx, &token).ok_or_else(dead)?;
    unsubscribe::stop(&ctx, user, topic).await?;
    Ok(page(&ctx, true))
}
