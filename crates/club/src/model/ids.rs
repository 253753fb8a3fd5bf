//! The club's ids, and how they stand in keys and index attributes: behind a word, as the document draws them.

use kernel::uuid_id;

uuid_id! {
    /// A link of the catalogue; it sorts by time.
    SiteId
}
uuid_id! {
    /// A comment; it sorts by time.
    CommentId
}
uuid_id! {
    /// Someone on the squash ladder.
    PlayerId
}
uuid_id! {
    /// A squash match; it sorts by the time it was entered.
    MatchId
}

/// How ids are written with their word: a serde module for each, and `text` and `parse` for keys.
macro_rules! prefixed {
    ($($(#[$meta:meta])* $module:ident: $id:ty = $word:literal;)*) => {$(
        $(#[$meta])*
        pub mod $module {
            #[allow(unused_imports, reason = "some ids come from the kernel")]
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
    user_ref: kernel::UserId = "USER#";
    /// `SQUASH#PLAYER#{id}`
    player_ref: PlayerId = "SQUASH#PLAYER#";
    /// `SQUASH#MATCH#{id}`
    match_ref: MatchId = "SQUASH#MATCH#";
}
