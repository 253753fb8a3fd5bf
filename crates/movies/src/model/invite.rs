//! Invite links: single use, for a week.

use super::{HouseholdId, InviteId, MemberId};
use jiff::{SignedDuration, Timestamp};
use kernel::Moment;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use uuid::Uuid;

const GOOD_FOR_DAYS: u32 = 7;
/// How long an invite can still be read after it has expired, to say so.
const SHOWN_AFTER: SignedDuration = SignedDuration::from_hours(24);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InviteStatus {
    Pending,
    Accepted,
    Revoked,
    Expired,
}

impl InviteStatus {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Accepted => "accepted",
            Self::Revoked => "revoked",
            Self::Expired => "expired",
        }
    }
}

/// A row of `Invites`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invite {
    pub invite_id: InviteId,
    pub group_id: HouseholdId,
    pub created_by: MemberId,
    pub invite_token: String,
    pub status: InviteStatus,
    pub created_at: Moment,
    pub expires_at: Moment,
    pub ttl: i64,
}

impl Invite {
    pub fn new(token: &InviteToken, household: HouseholdId, by: MemberId, now: Moment) -> Self {
        let expires_at = now.plus_days(GOOD_FOR_DAYS);
        Self {
            invite_id: token.invite,
            group_id: household,
            created_by: by,
            invite_token: token.to_string(),
            status: InviteStatus::Pending,
            created_at: now,
            expires_at,
            ttl: expires_at.plus(SHOWN_AFTER).as_second(),
        }
    }

    /// What it is good for at `now`: a pending one past its time has expired, whatever is stored.
    pub fn status_at(&self, now: Timestamp) -> InviteStatus {
        match self.status {
            InviteStatus::Pending if *self.expires_at <= now => InviteStatus::Expired,
            status => status,
        }
    }
}

/// What the link carries: the invite's id, by which it is read, and a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InviteToken {
    pub invite: InviteId,
    secret: String,
}

/// A UUID without dashes.
const ID_LENGTH: usize = 32;

impl InviteToken {
    pub fn new(invite: InviteId, secret: String) -> Self {
        Self { invite, secret }
    }
}

impl fmt::Display for InviteToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.invite.0.simple(), self.secret)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an invite")]
pub struct NotAnInvite;

impl FromStr for InviteToken {
    type Err = NotAnInvite;

    fn from_str(text: &str) -> Result<Self, NotAnInvite> {
        let (id, secret) = text.split_at_checked(ID_LENGTH).ok_or(NotAnInvite)?;
        let id = Uuid::try_parse(id).map_err(|_| NotAnInvite)?;
        Ok(Self { invite: InviteId(id), secret: secret.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_tells_its_invite() {
        let id = InviteId("123e4567-e89b-12d3-a456-426614174000".parse().unwrap());
        let token = InviteToken::new(id, "s3cret".into());
        assert_eq!(token.to_string(), "123e4567e89b12d3a456426614174000s3cret");
        assert_eq!(token.to_string().parse(), Ok(token));
        for text in ["", "x", "123e4567", "héééééééééééééééééééééééééééééééééééé"]
        {
            assert_eq!(text.parse::<InviteToken>(), Err(NotAnInvite), "{text}");
        }
    }

    #[test]
    fn a_pending_invite_expires_by_itself_and_is_shown_a_day_longer() {
        let now: Moment = "2026-11-15T09:00:00Z".parse().unwrap();
        let id = InviteId("123e4567-e89b-12d3-a456-426614174000".parse().unwrap());
        let member = MemberId::Managed(id.0);
        let invite = Invite::new(&InviteToken::new(id, "x".into()), HouseholdId(id.0), member, now);
        assert_eq!(invite.status_at(*now.plus_days(6)), InviteStatus::Pending);
        assert_eq!(invite.status_at(*now.plus_days(7)), InviteStatus::Expired);
        assert_eq!(invite.ttl, now.plus_days(8).as_second());
    }
}
