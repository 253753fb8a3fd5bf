//! `/groups/{id}/leave`: leaving a group, also for someone who was added and has not opened it. Looking at this page opens nothing.

use crate::{
    Error,
    gate::GroupGate,
    service::remove_member::{leave_for_good, remove_member},
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use web::{Fault, Form, Html, Layout, Problem};

#[derive(Template)]
#[template(path = "hangouts/leave.html")]
struct LeavePage {
    layout: Layout,
    name: String,
    group: String,
}

/// Which of the two buttons was used.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LeaveForm {
    again: String,
}

pub async fn show(GroupGate { ctx, id }: GroupGate) -> Result<Response, Problem> {
    let user = ctx.actor.signed_in()?.user_id;
    let mine = stored::find_membership(&ctx, &id, user).await.map_err(Fault::from)?.ok_or(Error::NoGroup)?;
    let layout = Layout::of(&ctx, "Leave group").noindex();
    Ok(Html(LeavePage { layout, name: mine.group_name, group: urls::group(&id) }).into_response())
}

pub async fn leave(
    GroupGate { ctx, id }: GroupGate,
    Form(form): Form<LeaveForm>,
) -> Result<Response, Problem> {
    let user = ctx.actor.signed_in()?.user_id;
    if form.again == "no" {
        leave_for_good(&ctx, &id).await?;
    } else {
        remove_member(&ctx, &id, &user.into()).await?;
    }
    Ok(web::done(urls::GROUPS, "left").into_response())
}
