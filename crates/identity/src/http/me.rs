//! One's own profile, password, messages and data.

use crate::{
    model::{NotificationPrefs, UserView},
    service::{
        change_password as passwords,
        delete_account::{self, Hooks},
        export::{self, Export},
        notifications::{self, ChangeNotifications},
        profile::{self, ChangeProfile},
    },
};
use axum::{Extension, response::IntoResponse};
use http::{StatusCode, header};
use kernel::Patch;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{Ctx, Json, Problem, Versioned};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeMeBody {
    /// At most 30 characters.
    #[serde(default)]
    #[schema(value_type = String, required = false)]
    display_name: Patch<String>,
    /// One of the predefined avatars; `null` for none.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    avatar_key: Patch<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangePasswordBody {
    current_password: String,
    /// 8 to 256 characters.
    new_password: String,
}

/// Which messages one gets.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notifications {
    /// A reminder to vote.
    vote_nudge: bool,
    /// What was picked.
    pick_announce: bool,
    /// A new round has begun.
    new_round: bool,
    /// A new hangout.
    hangout_new: bool,
    /// A hangout was moved or cancelled.
    hangout_changed: bool,
    /// A hangout is tomorrow.
    hangout_reminder: bool,
}

impl From<NotificationPrefs> for Notifications {
    fn from(prefs: NotificationPrefs) -> Self {
        let NotificationPrefs {
            vote_nudge,
            pick_announce,
            new_round,
            hangout_new,
            hangout_changed,
            hangout_reminder,
        } = prefs;
        Self { vote_nudge, pick_announce, new_round, hangout_new, hangout_changed, hangout_reminder }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeNotificationsBody {
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    vote_nudge: Patch<bool>,
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    pick_announce: Patch<bool>,
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    new_round: Patch<bool>,
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    hangout_new: Patch<bool>,
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    hangout_changed: Patch<bool>,
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    hangout_reminder: Patch<bool>,
}

impl From<ChangeNotificationsBody> for ChangeNotifications {
    fn from(body: ChangeNotificationsBody) -> Self {
        let ChangeNotificationsBody {
            vote_nudge,
            pick_announce,
            new_round,
            hangout_new,
            hangout_changed,
            hangout_reminder,
        } = body;
        Self { vote_nudge, pick_announce, new_round, hangout_new, hangout_changed, hangout_reminder }
    }
}

/// The account that is asking.
#[utoipa::path(
    get,
    path = "/me",
    tag = "identity",
    security(("bearer" = [])),
    responses((status = 200, body = UserView), (status = 401, description = "not signed in"))
)]
pub async fn get_me(ctx: Ctx) -> Result<Versioned<u64, UserView>, Problem> {
    let (version, user) = profile::get_profile(&ctx).await?;
    Ok(Versioned(version, user))
}

/// Changes one's name or avatar.
#[utoipa::path(
    patch,
    path = "/me",
    tag = "identity",
    security(("bearer" = [])),
    responses(
        (status = 200, body = UserView),
        (status = 401, description = "not signed in"),
        (status = 412, description = "changed in the meantime"),
        (status = 422, description = "something is not allowed"),
    )
)]
pub async fn change_me(
    ctx: Ctx,
    Json(body): Json<ChangeMeBody>,
) -> Result<Versioned<u64, UserView>, Problem> {
    let change = ChangeProfile { display_name: body.display_name, avatar_key: body.avatar_key };
    let (version, user) = profile::change_profile(&ctx, change).await?;
    Ok(Versioned(version, user))
}

/// Deletes one's account. What stays for others shows “former member”.
#[utoipa::path(
    delete,
    path = "/me",
    tag = "identity",
    security(("bearer" = [])),
    responses(
        (status = 204),
        (status = 401, description = "not signed in"),
        (status = 409, description = "the last SuperAdmin, or somebody others depend on"),
        (status = 412, description = "changed in the meantime"),
    )
)]
pub async fn delete_me(ctx: Ctx, Extension(hooks): Extension<Hooks>) -> Result<StatusCode, Problem> {
    delete_account::delete_account(&ctx, &hooks).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sets a new password. Every other session ends.
#[utoipa::path(
    put,
    path = "/me/password",
    tag = "identity",
    security(("bearer" = [])),
    responses(
        (status = 204),
        (status = 401, description = "not signed in"),
        (status = 422, description = "the current password is wrong, or the new one is not allowed"),
        (status = 429, description = "too many wrong tries"),
    )
)]
pub async fn change_password(ctx: Ctx, Json(body): Json<ChangePasswordBody>) -> Result<StatusCode, Problem> {
    passwords::change_password(&ctx, &body.current_password, &body.new_password).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Everything that is kept about oneself.
#[utoipa::path(
    get,
    path = "/me/export",
    tag = "identity",
    security(("bearer" = [])),
    responses((status = 200, body = Export), (status = 401, description = "not signed in"))
)]
pub async fn export(ctx: Ctx, Extension(hooks): Extension<Hooks>) -> Result<impl IntoResponse, Problem> {
    let as_file = [(header::CONTENT_DISPOSITION, "attachment; filename=\"roundtable.json\"")];
    Ok((as_file, Json(export::export(&ctx, &hooks).await?)))
}

/// Which messages one gets.
#[utoipa::path(
    get,
    path = "/me/notifications",
    tag = "identity",
    security(("bearer" = [])),
    responses((status = 200, body = Notifications), (status = 401, description = "not signed in"))
)]
pub async fn get_notifications(ctx: Ctx) -> Result<Versioned<u64, Notifications>, Problem> {
    let (version, prefs) = notifications::get_notifications(&ctx).await?;
    Ok(Versioned(version, prefs.into()))
}

/// Changes which messages one gets.
#[utoipa::path(
    patch,
    path = "/me/notifications",
    tag = "identity",
    security(("bearer" = [])),
    responses(
        (status = 200, body = Notifications),
        (status = 401, description = "not signed in"),
        (status = 412, description = "changed in the meantime"),
    )
)]
pub async fn change_notifications(
    ctx: Ctx,
    Json(body): Json<ChangeNotificationsBody>,
) -> Result<Versioned<u64, Notifications>, Problem> {
    let (version, prefs) = notifications::change_notifications(&ctx, body.into()).await?;
    Ok(Versioned(version, prefs.into()))
}
