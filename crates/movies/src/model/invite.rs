//! Invite links: single use, for a week.

use super::{HouseholdId, InviteId, MemberId, loose};
use jiff::{SignedDuration, Timestamp};
use kernel::{Moment, Open};
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

impl fmt::Display for InviteStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A row of `Invites`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invite {
    pub invite_id: InviteId,
    pub group_id: HouseholdId,
    #[serde(default, deserialize_with = "loose::optional")]
    pub created_by: Option<MemberId>,
    pub invite_token: String,
    #[serde(default, deserialize_with = "loose::optional")]
    pub status: Option<Open<InviteStatus>>,
    #[serde(default, deserialize_with = "loose::moment")]
    pub created_at: Option<Moment>,
    #[serde(default, deserialize_with = "loose::moment")]
    pub expires_at: Option<Moment>,
    #[serde(default, deserialize_with = "loose::optional", skip_serializing_if = "Option::is_none")]
    pub ttl: Option<i64>,
}

impl Invite {
    pub fn new(token: &InviteToken, household: HouseholdId, by: MemberId, now: Moment) -> Self {
        let expires_at = now.plus_days(GOOD_FOR_DAYS);
        Self {
            invite_id: token.invite,
            group_id: household,
            created_by: Some(by),
            invite_token: token.to_string(),
            status: Some(InviteStatus::Pending.into()),
            created_at: Some(now),
            expires_at: Some(expires_at),
            ttl: Some(expires_at.plus(SHOWN_AFTER).as_second()),
        }
    }

    /// When it expires: a week after it was made where the row does not say.
    pub fn expires(&self) -> Option<Moment> {
        self.expires_at.or_else(|| self.created_at.map(|made| made.plus_days(GOOD_FOR_DAYS)))
    }

    /// Status at `now`: a pending invite past its time, or of unknown age, has expired, whatever is stored. A status that is not known
    /// lets nobody in.
    pub fn status_at(&self, now: Timestamp) -> Open<InviteStatus> {
        let status = self.status.clone().unwrap_or(InviteStatus::Expired.into());
        let over = self.expires().is_none_or(|expires| *expires <= now);
        if over && status.is(&InviteStatus::Pending) { InviteStatus::Expired.into() } else { status }
    }

    pub fn is_made_by(&self, member: MemberId) -> bool {
        self.created_by == Some(member)
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
        assert_eq!(invite.status_at(*now.plus_days(6)), InviteStatus::Pending.into());
        assert_eq!(invite.status_at(*now.plus_days(7)), InviteStatus::Expired.into());
        assert_eq!(invite.ttl, Some(now.plus_days(8).as_second()));
        let without = Invite { expires_at: None, ..invite.clone() };
        assert_eq!(without.status_at(*now.plus_days(6)), InviteStatus::Pending.into());
        let ageless = Invite { expires_at: None, created_at: None, ..invite.clone() };
        assert_eq!(ageless.status_at(*now), InviteStatus::Expired.into());
        let unknown = Invite { status: Some(Open::Other("held".into())), ..invite };
        assert_eq!(unknown.status_at(*now), Open::Other("held".into()));
    }
}
