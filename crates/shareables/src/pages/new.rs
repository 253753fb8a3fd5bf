//! Creating something: one page for each kind, filled in within a minute.

use super::{
    cookies,
    forms::{self, Form},
};
use crate::{
    Error,
    model::{Entity, Lifetime, Patch, ShareableFields},
    service::create_shareable::{CreateShareable, Created, create_shareable},
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::Cookie;
use web::{Creates, CreatingForm, Ctx, Fields, Filled, Html, Layout, OnceField, Path, Problem, with_cookies};

#[derive(Template)]
#[template(path = "shareables/new.html")]
struct NewPage {
    layout: Layout,
    /// Where it is posted, which is where it stands.
    path: String,
    filled: Filled<NewForm>,
    once: OnceField,
}

/// What was typed.
struct NewForm {
    entity: Entity,
    name: String,
    by: String,
    content: Form,
    expires_after: String,
    view_passcode: String,
    admin_passcode: String,
}

/// How many days most shares of a kind should last. An event's count from its end.
pub const USUAL_DAYS: u32 = Lifetime::CHOICES[1];

/// How long a share can last, in words.
pub const LIFETIMES: [(u32, &str); 3] = {
    let [day, week, month] = Lifetime::CHOICES;
    [(day, "1 day"), (week, "7 days"), (month, "30 days")]
};

impl NewForm {
    fn read(ctx: &Ctx, entity: Entity, content: Form, fields: &Fields) -> Self {
        Self {
            entity,
            name: fields.text("name"),
            by: if fields.has("by") { fields.text("by") } else { cookies::name_of(ctx) },
            content,
            expires_after: fields.filled("expiresAfter").unwrap_or_else(|| USUAL_DAYS.to_string()),
            view_passcode: fields.text("viewPasscode"),
            admin_passcode: fields.text("adminPasscode"),
        }
    }

    /// What it all means, in the fields that creating takes.
    fn meant(&self, ctx: &Ctx) -> Result<ShareableFields, Error> {
        let filled = |text: &String| Some(text.clone()).filter(|text| !text.trim().is_empty());
        Ok(ShareableFields {
            entity: Some(self.entity),
            name: Patch::Set(self.name.clone()),
            by: Patch::Set(self.by.clone()),
            expires_after: self.expires_after.parse().map_or(Patch::Clear, Patch::Set),
            view_passcode: filled(&self.view_passcode),
            admin_passcode: filled(&self.admin_passcode),
            ..self.content.meant(None, ctx.clock.now())?
        })
    }

    fn kind(&self) -> &'static str {
        self.entity.name()
    }

    fn example(&self) -> &'static str {
        match self.entity {
            Entity::Checklist => "Lake weekend kit",
            Entity::Event => "Harvest supper",
            Entity::Poll => "Autumn weekend",
        }
    }

    fn lasts(&self, days: u32) -> bool {
        self.expires_after == days.to_string()
    }
}

impl NewPage {
    fn of(ctx: &Ctx, filled: Filled<NewForm>, once: OnceField) -> Self {
        let entity = filled.form.entity;
        let layout = Layout::of(ctx, format!("New {}", entity.name())).script("times.js");
        Self { layout, path: urls::new(entity), filled, once }
    }

    /// Whether something among the settings was filled in, or is wrong.
    fn has_settings(&self) -> bool {
        let form = &self.filled.form;
        let wrong = ["viewPasscode", "adminPasscode", "by"]
            .iter()
            .any(|field| self.filled.errors.of(field).is_some());
        let name = if form.kind() == "poll" { form.name.as_str() } else { "" };
        wrong || [name, &form.view_passcode, &form.admin_passcode].iter().any(|text| !text.is_empty())
    }
}

/// `GET /new/{kind}`
pub async fn show(ctx: Ctx, Path(entity): Path<Entity>) -> Result<Response, Problem> {
    ctx.may_create()?;
    let form = NewForm::read(&ctx, entity, forms::blank(entity, &ctx.zones()), &Fields::default());
    let once = OnceField(ctx.new_once());
    Ok(Html(NewPage::of(&ctx, Filled::fresh(form), once)).into_response())
}

/// `POST /new/{kind}`
pub async fn create(
    ctx: Ctx,
    Path(entity): Path<Entity>,
    CreatingForm { once, field, form: fields }: CreatingForm<Fields>,
) -> Result<Response, Problem> {
    let mut form = NewForm::read(&ctx, entity, forms::read(entity, &fields)?, &fields);
    if let Some(act) = fields.act() {
        // The same form with a question more, fewer or elsewhere. Nothing is created yet.
        form.content.act(&act);
        return Ok(Html(NewPage::of(&ctx, Filled::fresh(form), field)).into_response());
    }
    let made = async {
        create_shareable(&ctx, CreateShareable { once, fields: form.meant(&ctx)?, cause: None }).await
    };
    match made.await {
        Ok(made) => Ok(go_to_new(&ctx, &made.into_inner())),
        Err(error) => {
            let creates = Creates { what: form.kind(), refused: "Not created yet." };
            let (mut filled, once) = creates.again(&ctx, error, (form, field), |id| urls::admin(&id))?;
            filled.form.content.show(&filled.errors);
            let status = filled.status();
            Ok(status.with(NewPage::of(&ctx, filled, once)))
        }
    }
}

/// Leads to the page on which a new share is shared, with the organiser's access and passcode in the browser.
pub fn go_to_new(ctx: &Ctx, created: &Created) -> Response {
    with_cookies(web::done(urls::admin(&created.share.short_id), "created"), kept_of_new(ctx, created))
}

/// What the browser in which a share was created keeps: the organiser's access, the new passcode, and that it was here.
pub fn kept_of_new(ctx: &Ctx, created: &Created) -> impl Iterator<Item = Cookie<'static>> + use<> {
    let id = &created.share.short_id;
    let access = cookies::access(ctx, id, &created.admin_token);
    let own = [cookies::fresh(ctx, id, &created.admin_passcode), cookies::created(ctx, id)];
    access.into_iter().chain(own)
}
