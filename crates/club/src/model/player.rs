//! Someone on the squash ladder.

use super::{PlayerId, ids::player_ref};
use kernel::{
    Checks, Moment, UserId,
    check::{HIDDEN, hides_something},
};
use serde::{Deserialize, Serialize};

/// What `entityType` says of a player.
pub const SQUASH_PLAYER: &str = "SQUASH_PLAYER";
pub const LONGEST_NAME: usize = 60;
const LONGEST_EMAIL: usize = 254;

/// A player as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Player {
    #[serde(rename = "PK", with = "player_ref")]
    pub id: PlayerId,
    pub name: String,
    #[serde(default)]
    pub email: Option<String>,
    /// The account that the player is.
    #[serde(default)]
    pub user_id: Option<UserId>,
    pub entity_type: String,
    #[serde(with = "player_ref")]
    pub entity_sk: PlayerId,
    pub created_at: Moment,
    pub updated_at: Moment,
    /// How many matches name the player; kept by their transactions. While there is one, the player stays.
    #[serde(default)]
    pub match_count: i64,
    /// Counts edits.
    #[serde(default)]
    pub version: u64,
}

/// A player as somebody describes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPlayer {
    pub name: String,
    pub email: Option<String>,
    pub user_id: Option<UserId>,
}

impl Player {
    pub fn new(id: PlayerId, new: NewPlayer, now: Moment) -> Self {
        Self {
            id,
            name: new.name,
            email: new.email,
            user_id: new.user_id,
            entity_type: SQUASH_PLAYER.into(),
            entity_sk: id,
            created_at: now,
            updated_at: now,
            match_count: 0,
            version: 1,
        }
    }
}

pub fn read_name(typed: &str, checks: &mut Checks) -> String {
    let name = typed.trim();
    checks.text("name", name, LONGEST_NAME);
    name.to_owned()
}

/// An e-mail address; an empty one is none.
pub fn read_email(typed: Option<&str>, checks: &mut Checks) -> Option<String> {
    let email = typed.map(str::trim).filter(|email| !email.is_empty())?.to_lowercase();
    let shaped = email.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    let fits = shaped && email.len() <= LONGEST_EMAIL && !email.contains(char::is_whitespace);
    checks.that(fits, "email", "Enter an email address, such as ana@example.org.");
    checks.that(!hides_something(&email), "email", HIDDEN);
    Some(email)
}
