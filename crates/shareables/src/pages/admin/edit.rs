//! Editing a share: the form it was created with, filled in with what it says now. Nothing is stored before Save.

use crate::{
    Error,
    gate::{Gate, Opened, To},
    live::Votes,
    model::{Content, Patch, ShareableFields},
    pages::{
        forms::{self, Form},
        shared::Shared,
    },
    service::edit_shareable::{EditShareable, edit_shareable},
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use kernel::{Class, Classify};
use std::collections::HashSet;
use web::{Ctx, Expected, Fields, Filled, Html, Layout, Notice, Problem, words::counted};

#[derive(Template)]
#[template(path = "shareables/edit.html")]
struct EditPage<'a> {
    layout: Layout,
    shared: Shared<'a>,
    path: String,
    filled: Filled<EditForm>,
    is_saved: bool,
    /// What people chose that this edit would remove, in sentences.
    removes: Vec<String>,
}

/// What was typed.
struct EditForm {
    name: String,
    by: String,
    content: Form,
    /// The version that is being edited.
    version: u64,
}

impl EditForm {
    fn of(ctx: &Ctx, opened: &Opened) -> Self {
        let share = &opened.share;
        Self {
            name: share.name.clone(),
            by: share.by.clone().unwrap_or_default(),
            content: forms::of(&share.content, &ctx.zones()),
            version: share.version,
        }
    }

    fn read(opened: &Opened, fields: &Fields) -> Result<Self, Problem> {
        Ok(Self {
            name: fields.text("name"),
            by: fields.text("by"),
            content: forms::read(opened.share.entity(), fields)?,
            version: fields.text("version").parse().unwrap_or(0),
        })
    }

    fn meant(&self, ctx: &Ctx, stored: &Content) -> Result<ShareableFields, Error> {
        let (name, by) = (Patch::Set(self.name.clone()), Patch::Set(self.by.clone()));
        Ok(ShareableFields { name, by, ..self.content.meant(Some(stored), ctx.clock.now())? })
    }
}

impl<'a> EditPage<'a> {
    fn of(ctx: &Ctx, opened: &'a Opened, filled: Filled<EditForm>) -> Self {
        Self {
            layout: Layout::of(ctx, format!("Edit – {}", opened.share.name)).noindex().script("times.js"),
            shared: Shared::of(ctx, opened),
            path: urls::edit(opened.id()),
            filled,
            is_saved: ctx.done() == Some("saved"),
            removes: Vec::new(),
        }
    }

    fn warning(&self) -> Option<Notice> {
        let (first, rest) = self.removes.split_first()?;
        Some(Notice::bad(first).text(rest.join(" ")))
    }
}

/// `GET /s/{shortId}/admin/edit`
pub async fn show(gate: Gate) -> Result<Response, Problem> {
    let opened = gate.open(To::Edit).await?;
    let filled = Filled::fresh(EditForm::of(&gate.ctx, &opened));
    Ok(Html(EditPage::of(&gate.ctx, &opened, filled)).into_response())
}

/// `POST /s/{shortId}/admin/edit`: `do` changes rows of the form; without it the form is saved.
pub async fn save(gate: Gate, web::Form(fields): web::Form<Fields>) -> Result<Response, Problem> {
    let (ctx, opened) = (&gate.ctx, gate.open(To::Edit).await?);
    let mut form = EditForm::read(&opened, &fields)?;
    if let Some(act) = fields.act() {
        form.content.act(&act);
        return Ok(Html(EditPage::of(ctx, &opened, Filled::fresh(form))).into_response());
    }
    let meant = form.meant(ctx, &opened.share.content);
    if let (Ok(meant), false) = (&meant, fields.has("confirmed")) {
        let removes = removes(ctx, &opened, meant).await?;
        if !removes.is_empty() {
            let page = EditPage { removes, ..EditPage::of(ctx, &opened, Filled::fresh(form)) };
            return Ok(Html(page).into_response());
        }
    }
    // The form holds all of the share, so it may replace only what it was filled in with.
    let expected = Expected::version(form.version);
    let saved =
        async { edit_shareable(ctx, &gate.visitor, EditShareable { expected, fields: meant? }).await };
    match saved.await {
        Ok(_) => Ok(web::done(urls::edit(gate.id()), "saved").into_response()),
        Err(error) => {
            if matches!(error.class(), Class::Stale) {
                // They have been told; saving once more is their decision.
                form.version = opened.share.version;
            }
            let mut filled = Filled::refused(form, "Not saved.", gate.refuse(error))?;
            filled.form.content.show(&filled.errors);
            let status = filled.status();
            Ok(status.with(EditPage::of(ctx, &opened, filled)))
        }
    }
}

/// Options that people chose and that would be gone.
async fn removes(ctx: &Ctx, opened: &Opened, meant: &ShareableFields) -> Result<Vec<String>, Error> {
    let (Ok(poll), Patch::Set(questions)) = (opened.share.poll(), &meant.questions) else {
        return Ok(Vec::new());
    };
    let kept: HashSet<_> = questions
        .iter()
        .flat_map(|question| &question.options)
        .filter_map(|option| option.poll_question_option_id)
        .collect();
    let gone = |id| !kept.contains(&id);
    let options = poll.questions.iter().flat_map(|question| &question.options);
    if !options.clone().any(|option| gone(option.poll_question_option_id)) {
        return Ok(Vec::new());
    }
    let tally = ctx.followed::<Votes>(&opened.share).await?;
    let counted_options = tally.results.questions.iter().flat_map(|question| &question.options);
    let chosen = counted_options.filter(|option| option.votes > 0 && gone(option.poll_question_option_id));
    let sentence = |option: &crate::model::OptionResults| {
        let people = counted(option.votes, "person").replace("persons", "people");
        format!(
            "{people} chose “{}”. If you save, this option and their choice of it are removed.",
            option.label
        )
    };
    Ok(chosen.map(sentence).collect())
}
