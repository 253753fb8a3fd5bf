//! `/new/ranked`: a question, a pasted list, done.

use super::form::{self, PollForm, VISIBILITIES};
use crate::{
    gate,
    service::create_poll::{self, CreatedPoll, KIND},
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use web::{Creates, CreatingForm, Ctx, Filled, Layout, OnceField, Problem};

#[derive(Template)]
#[template(path = "rankings/new.html")]
struct NewPage<'a> {
    layout: Layout,
    once: OnceField,
    filled: &'a Filled<PollForm>,
}

fn drawn(ctx: &Ctx, once: OnceField, filled: &Filled<PollForm>) -> Response {
    let layout = Layout::of(ctx, "New ranked poll")
        .describe("Rank the options and see a fair winner, round by round. No account needed.");
    filled.status().with(NewPage { layout, once, filled })
}

pub async fn show_new(ctx: Ctx) -> Result<Response, Problem> {
    ctx.may_create()?;
    Ok(drawn(&ctx, OnceField(ctx.new_once()), &Filled::fresh(PollForm::default())))
}

pub async fn create(
    ctx: Ctx,
    CreatingForm { once, field, form }: CreatingForm<PollForm>,
) -> Result<Response, Problem> {
    match create_poll::create_poll(&ctx, &once, form.poll(ctx.clock.now())).await {
        Ok(made) => Ok(created(&ctx, made.into_inner())),
        Err(error) => {
            let one_field = form.one_field();
            let creates = Creates { what: "ranked poll", refused: "Not created yet." };
            let (filled, once) = creates.again(&ctx, error, (form, field), urls::manage)?;
            Ok(drawn(&ctx, once, &filled.filed(one_field)))
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
