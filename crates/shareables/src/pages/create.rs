//! Making something: one page for each kind, filled in within a minute.

use super::{
    fields::{Act, Fields},
    forms::Form,
    remember::{self, admin_path, with_cookies},
    trouble::Trouble,
};
use crate::{
    Error, cookies,
    model::{Entity, Lifetime, Patch, ShareableFields},
    service::create::{Created, check_may_create, create_shareable},
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use web::{Ctx, Html, Layout, Path, Problem};

#[derive(Template)]
#[template(path = "shareables/new.html")]
struct NewPage {
    layout: Layout,
    trouble: Trouble,
    name: String,
    form: Form,
    expires_after: String,
    view_passcode: String,
    admin_passcode: String,
}

/// How many days most shares of a kind should last: an event has to outlive the wait for it.
pub fn usual_days(entity: Entity) -> u32 {
    let [_, week, month] = Lifetime::CHOICES;
    if entity == Entity::Event { month } else { week }
}

/// How long a share can last, in words.
pub fn lifetimes() -> [(u32, &'static str); 3] {
    let [day, week, month] = Lifetime::CHOICES;
    [(day, "A day"), (week, "A week"), (month, "A month")]
}

impl NewPage {
    fn of(ctx: &Ctx, form: Form, fields: &Fields) -> Self {
        let entity = form.entity();
        let title = format!("New {}", entity.name());
        Self {
            layout: Layout::of(ctx, title).script("times.js"),
            trouble: Trouble::default(),
            name: fields.text("name"),
            form,
            expires_after: fields.filled("expiresAfter").unwrap_or_else(|| usual_days(entity).to_string()),
            view_passcode: fields.text("viewPasscode"),
            admin_passcode: fields.text("adminPasscode"),
        }
    }

    /// What it all means, in the fields that creating takes.
    fn meant(&self) -> Result<ShareableFields, Error> {
        let filled = |text: &String| Some(text.clone()).filter(|text| !text.trim().is_empty());
        Ok(ShareableFields {
            entity: Some(self.form.entity()),
            name: Patch::Set(self.name.clone()),
            expires_after: self.expires_after.parse().map_or(Patch::Clear, Patch::Set),
            view_passcode: filled(&self.view_passcode),
            admin_passcode: filled(&self.admin_passcode),
            ..self.form.meant()?
        })
    }

    fn heading(&self) -> &'static str {
        match self.form.entity() {
            Entity::Checklist => "What needs doing?",
            Entity::Event => "What are you planning?",
            Entity::Poll => "What shall we ask?",
        }
    }

    fn example(&self) -> &'static str {
        match self.form.entity() {
            Entity::Checklist => "Lake weekend kit",
            Entity::Event => "Harvest supper",
            Entity::Poll => "Autumn weekend",
        }
    }

    fn lifetimes() -> [(u32, &'static str); 3] {
        lifetimes()
    }

    fn lasts(&self, days: u32) -> bool {
        self.expires_after == days.to_string()
    }

    fn has_passcode_errors(&self) -> bool {
        ["viewPasscode", "adminPasscode"].iter().any(|field| self.trouble.errors.of(field).is_some())
    }
}

/// `GET /new/{kind}`
pub async fn show(ctx: Ctx, Path(entity): Path<Entity>) -> Result<Response, Problem> {
    check_may_create(&ctx)?;
    Ok(Html(NewPage::of(&ctx, Form::blank(entity), &Fields::default())).into_response())
}

/// `POST /new/{kind}`
pub async fn create(
    ctx: Ctx,
    Path(entity): Path<Entity>,
    web::Form(fields): web::Form<Fields>,
) -> Result<Response, Problem> {
    let mut page = NewPage::of(&ctx, Form::read(entity, &fields), &fields);
    if let Some(act) = fields.act() {
        return Ok(changed(page, act));
    }
    let made = match page.meant() {
        Ok(fields) => create_shareable(&ctx, fields).await,
        Err(error) => Err(error),
    };
    match made {
        Ok(created) => Ok(go_to_new(&ctx, &created)),
        Err(error) => {
            page.trouble = Trouble::of(error, "Not made yet.")?;
            page.form.show(&page.trouble.errors);
            Ok(page.trouble.clone().with(page))
        }
    }
}

/// The same form with a question more, fewer or elsewhere. Nothing is made yet.
fn changed(mut page: NewPage, act: Act) -> Response {
    page.form.act(act);
    Html(page).into_response()
}

/// Leads to the page on which a new share is passed round, with the organiser's access and passcode in the browser.
pub fn go_to_new(ctx: &Ctx, created: &Created) -> Response {
    let id = &created.share.short_id;
    let access = cookies::access(ctx, id, &created.admin_token);
    let fresh = remember::fresh(ctx, id, &created.admin_passcode);
    with_cookies(Redirect::to(&format!("{}?new", admin_path(id))), access.into_iter().chain([fresh]))
}
