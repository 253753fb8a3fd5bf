//! `/groups/new`.

use super::group_form::{GroupFields, GroupForm};
use crate::{Error, service::create_group, urls};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use web::{CreatingForm, Ctx, Fault, Filled, Layout, Notice, OnceField, Problem};

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
        Ok(made) => Ok(Redirect::to(&urls::group(made.into_inner().group.group_id)).into_response()),
        Err(Error::Fault(Fault::KeyUsed { id, .. })) => {
            let made = id.parse().map(urls::group).unwrap_or_default();
            let once = OnceField(ctx.new_once());
            Ok(page(&ctx, Filled::already_created(form, "group", made), once))
        }
        Err(error) => {
            let filled = Filled::refused(form, "The group was not created.", error)?;
            Ok(page(&ctx, filled, field))
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
