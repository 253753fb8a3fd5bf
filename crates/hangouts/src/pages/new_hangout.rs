//! `/hangouts/new`.

use super::hangout_form::{HangoutFields, HangoutForm, filed};
use crate::{
    model::{GroupId, HangoutId, Membership},
    service::{create_hangout, get_hangout::HangoutSeen},
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use std::collections::HashMap;
use web::{Creates, CreatingForm, Ctx, Fault, Filled, Layout, Notice, OnceField, Problem, Query};

const HANGOUT: Creates = Creates { what: "hangout", refused: "The hangout was not created." };

#[derive(Template)]
#[template(path = "hangouts/new_hangout.html")]
struct NewHangoutPage {
    layout: Layout,
    fields: HangoutFields,
    /// Whether its maker is coming.
    attend: bool,
    notice: Option<Notice>,
    once: OnceField,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    group: Option<GroupId>,
}

pub async fn show(ctx: Ctx, Query(asked): Query<Asked>) -> Result<Response, Problem> {
    ctx.actor.signed_in()?;
    let form = HangoutForm::blank(asked.group.into_iter().collect(), &ctx.zones());
    let once = OnceField(ctx.new_once());
    page(&ctx, &Filled::fresh(form), once).await
}

pub async fn make(
    ctx: Ctx,
    CreatingForm { once, field, form }: CreatingForm<HangoutForm>,
) -> Result<Response, Problem> {
    let made = match form.create(&ctx).await {
        Ok(cmd) => create_hangout::create_hangout(&ctx, &once, &cmd).await,
        Err(error) => Err(error),
    };
    match made {
        Ok(made) => {
            let HangoutSeen { hangout, notified, .. } = made.into_inner();
            let path = urls::hangout(&hangout.hangout_id);
            Ok(match notified {
                Some(notified) if notified.later > 0 => web::done(path, "made-later").into_response(),
                _ => Redirect::to(&path).into_response(),
            })
        }
        Err(error) => {
            let (filled, once) =
                HANGOUT.again(&ctx, error, (form, field), |id: HangoutId| urls::hangout(&id))?;
            page(&ctx, &filled.filed(filed), once).await
        }
    }
}

async fn page(ctx: &Ctx, filled: &Filled<HangoutForm>, once: OnceField) -> Result<Response, Problem> {
    let groups = my_groups(ctx).await?;
    Ok(filled.status().with(NewHangoutPage {
        layout: Layout::of(ctx, "New hangout").noindex().script("times.js"),
        fields: HangoutFields::new(filled, &groups, &HashMap::new(), &ctx.zones()),
        attend: filled.form.attend.is_some(),
        notice: filled.notice.clone(),
        once,
    }))
}

/// The groups to choose from.
pub async fn my_groups(ctx: &Ctx) -> Result<Vec<Membership>, Problem> {
    let user = ctx.actor.signed_in()?.user_id;
    let mut groups = stored::groups_of(ctx, user).await.map_err(Fault::from)?;
    groups.sort_by_key(|mine| mine.group_name.to_lowercase());
    Ok(groups)
}
