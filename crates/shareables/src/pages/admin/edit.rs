//! Editing a share: the form it was made with, filled in with what it says now.

use crate::{
    Error,
    model::{Patch, Shareable, ShareableFields},
    pages::{
        door::Visit,
        fields::{Act, Fields},
        forms::Form,
        remember::admin_path,
        shared::Shared,
        trouble::Trouble,
    },
    service::{edit::edit_shareable, open, open::Opened},
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use http::{HeaderValue, header};
use serde::Deserialize;
use web::{Ctx, Html, Layout, Problem, Query};

#[derive(Template)]
#[template(path = "shareables/edit.html")]
struct EditPage {
    layout: Layout,
    shared: Shared,
    trouble: Trouble,
    is_saved: bool,
    name: String,
    form: Form,
    /// The version that is being edited.
    version: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Arrival {
    saved: Option<String>,
}

impl EditPage {
    fn of(ctx: &Ctx, opened: &Opened) -> Self {
        let share = &opened.share;
        Self {
            layout: Layout::of(ctx, format!("Edit: {}", share.name)).noindex().script("times.js"),
            shared: Shared::of(ctx, opened),
            trouble: Trouble::default(),
            is_saved: false,
            name: share.name.clone(),
            form: Form::of(share),
            version: share.version.to_string(),
        }
    }

    /// What was typed, over what the share says now.
    fn typed(ctx: &Ctx, opened: &Opened, fields: &Fields) -> Self {
        let form = Form::read(opened.share.entity(), fields);
        Self { name: fields.text("name"), form, version: fields.text("version"), ..Self::of(ctx, opened) }
    }
}

/// `GET /s/{code}/admin/edit`
pub async fn show(visit: Visit, Query(arrival): Query<Arrival>) -> Response {
    let (ctx, id) = (&visit.ctx, &visit.id);
    let page = async {
        let opened = open::for_editing(ctx, id).await?;
        Ok(Html(EditPage { is_saved: arrival.saved.is_some(), ..EditPage::of(ctx, &opened) }).into_response())
    };
    visit.answer(page).await
}

/// `POST /s/{code}/admin/edit`: every button saves, but the one that adds an empty question, which cannot be saved yet.
pub async fn save(visit: Visit, web::Form(fields): web::Form<Fields>) -> Response {
    let page = async {
        let opened = open::for_editing(&visit.ctx, &visit.id).await?;
        let mut page = EditPage::typed(&visit.ctx, &opened, &fields);
        match fields.act() {
            Some(Act::Add) => {
                page.form.act(Act::Add);
                return Ok(Html(page).into_response());
            }
            Some(act) => page.form.act(act),
            None => {}
        }
        match store(&visit, &page).await {
            Ok(_) => Ok(Redirect::to(&format!("{}/edit?saved", admin_path(&visit.id))).into_response()),
            Err(error) => not_saved(page, opened.share.version, error),
        }
    };
    visit.answer(page).await
}

async fn store(visit: &Visit, page: &EditPage) -> Result<Shareable, Error> {
    let fields = ShareableFields { name: Patch::Set(page.name.clone()), ..page.form.meant()? };
    // The form holds all of the share, so it may replace only what it was filled in with.
    let mut ctx = visit.ctx.clone();
    if let Ok(tag) = HeaderValue::from_str(&web::etag::tag(&page.version)) {
        ctx.headers.insert(header::IF_MATCH, tag);
    }
    edit_shareable(&ctx, &visit.id, fields).await
}

fn not_saved(mut page: EditPage, version: u64, error: Error) -> Result<Response, Problem> {
    if matches!(error, Error::Stale) {
        // They have been told; saving once more is their decision.
        page.version = version.to_string();
    }
    page.trouble = Trouble::of(error, "Not saved.")?;
    page.form.show(&page.trouble.errors);
    Ok(page.trouble.clone().with(page))
}
