//! Links that let people into a group until they expire.

use super::{GroupId, PersonId};
use kernel::{Moment, secret};
use serde::{Deserialize, Serialize};
use std::fmt;

/// For how many days a link may be good.
pub const KEEPS_FOR: [u32; 3] = [1, 7, 30];
/// How long an expired link is known as such.
const REMEMBERED_DAYS: u32 = 30;

/// The SHA-256 of a link's secret, in hexadecimal: names the link without letting anyone in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct InviteId(String);

impl InviteId {
    /// The id that an address names.
    pub fn parse(text: &str) -> Option<Self> {
        let hex = text.len() == 64 && text.bytes().all(|c| c.is_ascii_digit() || (b'a'..=b'f').contains(&c));
        hex.then(|| Self(text.to_owned()))
    }
}

impl fmt::Display for InviteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What the link holds: `{groupId}.{secret}`. `Debug` keeps the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct InviteToken {
    pub group_id: GroupId,
    secret: String,
}

impl InviteToken {
    pub fn new(group_id: GroupId, secret: String) -> Self {
        Self { group_id, secret }
    }

    pub fn parse(text: &str) -> Option<Self> {
        let (group, secret) = text.rsplit_once('.')?;
        let plain = (22..=64).contains(&secret.len())
            && secret.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-' || c == b'_');
        plain.then_some(Self { group_id: group.parse().ok()?, secret: secret.to_owned() })
    }

    pub fn id(&self) -> InviteId {
        InviteId(secret::hash(&self.secret))
    }

    pub fn reveal(&self) -> String {
        format!("{}.{}", self.group_id, self.secret)
    }
}

impl fmt::Debug for InviteToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "InviteToken({})", self.group_id)
    }
}

/// A link as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Invite {
    pub invite_id: InviteId,
    pub group_id: GroupId,
    pub created_by: PersonId,
    pub created_at: Moment,
    pub expires_at: Moment,
    pub ttl: i64,
}

impl Invite {
    pub fn new(token: &InviteToken, created_by: PersonId, days: u32, now: Moment) -> Self {
        let expires_at = now.plus_days(days);
        Self {
            invite_id: token.id(),
            group_id: token.group_id.clone(),
            created_by,
            created_at: now,
            expires_at,
            ttl: expires_at.plus_days(REMEMBERED_DAYS).as_second(),
        }
    }

    pub fn has_expired(&self, now: jiff::Timestamp) -> bool {
        *self.expires_at <= now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_reads_back_and_what_is_stored_does_not_let_anyone_in() {
        let group = GroupId::from(uuid::Uuid::from_u128(7));
        let token = InviteToken::new(group.clone(), "a".repeat(43));
        assert_eq!(InviteToken::parse(&token.reveal()), Some(token.clone()));
        assert_eq!(InviteId::parse(&token.id().to_string()), Some(token.id()));
        assert!(!format!("{token:?}").contains("aaa"));
        for broken in [
            "",
            ".",
            "x.y",
            &format!(".{}", "a".repeat(43)),
            &format!("{group}."),
            &format!("{group}.short"),
            &format!("{group}.{}", "é".repeat(22)),
        ] {
            assert_eq!(InviteToken::parse(broken), None, "{broken}");
        }
        assert_eq!((InviteId::parse("AB"), InviteId::parse(&"G".repeat(64))), (None, None));
    }
}
