//! `/people/{id}`: what somebody shows of themselves.

use crate::{
    gate::{Allowed, TakesPart},
    model::profile::picture_id,
    service::get_profile::{SeenProfile, get_profile},
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use kernel::UserId;
use web::{Avatar, Html, Layout, Linked, Path, Problem, When, words::paragraphs};

#[derive(Template)]
#[template(path = "club/person.html")]
struct PersonPage {
    layout: Layout,
    name: String,
    portrait: Portrait,
    description: Vec<Linked>,
    last_login: Option<When>,
    last_address: String,
    mine: bool,
}

/// Somebody's picture, or their letter where they have none.
#[derive(Template)]
#[template(path = "club/parts/portrait.html")]
pub struct Portrait {
    picture: Option<String>,
    avatar: Avatar,
}

impl askama::filters::HtmlSafe for Portrait {}

impl Portrait {
    pub fn of(seen: &SeenProfile) -> Self {
        let user = &seen.profile.user_id;
        Self {
            picture: seen.profile.avatar_key.as_deref().map(|key| urls::avatar(user, picture_id(key))),
            avatar: Avatar::of(user, &seen.name).large(),
        }
    }
}

pub async fn show(by: Allowed<TakesPart>, Path(user): Path<UserId>) -> Result<Response, Problem> {
    let seen = get_profile(&by, user).await?;
    let now = by.clock.now();
    Ok(Html(PersonPage {
        layout: Layout::of(&by, seen.name.clone()).noindex().script("times.js"),
        portrait: Portrait::of(&seen),
        description: paragraphs(seen.profile.description.as_deref().unwrap_or_default())
            .into_iter()
            .map(Linked::new)
            .collect(),
        last_login: seen.profile.last_login_at.map(|at| When::new(at, now, &by.zones())),
        last_address: seen.profile.last_login_ip.clone().unwrap_or_default(),
        mine: by.user_id()? == user,
        name: seen.name,
    })
    .into_response())
}
