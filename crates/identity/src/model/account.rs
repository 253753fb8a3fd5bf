//! What is stored about an account, and what is shown of it.

use kernel::{Moment, Role, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::notify::Topic;

/// A row of `Users`, as far as identity knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct User {
    pub user_id: UserId,
    pub email: Option<String>,
    pub display_name: String,
    pub avatar_key: Option<String>,
    pub is_managed: bool,
    pub created_at: Moment,
    pub last_active_at: Moment,
    pub notification_prefs: Option<NotificationPrefs>,
    /// Counts edits by their owner, for `ETag`. Ours; absent in rows made elsewhere.
    #[serde(default)]
    pub version: u64,
}

/// Which messages a person wants. An absent choice is yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NotificationPrefs {
    pub vote_nudge: bool,
    pub pick_announce: bool,
    pub new_round: bool,
    pub hangout_new: bool,
    pub hangout_changed: bool,
    pub hangout_reminder: bool,
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
        }
    }
}

impl NotificationPrefs {
    pub fn wants(mut self, topic: Topic) -> bool {
        *self.choice(topic)
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
    pub fn wants(&self, topic: Topic) -> bool {
        self.notification_prefs.unwrap_or_default().wants(topic)
    }
}

/// Whose e-mail address it is, and the password that proves it. Separate from the account, so that there can be other ways in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SignIn {
    pub user_id: UserId,
    pub password_hash: String,
    pub created_at: Moment,
}

/// What every signed-in request needs to know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    pub user_id: UserId,
    pub email: String,
    /// A copy of the profile's, changed in the same transaction.
    pub display_name: String,
    pub roles: Vec<Role>,
    /// Sessions and reset links are of an epoch; a new password begins another one, and they are dead, however many there are.
    pub epoch: u64,
    /// Counts changes of roles.
    pub version: u64,
    pub created_at: Moment,
    /// Set while a deleted account is being cleared away.
    pub deleted_at: Option<Moment>,
}

impl Account {
    pub fn is_super_admin(&self) -> bool {
        self.roles.contains(&Role::SuperAdmin)
    }
}

/// An account as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = User)]
pub struct UserView {
    #[schema(value_type = String, format = Uuid)]
    pub user_id: UserId,
    pub email: Option<String>,
    pub display_name: String,
    pub avatar_key: Option<String>,
    #[schema(value_type = Vec<String>, example = json!(["Admin"]))]
    pub roles: Vec<Role>,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Moment,
    #[schema(value_type = String, format = DateTime)]
    pub last_active_at: Moment,
}

impl UserView {
    pub fn of(user: &User, roles: &[Role]) -> Self {
        Self {
            user_id: user.user_id,
            email: user.email.clone(),
            display_name: user.display_name.clone(),
            avatar_key: user.avatar_key.clone(),
            roles: roles.to_vec(),
            created_at: user.created_at,
            last_active_at: user.last_active_at,
        }
    }
}
