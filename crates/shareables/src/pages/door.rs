//! The door of a share: what somebody sees who may not come in, and how a passcode lets them in. Every page of a
//! share is answered through it.

use super::{
    fields::Fields,
    remember::{admin_path, with_cookies},
    shared::{canonical, is_canonical},
};
use crate::{
    Error, cookies,
    model::{Role, ShortId},
    service::{access::request_access, open},
};
use askama::Template;
use axum::{
    extract::FromRequestParts,
    response::{IntoResponse, Redirect, Response},
};
use http::{HeaderValue, Method, StatusCode, header, request::Parts};
use kernel::{Class, Classify};
use web::{App, Ctx, Form, Html, Layout, Passcode, Path, Problem, When};

#[derive(Template)]
#[template(path = "shareables/locked.html")]
struct LockedPage {
    layout: Layout,
    prompt: Passcode,
}

#[derive(Template)]
#[template(path = "shareables/gone.html")]
struct GonePage {
    layout: Layout,
    ended: Option<When>,
    admin_path: String,
}

/// Somebody at the address of a share.
pub struct Visit {
    pub ctx: Ctx,
    pub id: ShortId,
}

/// The code in an address, whatever else is variable in it.
#[derive(serde::Deserialize)]
struct Place {
    code: ShortId,
}

impl FromRequestParts<App> for Visit {
    type Rejection = Response;

    /// Leads `/s/ABCDEF12345` to `/s/abc-def-12345`, to which cookies are bound.
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        let place = Path::<Place>::from_request_parts(parts, app).await;
        let Path(Place { code: id }) = place.map_err(|_| Problem::from(Error::NotFound).into_response())?;
        let ctx = Ctx::from_request_parts(parts, app).await.map_err(Problem::into_response)?;
        if parts.method == Method::GET && !is_canonical(&ctx, &id) {
            return Err(Redirect::permanent(&canonical(&ctx, &id)).into_response());
        }
        Ok(Self { ctx, id })
    }
}

impl Visit {
    /// The answer of a page, or of the door where the page refuses.
    pub async fn answer(&self, page: impl Future<Output = Result<Response, Problem>>) -> Response {
        let problem = match page.await {
            Ok(answer) => return answer,
            Err(problem) => problem,
        };
        let organiser = self.ctx.path().starts_with(&admin_path(&self.id));
        match problem.class {
            Class::Gone => gone(&self.ctx, &self.id).await.unwrap_or_else(|| problem.into_response()),
            Class::Unauthenticated => locked(&self.ctx, &self.id, organiser),
            Class::Forbidden if organiser => locked(&self.ctx, &self.id, true),
            _ => problem.into_response(),
        }
    }
}

fn prompt(id: &ShortId, organiser: bool) -> Passcode {
    if organiser {
        Passcode::new(format!("{}/open", admin_path(id)))
            .title("Only for who looks after it")
            .text("It takes the organiser’s passcode. It was shown when this was made.")
            .label("Organiser’s passcode")
    } else {
        Passcode::new(format!("{}/open", cookies::page_path(id)))
    }
}

fn page(ctx: &Ctx, prompt: Passcode) -> LockedPage {
    LockedPage { layout: Layout::of(ctx, "Passcode needed").noindex(), prompt }
}

fn locked(ctx: &Ctx, id: &ShortId, organiser: bool) -> Response {
    (StatusCode::UNAUTHORIZED, Html(page(ctx, prompt(id, organiser)))).into_response()
}

/// Says when it ended, and offers a new start. `None` where it is gone for good.
async fn gone(ctx: &Ctx, id: &ShortId) -> Option<Response> {
    let share = open::load(ctx, id).await.ok()?;
    let ended = share.has_expired(ctx.clock.now()).then(|| When::new(share.expires_at, ctx.clock.now()));
    let layout = Layout::of(ctx, "This table has been cleared").noindex().script("times.js");
    Some((StatusCode::GONE, Html(GonePage { layout, ended, admin_path: admin_path(id) })).into_response())
}

/// A passcode typed at the front door.
pub async fn open_front(Visit { ctx, id }: Visit, Form(form): Form<Fields>) -> Result<Response, Problem> {
    let typed = form.text("passcode");
    match request_access(&ctx, &id, &typed).await {
        Ok(granted) => {
            let cookies = cookies::access(&ctx, &id, &granted.token);
            Ok(with_cookies(Redirect::to(&cookies::page_path(&id)), cookies))
        }
        Err(error) => refuse(&ctx, prompt(&id, false), &typed, error),
    }
}

/// A passcode typed at the organiser's door. The one for looking does not open it.
pub async fn open_admin(Visit { ctx, id }: Visit, Form(form): Form<Fields>) -> Result<Response, Problem> {
    let typed = form.text("passcode");
    match request_access(&ctx, &id, &typed).await {
        Ok(granted) if granted.role == Role::Admin => {
            let cookies = cookies::access(&ctx, &id, &granted.token);
            Ok(with_cookies(Redirect::to(&admin_path(&id)), cookies))
        }
        Ok(_) => {
            let prompt =
                prompt(&id, true).refused(&typed, "That one is for looking only. The organiser has another.");
            Ok((StatusCode::UNAUTHORIZED, Html(page(&ctx, prompt))).into_response())
        }
        Err(error) => refuse(&ctx, prompt(&id, true), &typed, error),
    }
}

/// The prompt again, with what is wrong with what was typed.
fn refuse(ctx: &Ctx, prompt: Passcode, typed: &str, error: Error) -> Result<Response, Problem> {
    match error.class() {
        Class::TooMany(wait) => {
            let page = Html(page(ctx, prompt.refused(typed, error)));
            let wait = HeaderValue::from(wait.as_secs().max(1));
            Ok((StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, wait)], page).into_response())
        }
        _ => match error {
            Error::WrongPasscode { tries_left } => {
                let page = Html(page(ctx, prompt.wrong(typed, tries_left)));
                Ok((StatusCode::UNAUTHORIZED, page).into_response())
            }
            other => Err(other.into()),
        },
    }
}
