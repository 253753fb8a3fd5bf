//! The pages: the same use cases as the JSON door, complete without scripts.

mod admin;
mod answers;
mod checklist;
mod create;
mod door;
mod event;
mod fields;
mod forms;
mod here;
mod mine;
mod poll;
mod remember;
mod shared;
mod trouble;

use crate::{cookies, model::Entity, service::open};
use axum::{
    Router,
    response::{Redirect, Response},
    routing::{get, post},
};
use door::Visit;
use mine::Look;
use web::{App, Path, Problem, Query};

pub fn routes() -> Router<App> {
    Router::new()
        .route("/{code}", get(short))
        .route("/new/{kind}", get(create::show).post(create::create))
        .route("/here", get(here::show))
        .route("/s/{code}", get(show))
        .route("/s/{code}/open", post(door::open_front).get(back))
        .route("/s/{code}/ticks", post(checklist::save_ticks).get(back))
        .route("/s/{code}/items", post(checklist::add).get(back))
        .route("/s/{code}/rsvp", post(answers::send_rsvp).get(back))
        .route("/s/{code}/rsvp/withdraw", post(answers::withdraw_rsvp).get(back))
        .route("/s/{code}/vote", post(answers::send_vote).get(back))
        .route("/s/{code}/vote/withdraw", post(answers::withdraw_vote).get(back))
        .merge(admin::routes())
}

/// `/abc-def-12345`, as it is written on posters. Whatever is not shaped like a code is not ours.
async fn short(Path(code): Path<String>) -> Result<Redirect, Problem> {
    let path =
        crate::path_of_code(&code).ok_or_else(|| Problem::not_found("There is nothing at this address."))?;
    Ok(Redirect::to(&path))
}

/// The address of a form that came back with mistakes leads to its page, should somebody go there again.
async fn back(visit: Visit) -> Redirect {
    Redirect::to(&cookies::page_path(&visit.id))
}

/// `GET /s/{code}`
async fn show(visit: Visit, Query(look): Query<Look>) -> Response {
    let (ctx, id) = (&visit.ctx, &visit.id);
    let page = async {
        let opened = open::for_reading(ctx, id).await?;
        match opened.share.entity() {
            Entity::Checklist => checklist::show(ctx, opened).await,
            Entity::Event => event::show(ctx, opened, &look).await,
            Entity::Poll => poll::show(ctx, opened, &look).await,
        }
    };
    visit.answer(page).await
}
