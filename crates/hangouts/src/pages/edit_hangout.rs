//! `/hangouts/{id}/edit` and `/hangouts/{id}/copy`.

use super::{
    hangout_form::{HangoutFields, HangoutForm, filed},
    new_hangout::my_groups,
    zones,
};
use crate::{
    gate::HangoutGate,
    model::HangoutId,
    service::{
        copy_hangout, edit_hangout, find_people,
        get_hangout::{self, HangoutSeen},
    },
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use kernel::Checks;
use web::{
    Creates, CreatingForm, Ctx, Errors, Expected, Filled, Form, Layout, Notice, OnceField, Problem, Zones,
};

const COPY: Creates = Creates { what: "copy", refused: "The hangout was not copied." };

#[derive(Template)]
#[template(path = "hangouts/edit_hangout.html")]
struct EditHangoutPage {
    layout: Layout,
    fields: HangoutFields,
    notice: Option<Notice>,
    version: u64,
    back: String,
}

pub async fn show(HangoutGate { ctx, id }: HangoutGate) -> Result<Response, Problem> {
    let seen = editable(&ctx, &id).await?;
    page(&ctx, &seen, &Filled::fresh(HangoutForm::of(&seen.hangout, &zones_of(&ctx, &seen)))).await
}

pub async fn save(
    HangoutGate { ctx, id }: HangoutGate,
    Form(form): Form<HangoutForm>,
) -> Result<Response, Problem> {
    let seen = editable(&ctx, &id).await?;
    let expected = form.version.map_or_else(Expected::any, Expected::version);
    let saved = match form.edit(&ctx).await {
        Ok(cmd) => edit_hangout::edit_hangout(&ctx, &id, &expected, &cmd).await,
        Err(error) => Err(error),
    };
    match saved {
        Ok(seen) => {
            let later = seen.notified.is_some_and(|notified| notified.later > 0);
            Ok(web::done(urls::hangout(&id), if later { "saved-later" } else { "saved" }).into_response())
        }
        Err(error) => {
            let filled = Filled::refused(form, "Your changes were not saved.", error)?.filed(filed);
            page(&ctx, &seen, &filled).await
        }
    }
}

fn zones_of(ctx: &Ctx, seen: &HangoutSeen) -> Zones {
    zones::of_hangout(&seen.hangout, &ctx.zones())
}

async fn editable(ctx: &Ctx, id: &HangoutId) -> Result<HangoutSeen, Problem> {
    let seen = get_hangout::get_hangout(ctx, id).await?;
    seen.must_edit()?;
    Ok(seen)
}

async fn page(ctx: &Ctx, seen: &HangoutSeen, filled: &Filled<HangoutForm>) -> Result<Response, Problem> {
    let invited = seen.hangout.invitee_ids.iter();
    let names = find_people::named(ctx, "invitee", invited, |_| false, &mut Checks::new()).await?;
    let groups = my_groups(ctx).await?;
    Ok(filled.status().with(EditHangoutPage {
        layout: Layout::of(ctx, format!("Edit – {}", seen.hangout.title)).noindex().script("times.js"),
        fields: HangoutFields::new(filled, &groups, &names, &zones_of(ctx, seen)),
        notice: filled.notice.clone(),
        version: filled.form.version.unwrap_or_default(),
        back: urls::hangout(&seen.hangout.hangout_id),
    }))
}

#[derive(Template)]
#[template(path = "hangouts/copy_hangout.html")]
struct CopyHangoutPage {
    layout: Layout,
    title: String,
    start: String,
    zone: String,
    guess_zone: bool,
    errors: Errors,
    notice: Option<Notice>,
    once: OnceField,
    back: String,
}

pub async fn show_copy(HangoutGate { ctx, id }: HangoutGate) -> Result<Response, Problem> {
    let seen = editable(&ctx, &id).await?;
    let once = OnceField(ctx.new_once());
    Ok(copy_page(&ctx, &seen, &Filled::fresh(HangoutForm::blank(Vec::new(), &zones_of(&ctx, &seen))), once))
}

pub async fn copy(
    HangoutGate { ctx, id }: HangoutGate,
    CreatingForm { once, field, form }: CreatingForm<HangoutForm>,
) -> Result<Response, Problem> {
    let seen = editable(&ctx, &id).await?;
    let copied = match form.start(&zones_of(&ctx, &seen)) {
        Ok(start) => copy_hangout::copy_hangout(&ctx, &once, &id, start).await,
        Err(error) => Err(error),
    };
    match copied {
        Ok(made) => Ok(Redirect::to(&urls::hangout(&made.into_inner().hangout.hangout_id)).into_response()),
        Err(error) => {
            let (filled, once) =
                COPY.again(&ctx, error, (form, field), |id: HangoutId| urls::hangout(&id))?;
            Ok(copy_page(&ctx, &seen, &filled, once))
        }
    }
}

fn copy_page(ctx: &Ctx, seen: &HangoutSeen, filled: &Filled<HangoutForm>, once: OnceField) -> Response {
    let (start, zone) = filled.form.typed_start();
    filled.status().with(CopyHangoutPage {
        layout: Layout::of(ctx, format!("Copy – {}", seen.hangout.title)).noindex().script("times.js"),
        title: seen.hangout.title.clone(),
        start: start.to_owned(),
        zone: zone.to_owned(),
        guess_zone: zones_of(ctx, seen).is_guess() && filled.notice.is_none(),
        errors: filled.errors.clone(),
        notice: filled.notice.clone(),
        once,
        back: urls::hangout(&seen.hangout.hangout_id),
    })
}
