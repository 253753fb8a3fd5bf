//! `/me/profile`: one's own description and picture.

use super::person::Portrait;
use crate::{
    gate::{Allowed, TakesPart},
    service::{
        change_avatar, edit_profile,
        get_profile::{SeenProfile, get_profile},
    },
    urls,
};
use askama::Template;
use axum::{
    extract::Multipart,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;
use web::{Expected, Fault, Filled, Form, Layout, Notice, Problem, done};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ProfileForm {
    description: String,
    version: u64,
}

#[derive(Template)]
#[template(path = "club/profile.html")]
struct ProfilePage {
    layout: Layout,
    name: String,
    portrait: Portrait,
    has_picture: bool,
    person: String,
    filled: Filled<ProfileForm>,
}

pub async fn show(by: Allowed<TakesPart>) -> Result<Response, Problem> {
    let seen = get_profile(&by, by.user_id()?).await?;
    let mut filled = Filled::fresh(ProfileForm::of(&seen));
    filled.notice = match by.done() {
        Some("saved") => Some(Notice::good("Your profile was saved.")),
        Some("picture") => Some(Notice::good("Your picture was saved.")),
        Some("removed") => Some(Notice::good("Your picture was removed.")),
        _ => None,
    };
    page(&by, filled).await
}

pub async fn save(by: Allowed<TakesPart>, Form(form): Form<ProfileForm>) -> Result<Response, Problem> {
    let expected = Expected::version(form.version);
    match edit_profile::edit_profile(&by, &expected, Some(&form.description)).await {
        Ok(_) => Ok(done(urls::MY_PROFILE, "saved").into_response()),
        Err(error) => page(&by, Filled::refused(form, "Your profile was not saved.", error)?).await,
    }
}

pub async fn upload(by: Allowed<TakesPart>, parts: Multipart) -> Result<Response, Problem> {
    let uploaded = match picture(parts).await? {
        Some(bytes) => change_avatar::set_avatar(&by, bytes).await.map(|_| ()),
        None => Err(Fault::about("avatar", "Choose a picture.").into()),
    };
    match uploaded {
        Ok(()) => Ok(done(urls::MY_PROFILE, "picture").into_response()),
        Err(error) => {
            let form = ProfileForm::of(&get_profile(&by, by.user_id()?).await?);
            let title = "Your picture was not saved.";
            let mut filled = Filled::refused(form, title, error)?;
            if !filled.errors.0.is_empty() {
                // No browser keeps a file that was chosen.
                filled.notice = Some(Notice::bad(title).text("Choose another picture, then try again."));
            }
            page(&by, filled).await
        }
    }
}

pub async fn remove(by: Allowed<TakesPart>) -> Result<Redirect, Problem> {
    change_avatar::remove_avatar(&by).await?;
    Ok(done(urls::MY_PROFILE, "removed"))
}

/// The bytes of the file that was chosen.
async fn picture(mut parts: Multipart) -> Result<Option<Vec<u8>>, Problem> {
    let broken = |_| Problem::malformed("The form did not arrive whole. Try again.");
    while let Some(part) = parts.next_field().await.map_err(broken)? {
        if part.name() == Some("avatar") {
            let bytes = part.bytes().await.map_err(|_| Fault::TooLarge)?;
            return Ok((!bytes.is_empty()).then(|| bytes.into()));
        }
    }
    Ok(None)
}

impl ProfileForm {
    fn of(seen: &SeenProfile) -> Self {
        Self {
            description: seen.profile.description.clone().unwrap_or_default(),
            version: seen.profile.version,
        }
    }
}

async fn page(by: &Allowed<TakesPart>, filled: Filled<ProfileForm>) -> Result<Response, Problem> {
    let seen = get_profile(by, by.user_id()?).await?;
    let status = filled.status();
    Ok(status.with(ProfilePage {
        layout: Layout::of(by, "Your profile").noindex(),
        portrait: Portrait::of(&seen),
        has_picture: seen.profile.avatar_key.is_some(),
        person: urls::person(&seen.profile.user_id),
        name: seen.name,
        filled,
    }))
}
