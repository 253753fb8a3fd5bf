//! Which messages one gets, where one's phone is, and the address of one's calendar.

use super::{
    failures::{Oneself, Reading, Versions, Writing},
    views::Notifications,
};
use crate::{
    gate::{InPerson, Me},
    service::{
        change_notifications::{self as notifications, ChangeNotifications},
        follow_calendar, set_device_token as devices,
    },
    stored,
};
use http::StatusCode;
use kernel::Patch;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{Json, Problem, Versioned};

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
        Self {
            vote_nudge: body.vote_nudge,
            pick_announce: body.pick_announce,
            new_round: body.new_round,
            hangout_new: body.hangout_new,
            hangout_changed: body.hangout_changed,
            hangout_reminder: body.hangout_reminder,
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeviceTokenBody {
    /// As Apple's push service gave it to the app: letters and digits.
    #[schema(min_length = 1, max_length = 200)]
    device_token: String,
}

/// A new calendar address. It is not shown again.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewFeed {
    /// For a calendar program to follow. Anyone with this address can see your events.
    url: String,
}

/// Which messages one gets.
#[utoipa::path(get, path = "/me/notifications", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Notifications), Reading))]
pub async fn get_notifications(me: Me) -> Result<Versioned<u64, Notifications>, Problem> {
    let user = stored::get_user(me.store.as_ref(), me.user()).await?;
    Ok(Versioned(user.version, user.notification_prefs.unwrap_or_default().into()))
}

/// Changes which messages one gets.
#[utoipa::path(patch, path = "/me/notifications", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Notifications), Writing, Versions))]
pub async fn change_notifications(
    me: Me,
    Json(body): Json<ChangeNotificationsBody>,
) -> Result<Versioned<u64, Notifications>, Problem> {
    let user = notifications::change_notifications(&me, me.user(), &me.expected(), body.into()).await?;
    Ok(Versioned(user.version, user.notification_prefs.unwrap_or_default().into()))
}

/// Says where Apple's push service reaches one's phone. Messages go there where `phonePush` of `GET /me` is true; a phone that Apple no
/// longer reaches is forgotten.
#[utoipa::path(put, path = "/me/device-token", tag = "identity", security(("bearer" = [])),
    responses((status = 204), Oneself, (status = 422, description = "not a device token")))]
pub async fn set_device_token(
    InPerson(me): InPerson,
    Json(body): Json<DeviceTokenBody>,
) -> Result<StatusCode, Problem> {
    devices::set_device_token(&me, me.user(), Some(body.device_token)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Forgets where one's phone is.
#[utoipa::path(delete, path = "/me/device-token", tag = "identity", security(("bearer" = [])),
    responses((status = 204), Oneself))]
pub async fn remove_device_token(InPerson(me): InPerson) -> Result<StatusCode, Problem> {
    devices::set_device_token(&me, me.user(), None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Makes the address of one's calendar, in place of an earlier one.
#[utoipa::path(post, path = "/me/calendar-feed", tag = "identity", security(("bearer" = [])),
    responses((status = 201, body = NewFeed), Oneself))]
pub async fn make_feed(InPerson(me): InPerson) -> Result<(StatusCode, Json<NewFeed>), Problem> {
    let path = follow_calendar::make_feed(&me).await?;
    Ok((StatusCode::CREATED, Json(NewFeed { url: me.url(&path) })))
}

/// Removes the address of one's calendar; it is dead at once.
#[utoipa::path(delete, path = "/me/calendar-feed", tag = "identity", security(("bearer" = [])),
    responses((status = 204), Oneself))]
pub async fn stop_feed(InPerson(me): InPerson) -> Result<StatusCode, Problem> {
    follow_calendar::stop_feed(&me, me.user()).await?;
    Ok(StatusCode::NO_CONTENT)
}
