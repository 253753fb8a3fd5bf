//! Adding, removing and handing over to people of the household.

use crate::{
    gate::Gate,
    model::{MemberId, Rating},
    service::{
        add_managed_member::{self, AddManagedMember},
        edit_member::{self, EditMember},
        remove_member,
    },
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use kernel::Patch;
use serde::Deserialize;
use web::{CreatingForm, Ctx, Expected, Filled, Layout, OnceField, Path, Problem};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct PersonForm {
    name: String,
    rating: String,
}

#[derive(Template)]
#[template(path = "movies/add_person.html")]
struct AddPersonPage {
    layout: Layout,
    once: OnceField,
    filled: Filled<PersonForm>,
    ratings: Vec<(&'static str, &'static str)>,
}

fn page(ctx: &Ctx, filled: Filled<PersonForm>, once: OnceField) -> Response {
    let layout = Layout::of(ctx, "Add a child or guest").noindex();
    let ratings = Rating::CEILINGS.map(|one| (one.as_str(), one.as_str())).to_vec();
    filled.status().with(AddPersonPage { layout, once, filled, ratings })
}

pub async fn show_add(Gate { ctx, who }: Gate) -> Result<Response, Problem> {
    who.household()?;
    let once = OnceField(ctx.new_once());
    let form = PersonForm { name: String::new(), rating: Rating::OF_MANAGED.to_string() };
    Ok(page(&ctx, Filled::fresh(form), once))
}

pub async fn add(
    Gate { ctx, who }: Gate,
    CreatingForm { once, field, form }: CreatingForm<PersonForm>,
) -> Result<Response, Problem> {
    let cmd = AddManagedMember {
        display_name: form.name.clone(),
        avatar_key: None,
        content_rating_ceiling: Some(form.rating.clone()).filter(|text| !text.is_empty()),
    };
    match add_managed_member::add_managed_member(&ctx, &who, &once, &cmd).await {
        Ok(member) => Ok(web::done(urls::member(member.id()), "person-added").into_response()),
        Err(error) => {
            let filled = Filled::refused(form, "The person was not added.", error)?.filed(|mut error| {
                error.field = if error.field == "displayName" { "name" } else { "rating" }.into();
                error
            });
            Ok(page(&ctx, filled, field))
        }
    }
}

pub async fn remove(Gate { ctx, who }: Gate, Path(id): Path<MemberId>) -> Result<Response, Problem> {
    remove_member::remove_member(&ctx, &who, id).await?;
    let left = id == who.account().into();
    let to = if left { urls::MOVIES } else { urls::HOUSEHOLD };
    Ok(web::done(to, if left { "left" } else { "person-removed" }).into_response())
}

pub async fn hand_over(Gate { ctx, who }: Gate, Path(id): Path<MemberId>) -> Result<Response, Problem> {
    let cmd = EditMember { role: Patch::Set("creator".into()), ..EditMember::default() };
    edit_member::edit_member(&ctx, &who, &Expected::any(), id, &cmd).await?;
    Ok(web::done(urls::HOUSEHOLD, "handed-over").into_response())
}
