//! `/new/ranked`: a question, a pasted list, done.

use super::{
    common::{COOKIE_AGE, form_errors},
    words::{ENDS, VISIBILITIES, end_of},
};
use crate::{
    model::{PollSettings, ResultsVisibility},
    service::{access::MANAGE_COOKIE, create_poll},
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use http::StatusCode;
use kernel::actor::Refused;
use serde::Deserialize;
use web::{Ctx, Errors, Form, Html, Layout, Problem};

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct NewForm {
    title: String,
    description: String,
    /// One a line.
    candidates: String,
    ends: String,
    results_visibility: ResultsVisibility,
}

#[derive(Template)]
#[template(path = "rankings/new.html")]
struct NewPage {
    layout: Layout,
    form: NewForm,
    errors: Errors,
}

impl NewPage {
    fn of(ctx: &Ctx, form: NewForm, errors: Errors) -> Self {
        let layout = Layout::of(ctx, "New ranked poll")
            .describe("Rank the options and see a fair winner, round by round. No account needed.");
        Self { layout, form, errors }
    }
}

pub async fn show_new(ctx: Ctx) -> Result<Response, Problem> {
    if ctx.actor.account.is_none() && !ctx.settings.anonymous_creation {
        return Err(Refused::SignedOut.into());
    }
    Ok(Html(NewPage::of(&ctx, NewForm::default(), Errors::default())).into_response())
}

pub async fn create(ctx: Ctx, Form(form): Form<NewForm>) -> Result<Response, Problem> {
    let candidates = tally::candidates_from_lines(&form.candidates);
    let cmd = create_poll::CreatePoll {
        title: form.title.clone(),
        description: Some(form.description.clone()),
        candidates: candidates.clone(),
        expires_at: end_of(&form.ends, ctx.clock.now()),
        settings: PollSettings { results_visibility: form.results_visibility },
    };
    match create_poll::create_poll(&ctx, cmd).await {
        Ok((poll, key)) => {
            let cookie = ctx.new_cookie(MANAGE_COOKIE, key.as_str(), format!("/r/{}", poll.id), COOKIE_AGE);
            let manage = Redirect::to(&format!("/r/{}/manage", poll.id));
            Ok((ctx.cookies.clone().add(cookie), manage).into_response())
        }
        Err(error) => {
            let errors = form_errors(error, &candidates)?;
            Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(NewPage::of(&ctx, form, errors))).into_response())
        }
    }
}
