//! Someone on the squash ladder.

use super::{PersonId, PlayerId, ids::player_ref};
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
    pub user_id: Option<PersonId>,
    #[serde(default)]
    entity_type: Option<String>,
    #[serde(default)]
    entity_sk: Option<String>,
    #[serde(default)]
    pub created_at: Option<Moment>,
    #[serde(default)]
    pub updated_at: Option<Moment>,
    /// How many matches name the player; kept by their transactions. While there is one, the player stays.
    #[serde(default)]
    pub match_count: Option<i64>,
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
        let mut player = Self {
            id,
            name: new.name,
            email: new.email,
            user_id: new.user_id.map(PersonId::from),
            entity_type: None,
            entity_sk: None,
            created_at: Some(now),
            updated_at: Some(now),
            match_count: Some(0),
            version: 1,
        };
        player.index();
        player
    }

    /// Fills in what lists find it by.
    pub fn index(&mut self) {
        self.entity_type.get_or_insert_with(|| SQUASH_PLAYER.into());
        self.entity_sk.get_or_insert_with(|| player_ref::text(&self.id));
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
