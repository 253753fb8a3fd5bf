//! The club's ids, and how they stand in keys and index attributes: behind a word, as the document draws them.

use super::RoleGroupName;
use kernel::{UserId, text_id, uuid_id};

text_id! {
    /// A link of the catalogue. Those made here are UUIDs that sort by time.
    SiteId
}
text_id! {
    /// A comment. Those made here are UUIDs that sort by time.
    CommentId
}
text_id! {
    /// A person as rows name them: the id of an account, or what another program wrote.
    PersonId
}
uuid_id! {
    /// Someone on the squash ladder.
    PlayerId
}
uuid_id! {
    /// A squash match; it sorts by the time it was entered.
    MatchId
}

impl From<UserId> for PersonId {
    fn from(user: UserId) -> Self {
        user.0.into()
    }
}

impl PersonId {
    /// The account, if this is the id of one.
    pub fn account(&self) -> Option<UserId> {
        self.as_str().parse().ok()
    }

    pub fn is(&self, user: UserId) -> bool {
        self.account() == Some(user)
    }
}

/// How ids are written with their word: a serde module for each, and `text` and `parse` for keys.
macro_rules! prefixed {
    ($($(#[$meta:meta])* $module:ident: $id:ty = $word:literal;)*) => {$(
        $(#[$meta])*
        pub mod $module {
            use super::*;
            use serde::{Deserialize, Deserializer, Serializer, de::Error};

            pub const WORD: &str = $word;

            pub fn text(id: &$id) -> String {
                format!(concat!($word, "{}"), id)
            }

            pub fn parse(text: &str) -> Option<$id> {
                text.strip_prefix(WORD)?.parse().ok()
            }

            pub fn serialize<S: Serializer>(id: &$id, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&format_args!(concat!($word, "{}"), id))
            }

            pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<$id, D::Error> {
                let text = String::deserialize(deserializer)?;
                parse(&text).ok_or_else(|| D::Error::custom(concat!("an id behind ", $word)))
            }
        }
    )*};
}

prefixed! {
    /// `SITE#{id}`
    site_ref: SiteId = "SITE#";
    /// `COMMENT#{id}`
    comment_ref: CommentId = "COMMENT#";
    /// `USER#{id}`
    user_ref: PersonId = "USER#";
    /// `GROUP#{name}`
    group_ref: RoleGroupName = "GROUP#";
    /// `MEMBERSHIP#{name}`
    membership_ref: RoleGroupName = "MEMBERSHIP#";
    /// `MATCH#{id}`
    part_ref: MatchId = "MATCH#";
    /// `SQUASH#PLAYER#{id}`
    player_ref: PlayerId = "SQUASH#PLAYER#";
    /// `SQUASH#MATCH#{id}`
    match_ref: MatchId = "SQUASH#MATCH#";
}
