//! Secrets that open an account, or a part of it: a browser's or program's session, an API token, a link that sets a new password or
//! confirms an address, the address of one's calendar.
//!
//! A secret names its account and its row, so that it is found by key, in the same read as the account. Of its 256 random bits
//! the row keeps only a hash: who reads the table cannot sign in.

use super::Account;
use jiff::SignedDuration;
use kernel::{Moment, Rng, UserId, secret};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What a secret is for, told by how it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretKind {
    Session,
    Token,
    Reset,
    /// Shows that an e-mail address is read by who gave it.
    Confirm,
    /// Takes over a row of `Users` that has no account.
    TakeOver,
    /// Reads one's calendar and nothing else.
    Feed,
}

impl SecretKind {
    const ALL: [Self; 6] =
        [Self::Session, Self::Token, Self::Reset, Self::Confirm, Self::TakeOver, Self::Feed];

    fn prefix(self) -> &'static str {
        match self {
            Self::Session => "rts_",
            Self::Token => "rtt_",
            Self::Reset => "rtr_",
            Self::Confirm => "rtc_",
            Self::TakeOver => "rta_",
            Self::Feed => "rtf_",
        }
    }

    /// The kind that `text` claims to be of; `None` where it is no secret of ours at all.
    pub fn of(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| text.starts_with(kind.prefix()))
    }
}

/// A secret as its holder has it: kind, account, row, and 256 random bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secret {
    pub kind: SecretKind,
    drawn: secret::Secret,
}

impl Secret {
    pub fn draw(rng: &Rng, kind: SecretKind, user_id: UserId, now: Moment) -> Self {
        let id = rng.uuid_v7(*now);
        Self { kind, drawn: secret::Secret::draw(rng, [user_id.0, id]) }
    }

    pub fn user_id(&self) -> UserId {
        UserId(self.drawn.ids[0])
    }

    pub fn id(&self) -> Uuid {
        self.drawn.ids[1]
    }

    /// The text to hand out, once.
    pub fn reveal(&self) -> String {
        format!("{}{}", self.kind.prefix(), self.drawn.reveal())
    }

    pub fn parse(text: &str) -> Option<Self> {
        let kind = SecretKind::of(text)?;
        let drawn = secret::Secret::parse(text.strip_prefix(kind.prefix())?)?;
        Some(Self { kind, drawn })
    }

    /// What its row keeps of it.
    fn hash(&self) -> String {
        blake3::hash(self.drawn.bits()).to_string()
    }
}

/// What an API token may do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Scope {
    Read,
    #[default]
    Write,
}

/// A session that is not used for this long is over.
const SESSION_IDLE: SignedDuration = SignedDuration::from_hours(30 * 24);
/// A session is over after this long, however much it is used.
const SESSION_LASTS: SignedDuration = SignedDuration::from_hours(180 * 24);

/// When a session that is used now is over unless it is used again (Unix seconds).
pub fn session_ends(created: Moment, now: Moment) -> i64 {
    now.plus(SESSION_IDLE).as_second().min(created.plus(SESSION_LASTS).as_second())
}

/// A secret as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SecretRow {
    pub id: Uuid,
    pub hash: String,
    /// What it counts in: a session or reset link is of an epoch of the account, an API token of one of its resets.
    pub epoch: Option<u64>,
    /// What its owner called it (API tokens).
    pub name: Option<String>,
    /// What it may do (API tokens); absent is everything that a token may.
    pub scope: Option<Scope>,
    /// The address that it confirms.
    pub email: Option<String>,
    /// Whether the account that it makes is the server's first.
    #[serde(default, skip_serializing_if = "is_false")]
    pub makes_first: bool,
    /// What it was made with (sessions), so that its owner knows it again.
    pub user_agent: Option<String>,
    pub address: Option<String>,
    pub created_at: Moment,
    pub last_used_at: Option<Moment>,
    /// When it is dead unless it is used before (Unix seconds).
    pub ttl: Option<i64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl SecretRow {
    pub fn of(secret: &Secret, now: Moment) -> Self {
        Self {
            id: secret.id(),
            hash: secret.hash(),
            epoch: None,
            name: None,
            scope: None,
            email: None,
            makes_first: false,
            user_agent: None,
            address: None,
            created_at: now,
            last_used_at: None,
            ttl: None,
        }
    }

    /// Whether `secret` is the one this row was made for.
    pub fn is_of(&self, secret: &Secret) -> bool {
        secret::same(&self.hash, secret.hash())
    }

    /// Whether it still counts, given how often everything of its kind was ended, and when it ends by itself.
    pub fn is_good(&self, kind: SecretKind, account: &Account, now: Moment) -> bool {
        let current = match kind {
            SecretKind::Token => self.epoch.unwrap_or_default() == account.resets,
            _ => self.epoch.is_none_or(|of| of == account.epoch),
        };
        current && self.ttl.is_none_or(|ttl| ttl > now.as_second())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(kind: SecretKind, seed: u64) -> Secret {
        let rng = Rng::seeded(seed);
        Secret::draw(&rng, kind, UserId(rng.uuid_v4()), "2026-10-17T18:30:00Z".parse().unwrap())
    }

    #[test]
    fn a_secret_reads_back_and_only_it_fits_its_row() {
        for kind in SecretKind::ALL {
            let secret = secret(kind, 1);
            let text = secret.reveal();
            assert_eq!(Secret::parse(&text).as_ref(), Some(&secret), "{text}");
            let row = SecretRow::of(&secret, Moment::default());
            assert!(row.is_of(&secret));
            let other = Secret::draw(&Rng::seeded(3), kind, secret.user_id(), Moment::default());
            assert!(!row.is_of(&other));
            assert!(!text.contains(&row.hash) && !format!("{secret:?}").contains(&text[40..]));
        }
    }

    #[test]
    fn what_is_not_quite_a_secret_is_none() {
        let text = secret(SecretKind::Session, 2).reveal();
        for broken in [
            &text[..text.len() - 1],
            &format!("{text}A"),
            "rts_",
            "rts_!!!!",
            "",
            "v1.abc",
            &text.replace("rts_", "xxx_"),
        ] {
            assert_eq!(Secret::parse(broken), None, "{broken}");
        }
        assert_eq!(SecretKind::of("rtx_abc"), None);
    }
}
