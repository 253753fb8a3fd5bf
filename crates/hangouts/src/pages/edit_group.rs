//! `/groups/{id}/edit`: what is said about a group, and deleting it.

use super::group_form::{GroupFields, GroupForm};
use crate::{
    gate::GroupGate,
    model::GroupId,
    service::{delete_group, edit_group, get_group},
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use web::{Ctx, Expected, Filled, Form, Layout, Notice, Problem};

#[derive(Template)]
#[template(path = "hangouts/edit_group.html")]
struct EditGroupPage {
    layout: Layout,
    fields: GroupFields,
    notice: Option<Notice>,
    version: u64,
    back: String,
    delete: String,
}

pub async fn show(GroupGate { ctx, id }: GroupGate) -> Result<Response, Problem> {
    let seen = get_group::get_own_group(&ctx, &id).await?;
    Ok(page(&ctx, &id, &Filled::fresh(GroupForm::of(&seen.group))))
}

pub async fn save(
    GroupGate { ctx, id }: GroupGate,
    Form(form): Form<GroupForm>,
) -> Result<Response, Problem> {
    let expected = form.version.map_or_else(Expected::any, Expected::version);
    match edit_group::edit_group(&ctx, &id, &expected, form.edit()).await {
        Ok(_) => Ok(web::done(urls::group(&id), "saved").into_response()),
        Err(error) => {
            let filled = Filled::refused(form, "Your changes were not saved.", error)?;
            Ok(page(&ctx, &id, &filled))
        }
    }
}

pub async fn delete(GroupGate { ctx, id }: GroupGate) -> Result<Response, Problem> {
    delete_group::delete_group(&ctx, &id, &Expected::any()).await?;
    Ok(web::done(urls::GROUPS, "deleted").into_response())
}

fn page(ctx: &Ctx, id: &GroupId, filled: &Filled<GroupForm>) -> Response {
    filled.status().with(EditGroupPage {
        layout: Layout::of(ctx, "Edit group").noindex(),
        fields: GroupFields::from(filled),
        notice: filled.notice.clone(),
        version: filled.form.version.unwrap_or_default(),
        back: urls::group(id),
        delete: urls::delete_group(id),
    })
}
