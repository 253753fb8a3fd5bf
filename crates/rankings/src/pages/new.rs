//! `/new/ranked`: a question, a pasted list, done.

use super::words::{ENDS, VISIBILITIES, end_of};
use crate::{
    gate,
    model::{PollSettings, ResultsVisibility},
    service::create_poll::{self, CreatePoll, CreatedPoll, KIND},
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use kernel::FieldError;
use serde::Deserialize;
use web::{Creates, CreatingForm, Ctx, Filled, Layout, OnceField, Problem};

#[derive(Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct NewForm {
    title: String,
    description: String,
    /// One per line.
    candidates: String,
    ends: String,
    results_visibility: ResultsVisibility,
}

#[derive(Template)]
#[template(path = "rankings/new.html")]
struct NewPage {
    layout: Layout,
    once: OnceField,
    filled: Filled<NewForm>,
}

impl NewPage {
    fn of(ctx: &Ctx, once: OnceField, filled: Filled<NewForm>) -> Self {
        let layout = Layout::of(ctx, "New ranked poll")
            .describe("Rank the options and see a fair winner, round by round. No account needed.");
        Self { layout, once, filled }
    }
}

pub async fn show_new(ctx: Ctx) -> Result<Response, Problem> {
    ctx.may_create()?;
    let filled = Filled::fresh(NewForm::default());
    Ok(filled.status().with(NewPage::of(&ctx, OnceField(ctx.new_once()), filled)))
}

pub async fn create(
    ctx: Ctx,
    CreatingForm { once, field, form }: CreatingForm<NewForm>,
) -> Result<Response, Problem> {
    let cmd = CreatePoll {
        title: form.title.clone(),
        description: Some(form.description.clone()),
        candidates: tally::candidates_from_lines(&form.candidates),
        expires_at: end_of(&form.ends, ctx.clock.now()),
        settings: Some(PollSettings { results_visibility: form.results_visibility }),
    };
    let candidates = cmd.candidates.clone();
    match create_poll::create_poll(&ctx, &once, cmd).await {
        Ok(made) => Ok(created(&ctx, made.into_inner())),
        Err(error) => {
            let creates = Creates { what: "ranked poll", refused: "Not created yet." };
            let (filled, once) = creates.again(&ctx, error, (form, field), urls::manage)?;
            let filled = filled.filed(one_field(&candidates));
            Ok(filled.status().with(NewPage::of(&ctx, once, filled)))
        }
    }
}

/// To the manager's page, which this browser may open from now on.
pub fn created(ctx: &Ctx, CreatedPoll { poll, manage_key }: CreatedPoll) -> Response {
    let mut cookies = ctx.cookies.clone().add(gate::manage_cookie(ctx, poll.id, &manage_key));
    if poll.owner_id.is_none() {
        cookies = cookies.add(ctx.created_cookie(KIND, &poll.id.to_string(), urls::poll(poll.id)));
    }
    (cookies, web::done(urls::manage(poll.id), "created")).into_response()
}

/// A form has one field for all candidates.
pub fn one_field(candidates: &[String]) -> impl Fn(FieldError) -> FieldError {
    |error: FieldError| {
        let at = error.field.strip_prefix("candidates[").and_then(|rest| rest.strip_suffix(']'));
        match at.and_then(|at| at.parse::<usize>().ok()).and_then(|at| candidates.get(at)) {
            Some(name) => {
                FieldError { field: "candidates".into(), message: format!("“{name}”: {}", error.message) }
            }
            None => error,
        }
    }
}
