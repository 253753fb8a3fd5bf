//! What a person shows of themselves, and when they last signed in.

use super::{PersonId, ids::user_ref};
use kernel::{Moment, UserId};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub const LONGEST_DESCRIPTION: usize = 5_000;

/// A profile as stored. It is there from the first sign-in on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    #[serde(rename = "PK", with = "user_ref")]
    pub user_id: PersonId,
    /// Where the uploaded picture is in the object store.
    #[serde(default)]
    pub avatar_key: Option<String>,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    pub updated_at: Option<Moment>,
    #[serde(default)]
    pub last_login_at: Option<Moment>,
    #[serde(default)]
    pub last_login_ip: Option<String>,
    /// Counts edits.
    #[serde(default)]
    pub version: u64,
}

impl Profile {
    /// The profile of somebody who has not written one.
    pub fn empty(user_id: UserId) -> Self {
        Self {
            user_id: user_id.into(),
            avatar_key: None,
            description: None,
            updated_at: None,
            last_login_at: None,
            last_login_ip: None,
            version: 0,
        }
    }
}

/// Where an uploaded picture goes: a new place each time, so that no cache shows the old one.
pub fn avatar_key(user: UserId, picture: Uuid, extension: &str) -> String {
    format!("profile/avatars/{user}/{picture}.{extension}")
}

/// The media type of a kept picture, by its name.
pub fn media_type(avatar_key: &str) -> &'static str {
    match avatar_key.rsplit_once('.') {
        Some((_, "png")) => "image/png",
        _ => "image/jpeg",
    }
}

/// The part of a picture's key that changes with every upload.
pub fn picture_id(avatar_key: &str) -> &str {
    let name = avatar_key.rsplit('/').next().unwrap_or(avatar_key);
    name.split('.').next().unwrap_or(name)
}
