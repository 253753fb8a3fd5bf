//! People of the household: their discs and pictures, adding and removing them, handing over to one of them.

use crate::{
    facts,
    gate::Gate,
    model::{MemberId, RatingList, User},
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
use web::{Avatar, Creates, CreatingForm, Ctx, Expected, Faces, Filled, Layout, OnceField, Path, Problem};

/// Somebody's disc.
pub fn avatar(user: &User) -> Avatar {
    let disc = Avatar::of(user.user_id, &user.display_name).child_if(user.user_id.is_managed());
    disc.pictured(user.avatar_key.as_deref())
}

const PERSON: Creates = Creates { what: "person", refused: "The person was not added." };

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct PersonForm {
    name: String,
    /// The key of a picture, or nothing.
    avatar: String,
    rating: String,
}

#[derive(Template)]
#[template(path = "movies/add_person.html")]
struct AddPersonPage {
    layout: Layout,
    once: OnceField,
    filled: Filled<PersonForm>,
    faces: Faces,
    ratings: Vec<(String, String)>,
}

fn page(ctx: &Ctx, filled: Filled<PersonForm>, once: OnceField, list: &RatingList) -> Response {
    let layout = Layout::of(ctx, "Add a child or guest").noindex();
    let ratings = list.ceilings().iter().map(|one| (one.clone(), one.clone())).collect();
    filled.status().with(AddPersonPage {
        layout,
        once,
        faces: Faces::of(&filled.form.avatar),
        filled,
        ratings,
    })
}

pub async fn show_add(Gate { ctx, who }: Gate) -> Result<Response, Problem> {
    who.household()?;
    let once = OnceField(ctx.new_once());
    let list = facts::ratings_for(&ctx, &who).await?;
    let form = PersonForm { rating: list.default_of_managed(), ..PersonForm::default() };
    Ok(page(&ctx, Filled::fresh(form), once, &list))
}

pub async fn add(
    Gate { ctx, who }: Gate,
    CreatingForm { once, field, form }: CreatingForm<PersonForm>,
) -> Result<Response, Problem> {
    let cmd = AddManagedMember {
        display_name: form.name.clone(),
        avatar_key: Some(form.avatar.clone()).filter(|key| !key.is_empty()),
        content_rating_ceiling: Some(form.rating.clone()).filter(|text| !text.is_empty()),
    };
    match add_managed_member::add_managed_member(&ctx, &who, &once, &cmd).await {
        Ok(member) => Ok(web::done(urls::member(member.id()), "person-added").into_response()),
        Err(error) => {
            let (filled, once) = PERSON.again(&ctx, error, (form, field), urls::member)?;
            let filled = filled.filed(|mut error| {
                error.field = if error.field == "displayName" { "name" } else { "rating" }.into();
                error
            });
            let list = facts::ratings_for(&ctx, &who).await?;
            Ok(page(&ctx, filled, once, &list))
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
