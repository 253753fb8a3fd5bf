//! One's own profile, password, address and data.

use super::{
    auth::from,
    failures::{Oneself, Reading, Versions, Writing},
    views::{Export, UserView},
};
use crate::{
    gate::{InPerson, Me},
    model::Secret,
    service::{
        change_email::{self, Address, ChangeEmail},
        change_password::{self as passwords, ChangePassword},
        change_profile::{self, ChangeProfile},
        delete_account, export_account,
    },
    stored,
};
use axum::response::IntoResponse;
use http::{StatusCode, header};
use kernel::Patch;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{Json, Problem, Versioned};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeMeBody {
    #[serde(default)]
    #[schema(value_type = String, required = false, min_length = 1, max_length = 30)]
    display_name: Patch<String>,
    /// One of the predefined pictures: `bear`, `cat`, `fish`, `owl`, `rabbit`, `robot`, `rocket` or `star`; `null` for none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 40)]
    avatar_key: Patch<String>,
    /// An IANA name such as `Europe/Lisbon`, in which times are told on pages and in letters; `null` for none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 64)]
    time_zone: Patch<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangePasswordBody {
    #[schema(max_length = 256)]
    current_password: String,
    #[schema(min_length = 8, max_length = 256)]
    new_password: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeEmailBody {
    #[schema(max_length = 254)]
    email: String,
    /// The password, once more.
    #[schema(max_length = 256)]
    password: String,
}

/// The account that is asking.
#[utoipa::path(get, path = "/me", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = UserView), Reading))]
pub async fn get_me(me: Me) -> Result<Versioned<u64, UserView>, Problem> {
    let user = stored::get_user(me.store.as_ref(), me.user()).await?;
    Ok(Versioned(user.version, UserView::of(user, me.account.roles, me.ctx.outbound.phones.is_some())))
}

/// Changes one's name, avatar or time zone.
#[utoipa::path(patch, path = "/me", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = UserView), Writing, Versions,
        (status = 422, description = "something is not allowed")))]
pub async fn change_me(me: Me, Json(body): Json<ChangeMeBody>) -> Result<Versioned<u64, UserView>, Problem> {
    let cmd = ChangeProfile {
        display_name: body.display_name,
        avatar_key: body.avatar_key,
        time_zone: body.time_zone,
    };
    let user = change_profile::change_profile(&me, &me.expected(), cmd).await?;
    Ok(Versioned(user.version, UserView::of(user, me.account.roles, me.ctx.outbound.phones.is_some())))
}

/// Deletes one's account. What stays for others shows “former member”.
#[utoipa::path(delete, path = "/me", tag = "identity", security(("bearer" = [])),
    responses((status = 204), Oneself,
        (status = 409, description = "the last SuperAdmin, or someone others depend on"),
        (status = 412, description = "changed in the meantime")))]
pub async fn delete_me(InPerson(me): InPerson) -> Result<StatusCode, Problem> {
    delete_account::delete_account(&me, me.user(), &me.expected()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sets a new password. Every other session ends.
#[utoipa::path(put, path = "/me/password", tag = "identity", security(("bearer" = [])),
    responses((status = 204), Oneself,
        (status = 422, description = "the current password is wrong, or the new one is not allowed"),
        (status = 429, description = "too many wrong tries")))]
pub async fn change_password(
    InPerson(me): InPerson,
    Json(body): Json<ChangePasswordBody>,
) -> Result<StatusCode, Problem> {
    let cmd = ChangePassword { current: body.current_password, new: body.new_password };
    passwords::change_password(&me, me.user(), me.secret.as_ref(), &from(&me), cmd).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Changes one's e-mail address. Where the server sends mail, it is changed once the link mailed there is opened.
#[utoipa::path(post, path = "/me/email", tag = "identity", security(("bearer" = [])),
    responses((status = 202, description = "a link was mailed to the new address"),
        (status = 204, description = "changed"), Oneself,
        (status = 409, description = "the e-mail address is taken"),
        (status = 422, description = "not an e-mail address, or the password is wrong"),
        (status = 429, description = "too many wrong tries, or more than 20 in an hour")))]
pub async fn change_email(
    InPerson(me): InPerson,
    Json(body): Json<ChangeEmailBody>,
) -> Result<StatusCode, Problem> {
    let cmd = ChangeEmail { email: body.email, password: body.password };
    Ok(match change_email::change_email(&me, me.user(), &from(&me), cmd).await? {
        Address::Changed => StatusCode::NO_CONTENT,
        Address::ToBeConfirmed => StatusCode::ACCEPTED,
    })
}

/// Everything that is kept about oneself.
#[utoipa::path(get, path = "/me/export", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Export), Oneself))]
pub async fn export(InPerson(me): InPerson) -> Result<impl IntoResponse, Problem> {
    let as_file = [(header::CONTENT_DISPOSITION, "attachment; filename=\"roundtable.json\"")];
    let export = export_account::export_account(&me, me.user()).await?;
    let here = me.secret.as_ref().map(Secret::id);
    Ok((as_file, Json(Export::of(export, here, me.outbound.phones.is_some()))))
}
