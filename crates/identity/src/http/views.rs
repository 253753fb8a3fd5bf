//! What JSON answers show of accounts, and of what hangs on them.

use super::links::LinkedIdentity;
use crate::{
    model::{NotificationPrefs, PushRow, Scope, SecretRow, User},
    service::{export_account, find_person, list_people::Found, sign_in},
};
use kernel::{Moment, Open, Role, UserId, Zone};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use uuid::Uuid;

/// An account as its owner sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = User)]
pub struct UserView {
    user_id: UserId,
    email: Option<String>,
    display_name: String,
    avatar_key: Option<String>,
    /// The IANA name of the zone in which this person is told times.
    time_zone: Option<Zone>,
    #[schema(value_type = Vec<String>, example = json!(["Admin"]))]
    roles: Vec<Open<Role>>,
    created_at: Moment,
    last_active_at: Moment,
    /// Whether this server sends messages to the app on a phone.
    phone_push: bool,
}

impl UserView {
    pub fn of<R: Into<Open<Role>>>(user: User, roles: Vec<R>, phone_push: bool) -> Self {
        let roles = roles.into_iter().map(Into::into).collect();
        let User { user_id, email, display_name, avatar_key, time_zone, created_at, last_active_at, .. } =
            user;
        Self {
            user_id,
            email,
            display_name,
            avatar_key,
            time_zone,
            roles,
            created_at,
            last_active_at,
            phone_push,
        }
    }
}

/// A session's token, for `Authorization: Bearer`, and whose it is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedIn {
    token: String,
    user: UserView,
}

impl From<sign_in::SignedIn> for SignedIn {
    fn from(signed_in: sign_in::SignedIn) -> Self {
        Self {
            token: signed_in.token,
            user: UserView::of(signed_in.user, signed_in.roles, signed_in.phone_push),
        }
    }
}

/// Somebody, as others may know them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    user_id: UserId,
    display_name: String,
}

impl From<find_person::Person> for Person {
    fn from(person: find_person::Person) -> Self {
        Self { user_id: person.user_id, display_name: person.display_name }
    }
}

/// An account as a SuperAdmin sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundAccount {
    user_id: UserId,
    display_name: String,
    email: String,
    #[schema(value_type = Vec<String>, example = json!(["Admin"]))]
    roles: Vec<Open<Role>>,
    created_at: Moment,
    last_active_at: Moment,
    /// Since when nobody can sign in to it; absent where that is not so.
    #[serde(skip_serializing_if = "Option::is_none")]
    deactivated_at: Option<Moment>,
}

impl From<Found> for FoundAccount {
    fn from(Found { user, account, .. }: Found) -> Self {
        Self {
            user_id: user.user_id,
            display_name: user.display_name,
            email: account.email,
            roles: account.roles,
            created_at: account.created_at,
            last_active_at: user.last_active_at.max(account.created_at),
            deactivated_at: account.deactivated_at,
        }
    }
}

web::lists! {
    /// Accounts, by name.
    AccountList of FoundAccount;
}

/// A session as its owner sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    id: Uuid,
    /// Whether it is the one asking.
    current: bool,
    /// What it was started with, as the browser or program called itself.
    user_agent: Option<String>,
    address: Option<String>,
    created_at: Moment,
    last_used_at: Moment,
}

impl Session {
    /// `here` is the session that asks.
    pub fn of(row: SecretRow, here: Option<Uuid>) -> Self {
        Self {
            id: row.id,
            current: here == Some(row.id),
            user_agent: row.user_agent,
            address: row.address,
            created_at: row.created_at,
            last_used_at: row.last_used_at.unwrap_or(row.created_at),
        }
    }
}

/// An API token as its owner sees it; the token itself was shown once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Token {
    id: Uuid,
    name: String,
    #[schema(value_type = String, example = "write")]
    scope: Scope,
    created_at: Moment,
    last_used_at: Option<Moment>,
    expires_at: Option<Moment>,
}

impl From<SecretRow> for Token {
    fn from(row: SecretRow) -> Self {
        let expires_at = row.ttl.and_then(|ttl| jiff::Timestamp::from_second(ttl).ok()).map(Moment::from);
        Self {
            id: row.id,
            name: row.name.unwrap_or_default(),
            scope: row.scope.unwrap_or_default(),
            created_at: row.created_at,
            last_used_at: row.last_used_at,
            expires_at,
        }
    }
}

/// A push subscription as its owner sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushSubscription {
    id: Uuid,
    endpoint: String,
    created_at: Moment,
}

impl From<PushRow> for PushSubscription {
    fn from(row: PushRow) -> Self {
        Self { id: row.id, endpoint: row.endpoint, created_at: row.created_at }
    }
}

/// Which messages one gets.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "one choice each")]
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
        Self {
            vote_nudge: prefs.vote_nudge,
            pick_announce: prefs.pick_announce,
            new_round: prefs.new_round,
            hangout_new: prefs.hangout_new,
            hangout_changed: prefs.hangout_changed,
            hangout_reminder: prefs.hangout_reminder,
        }
    }
}

/// Everything that is kept about a person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Export {
    exported_at: Moment,
    user: UserView,
    /// The provider that made the account, where one did.
    provider: Option<String>,
    /// Identities at sign-in providers that open the account.
    links: Vec<LinkedIdentity>,
    /// When the e-mail address was confirmed.
    email_confirmed_at: Option<Moment>,
    last_login_at: Option<Moment>,
    last_login_ip: Option<String>,
    notifications: Notifications,
    /// Groups that nobody may add one to again.
    refused_groups: Vec<String>,
    /// Where Apple's push service reaches one's phone.
    device_token: Option<String>,
    sessions: Vec<Session>,
    tokens: Vec<Token>,
    /// When the address of one's calendar was made, where there is one.
    calendar_feed_made_at: Option<Moment>,
    push_subscriptions: Vec<PushSubscription>,
    /// What each feature keeps, by its name.
    #[schema(value_type = Object)]
    features: BTreeMap<&'static str, Value>,
}

impl Export {
    pub fn of(export: export_account::Export, here: Option<Uuid>, phone_push: bool) -> Self {
        let export_account::Export {
            exported_at,
            user,
            account,
            links,
            sessions,
            tokens,
            feed,
            pushes,
            features,
        } = export;
        Self {
            exported_at,
            provider: account.provider,
            links: links.into_iter().map(LinkedIdentity::from).collect(),
            email_confirmed_at: account.confirmed_at,
            last_login_at: account.last_login_at,
            last_login_ip: account.last_login_ip,
            notifications: user.notification_prefs.clone().unwrap_or_default().into(),
            refused_groups: user.no_add_groups.clone(),
            device_token: user.device_token.clone(),
            user: UserView::of(user, account.roles, phone_push),
            sessions: sessions.into_iter().map(|row| Session::of(row, here)).collect(),
            tokens: tokens.into_iter().map(Token::from).collect(),
            calendar_feed_made_at: feed.map(|row| row.created_at),
            push_subscriptions: pushes.into_iter().map(PushSubscription::from).collect(),
            features,
        }
    }
}
