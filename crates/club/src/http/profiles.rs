//! What people show of themselves.

use super::{
    failures::{Editing, TakingPart},
    views::ProfileView,
};
use crate::{
    gate::{Allowed, TakesPart},
    service::{self, get_profile::SeenProfile},
};
use kernel::UserId;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{Json, Path, Problem, Versioned};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProfileBody {
    #[serde(default)]
    #[schema(max_length = 5000)]
    pub description: Option<String>,
}

/// The caller's own profile, with when they last signed in.
#[utoipa::path(get, path = "/me/profile", tag = "club", security(("bearer" = [])),
    responses((status = 200, body = ProfileView), (status = 401, description = "not signed in")))]
pub async fn my_profile(by: Allowed<TakesPart>) -> Result<Versioned<u64, ProfileView>, Problem> {
    Ok(shown(service::get_profile::get_profile(&by, by.user_id()?).await?))
}

/// Changes the caller's own profile.
#[utoipa::path(put, path = "/me/profile", tag = "club", security(("bearer" = [])),
    responses((status = 200, body = ProfileView), (status = 401, description = "not signed in"), Editing))]
pub async fn edit_profile(
    by: Allowed<TakesPart>,
    Json(body): Json<ProfileBody>,
) -> Result<Versioned<u64, ProfileView>, Problem> {
    let description = body.description.as_deref();
    Ok(shown(service::edit_profile::edit_profile(&by, &by.expected(), description).await?))
}

/// Somebody's profile.
#[utoipa::path(get, path = "/users/{id}/profile", tag = "club", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 200, body = ProfileView), TakingPart))]
pub async fn get_profile(
    by: Allowed<TakesPart>,
    Path(user): Path<UserId>,
) -> Result<Json<ProfileView>, Problem> {
    let SeenProfile { profile, name } = service::get_profile::get_profile(&by, user).await?;
    Ok(Json(ProfileView::new(profile, name)))
}

fn shown(SeenProfile { profile, name }: SeenProfile) -> Versioned<u64, ProfileView> {
    Versioned(profile.version, ProfileView::new(profile, name))
}
