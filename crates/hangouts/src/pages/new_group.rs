//! `/groups/new`.

use super::group_form::{GroupFields, GroupForm};
use crate::{model::GroupId, service::create_group, urls};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use web::{Creates, CreatingForm, Ctx, Filled, Layout, Notice, OnceField, Problem};

const GROUP: Creates = Creates { what: "group", refused: "The group was not created." };

#[derive(Template)]
#[template(path = "hangouts/new_group.html")]
struct NewGroupPage {
    layout: Layout,
    fields: GroupFields,
    notice: Option<Notice>,
    once: OnceField,
}

pub async fn show(ctx: Ctx) -> Result<Response, Problem> {
    ctx.actor.signed_in()?;
    let once = OnceField(ctx.new_once());
    Ok(page(&ctx, Filled::fresh(GroupForm::default()), once))
}

pub async fn make(
    ctx: Ctx,
    CreatingForm { once, field, form }: CreatingForm<GroupForm>,
) -> Result<Response, Problem> {
    match create_group::create_group(&ctx, &once, form.create()).await {
        Ok(made) => Ok(Redirect::to(&urls::group(&made.into_inner().group.group_id)).into_response()),
        Err(error) => {
            let (filled, once) = GROUP.again(&ctx, error, (form, field), |id: GroupId| urls::group(&id))?;
            Ok(page(&ctx, filled, once))
        }
    }
}

fn page(ctx: &Ctx, filled: Filled<GroupForm>, once: OnceField) -> Response {
    let layout = Layout::of(ctx, "New group").noindex();
    filled.status().with(NewGroupPage {
        layout,
        fields: GroupFields::from(&filled),
        notice: filled.notice.clone(),
        once,
    })
}
