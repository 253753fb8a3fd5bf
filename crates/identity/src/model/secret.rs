//! Secrets that open an account, or a part of it: a browser's or program's session, an API token, a link that sets a new password or
//! confirms an address, the address of one's calendar.
//!
//! A secret names its account and its row, so that it is found by key, in the same read as the account. Of its 256 random bits
//! the row keeps only a hash: who reads the table cannot sign in.

use super::Account;
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use jiff::SignedDuration;
use kernel::{Moment, Rng, UserId};
use serde::{Deserialize, Serialize};
use std::fmt;
use uuid::Uuid;

/// What a secret is for, told by how it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretKind {
    Session,
    Token,
    Reset,
    /// Shows that an e-mail address is read by who gave it.
    Confirm,
    /// Reads one's calendar and nothing else.
    Feed,
}

impl SecretKind {
    const ALL: [Self; 5] = [Self::Session, Self::Token, Self::Reset, Self::Confirm, Self::Feed];

    fn prefix(self) -> &'static str {
        match self {
            Self::Session => "rts_",
            Self::Token => "rtt_",
            Self::Reset => "rtr_",
            Self::Confirm => "rtc_",
            Self::Feed => "rtf_",
        }
    }

    /// The kind that `text` claims to be of; `None` where it is no secret of ours at all.
    pub fn of(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| text.starts_with(kind.prefix()))
    }
}

/// A secret as its holder has it: kind, account, row, and 256 random bits.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    pub kind: SecretKind,
    pub user_id: UserId,
    pub id: Uuid,
    bits: [u8; 32],
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secret({:?} {} of {})", self.kind, self.id, self.user_id)
    }
}

impl Secret {
    pub fn draw(rng: &Rng, kind: SecretKind, user_id: UserId, now: Moment) -> Self {
        Self { kind, user_id, id: rng.uuid_v7(*now), bits: rng.bytes() }
    }

    /// The text to hand out, once.
    pub fn reveal(&self) -> String {
        let bytes = [self.user_id.0.as_bytes().as_slice(), self.id.as_bytes(), &self.bits].concat();
        format!("{}{}", self.kind.prefix(), BASE64URL_NOPAD.encode(&bytes))
    }

    pub fn parse(text: &str) -> Option<Self> {
        let kind = SecretKind::of(text)?;
        let bytes = BASE64URL_NOPAD.decode(text.strip_prefix(kind.prefix())?.as_bytes()).ok()?;
        let (user, rest) = bytes.split_first_chunk()?;
        let (id, rest) = rest.split_first_chunk()?;
        let bits = rest.try_into().ok()?;
        Some(Self { kind, user_id: UserId(Uuid::from_bytes(*user)), id: Uuid::from_bytes(*id), bits })
    }

    fn digest(&self) -> blake3::Hash {
        blake3::hash(&self.bits)
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
    /// What it was made with (sessions), so that its owner knows it again.
    pub user_agent: Option<String>,
    pub address: Option<String>,
    pub created_at: Moment,
    pub last_used_at: Option<Moment>,
    /// When it is dead unless it is used before (Unix seconds).
    pub ttl: Option<i64>,
}

impl SecretRow {
    pub fn of(secret: &Secret, now: Moment) -> Self {
        Self {
            id: secret.id,
            hash: HEXLOWER.encode(secret.digest().as_bytes()),
            epoch: None,
            name: None,
            scope: None,
            email: None,
            user_agent: None,
            address: None,
            created_at: now,
            last_used_at: None,
            ttl: None,
        }
    }

    /// Whether `secret` is the one this row was made for, compared in constant time.
    pub fn is_of(&self, secret: &Secret) -> bool {
        blake3::Hash::from_hex(&self.hash).is_ok_and(|hash| hash == secret.digest())
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
            assert!(!row.is_of(&Secret { bits: [0; 32], ..secret.clone() }));
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
