//! What is stored about an account, and what is shown of it.

use super::lenient::{list, optional, or_default};
use kernel::{Moment, Open, Role, UserId, Zone};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use web::notify::Topic;

/// Display name of a row that has none.
const UNNAMED: &str = "Unnamed";

/// A row of `Users`, as far as identity knows it. Other programs write such rows too: all but the key may be absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct User {
    pub user_id: UserId,
    #[serde(default, deserialize_with = "optional")]
    pub email: Option<String>,
    #[serde(default = "unnamed", deserialize_with = "name")]
    pub display_name: String,
    #[serde(default, deserialize_with = "optional")]
    pub avatar_key: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    pub is_managed: bool,
    #[serde(default, deserialize_with = "or_default")]
    pub created_at: Moment,
    #[serde(default, deserialize_with = "or_default")]
    pub last_active_at: Moment,
    #[serde(default, deserialize_with = "optional")]
    pub notification_prefs: Option<NotificationPrefs>,
    /// Where Apple's push service reaches this person's phone.
    #[serde(default, deserialize_with = "optional")]
    pub device_token: Option<String>,
    /// The zone in which this person is told times.
    #[serde(default, deserialize_with = "optional")]
    pub time_zone: Option<Zone>,
    /// Groups that nobody may add this person to again.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    pub no_add_groups: Vec<String>,
    /// Counts edits by their owner, for `ETag`. Ours; absent in rows made elsewhere.
    #[serde(default, deserialize_with = "or_default")]
    pub version: u64,
}

fn unnamed() -> String {
    UNNAMED.to_owned()
}

fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name: Option<String> = optional(deserializer)?;
    Ok(name.filter(|name| !name.trim().is_empty()).unwrap_or_else(unnamed))
}

fn choice<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(optional(deserializer)?.unwrap_or(true))
}

/// Which messages a person wants. An absent choice is yes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "one choice each")]
pub struct NotificationPrefs {
    #[serde(deserialize_with = "choice")]
    pub vote_nudge: bool,
    #[serde(deserialize_with = "choice")]
    pub pick_announce: bool,
    #[serde(deserialize_with = "choice")]
    pub new_round: bool,
    #[serde(deserialize_with = "choice")]
    pub hangout_new: bool,
    #[serde(deserialize_with = "choice")]
    pub hangout_changed: bool,
    #[serde(deserialize_with = "choice")]
    pub hangout_reminder: bool,
    /// Choices of other programs, kept as they are.
    #[serde(flatten)]
    pub other: BTreeMap<String, Value>,
}

impl Default for NotificationPrefs {
    fn default() -> Self {
        Self {
            vote_nudge: true,
            pick_announce: true,
            new_round: true,
            hangout_new: true,
            hangout_changed: true,
            hangout_reminder: true,
            other: BTreeMap::new(),
        }
    }
}

impl NotificationPrefs {
    pub fn wants(&self, topic: Topic) -> bool {
        *self.clone().choice(topic)
    }

    pub fn set(&mut self, topic: Topic, wanted: bool) {
        *self.choice(topic) = wanted;
    }

    fn choice(&mut self, topic: Topic) -> &mut bool {
        match topic {
            Topic::VoteNudge => &mut self.vote_nudge,
            Topic::PickAnnounce => &mut self.pick_announce,
            Topic::NewRound => &mut self.new_round,
            Topic::HangoutNew => &mut self.hangout_new,
            Topic::HangoutChanged => &mut self.hangout_changed,
            Topic::HangoutReminder => &mut self.hangout_reminder,
        }
    }
}

impl User {
    /// Returns whether this person wants messages on a topic. What falls under no choice is always told.
    pub fn wants(&self, topic: Option<Topic>) -> bool {
        topic.is_none_or(|topic| self.notification_prefs.as_ref().is_none_or(|prefs| prefs.wants(topic)))
    }
}

/// Whose e-mail address it is, and the password that proves it. Separate from the account, so that there can be other ways in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SignIn {
    pub user_id: UserId,
    /// Empty where it cannot be read: no password fits then, until a link sets another one.
    #[serde(default, deserialize_with = "or_default")]
    pub password_hash: String,
    #[serde(default, deserialize_with = "or_default")]
    pub created_at: Moment,
}

/// What every signed-in request needs to know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    pub user_id: UserId,
    pub email: String,
    /// A copy of the profile's, changed in the same transaction.
    #[serde(default = "unnamed", deserialize_with = "name")]
    pub display_name: String,
    /// Also a copy of the profile's, so that pages know it without another read.
    #[serde(
        default,
        deserialize_with = "kernel::zone::if_readable",
        skip_serializing_if = "Option::is_none"
    )]
    pub time_zone: Option<Zone>,
    #[serde(default, deserialize_with = "list")]
    pub roles: Vec<Open<Role>>,
    /// Sessions and reset links are of an epoch; a new password begins another one, and they are dead, however many there are.
    pub epoch: u64,
    /// How often the password was reset by a link, which ends API tokens too.
    #[serde(default)]
    pub resets: u64,
    /// Time of the last of them.
    #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
    pub reset_at: Option<Moment>,
    /// When the address was confirmed by a link mailed there.
    #[serde(default, deserialize_with = "optional")]
    pub confirmed_at: Option<Moment>,
    /// The provider that this account signs in with, where it has no password of its own.
    pub provider: Option<String>,
    /// Its links to identities at providers, so that they go when it goes: the hashes in their keys.
    #[serde(default, deserialize_with = "list", skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
    #[serde(default, deserialize_with = "optional")]
    pub last_login_at: Option<Moment>,
    #[serde(default, deserialize_with = "optional")]
    pub last_login_ip: Option<String>,
    /// Counts edits.
    #[serde(default, deserialize_with = "or_default")]
    pub version: u64,
    #[serde(default, deserialize_with = "or_default")]
    pub created_at: Moment,
    /// Set while a deleted account is being cleared away.
    pub deleted_at: Option<Moment>,
    /// Since when nobody can sign in to it, by the will of a SuperAdmin.
    pub deactivated_at: Option<Moment>,
}

/// Whose account an identity at a provider opens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Link {
    pub user_id: UserId,
    /// The provider's address. Absent in links made before it was recorded.
    #[serde(default, deserialize_with = "optional")]
    pub issuer: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    pub created_at: Moment,
}

impl Account {
    /// Whether it is one of the SuperAdmins of whom one must stay: those who can sign in without a provider.
    pub fn counts(&self) -> bool {
        self.is_super_admin() && self.provider.is_none() && self.deleted_at.is_none() && self.is_active()
    }

    /// Returns whether anyone can sign in to it.
    pub fn is_active(&self) -> bool {
        self.deactivated_at.is_none()
    }

    pub fn is_super_admin(&self) -> bool {
        self.has_role(Role::SuperAdmin)
    }

    pub fn has_role(&self, role: Role) -> bool {
        self.roles.iter().any(|held| held.is(&role))
    }

    /// The roles that give rights.
    pub fn known_roles(&self) -> Vec<Role> {
        self.roles.iter().filter_map(Open::known).collect()
    }

    /// Replaces the known roles. Roles of other programs stay.
    pub fn set_roles(&mut self, roles: impl IntoIterator<Item = Role>) {
        self.roles.retain(|held| held.known().is_none());
        self.roles.splice(0..0, roles.into_iter().map(Open::Known));
    }
}
