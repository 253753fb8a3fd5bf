//! The secrets of a poll: the manager's key, and what tells one voter from another.

use super::{PollId, VoteId};
use kernel::{FieldError, Keyring, UserId, secret};

/// Begins every manage key, so that it can be told from a voter's key.
const PREFIX: &str = "rmk_";
/// 128 bits in base64.
const SHORTEST_VOTER_KEY: usize = 22;
const LONGEST_VOTER_KEY: usize = 200;

/// The creator's key to edit, close and delete a poll: 256 random bits, stored only as a hash. Nobody can guess it, so wrong tries
/// are not counted.
#[derive(Clone, PartialEq, Eq)]
pub struct ManageKey(String);

impl ManageKey {
    /// The key that a secret of 256 bits makes.
    pub fn of(secret: &str) -> Self {
        Self(format!("{PREFIX}{secret}"))
    }

    /// The key in a text that somebody showed, if it looks like one.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        text.starts_with(PREFIX).then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What is stored of it.
    pub fn hash(&self) -> String {
        secret::hash(&self.0)
    }

    pub fn opens(&self, stored: &str) -> bool {
        secret::fits(&self.0, stored)
    }
}

/// Whoever holds one ballot in each poll.
#[derive(Clone, PartialEq, Eq)]
pub enum Voter {
    /// A secret: the `voterKey` of an API client, or a browser's cookie.
    Key(String),
    Account(UserId),
}

impl Voter {
    /// A voter by a secret of their own choice.
    pub fn with_key(key: &str) -> Result<Self, FieldError> {
        let length = key.chars().count();
        let bound = match length {
            ..SHORTEST_VOTER_KEY => format!("at least {SHORTEST_VOTER_KEY}"),
            SHORTEST_VOTER_KEY..=LONGEST_VOTER_KEY => return Ok(Self::Key(key.to_owned())),
            _ => format!("at most {LONGEST_VOTER_KEY}"),
        };
        let message = format!("A voter key has {bound} characters; this has {length}.");
        Err(FieldError { field: "voterKey".into(), message })
    }

    /// The secret, where there is one to hand out.
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Key(key) => Some(key),
            Self::Account(_) => None,
        }
    }

    /// The id of this voter's vote in `poll`. Without the server's key nobody can tell whose it is, nor whether two votes in two
    /// polls are the same person's.
    pub fn vote_in(&self, poll: PollId, keys: &Keyring) -> VoteId {
        let (kind, secret): (&[u8], &[u8]) = match self {
            Self::Key(key) => (b"key", key.as_bytes()),
            Self::Account(id) => (b"account", id.0.as_bytes()),
        };
        let mac = keys.mac("ranked vote", &[poll.0.as_bytes(), kind, secret]);
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&mac[..16]);
        VoteId(uuid::Builder::from_random_bytes(bytes).into_uuid())
    }
}
