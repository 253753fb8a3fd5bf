//! How a request's credential becomes an account. `identity` implements it; `web` only knows the door.

use async_trait::async_trait;
use jiff::Timestamp;
use kernel::Account;

/// What a request showed, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Credential {
    /// `Authorization: Bearer …`. It may also be a share's access token or a manage key, which only their feature knows.
    Bearer(String),
    /// The session cookie of a browser.
    Cookie(String),
}

/// What an authenticator makes of a credential.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Authenticated {
    Account(Account),
    /// An API token of the account, which may do less than its owner.
    Token {
        account: Account,
        writes: bool,
    },
    /// Not of identity's kinds at all: a feature's own credential.
    NotOurs,
    /// Of identity's kind, and dead: revoked, expired or made up.
    Dead,
}

/// A credential that is good now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Valid {
    pub account: Account,
    /// When it ends by itself; `None` where it does not, or where that is not known.
    pub ends_at: Option<Timestamp>,
}

#[async_trait]
pub trait Authenticator: Send + Sync {
    async fn authenticate(&self, credential: &Credential) -> store::Result<Authenticated>;

    /// Judges a credential again, for a stream that it opened. Returns `None` once it is dead.
    async fn revalidate(&self, credential: &Credential) -> store::Result<Option<Valid>> {
        Ok(self.authenticate(credential).await?.valid(None))
    }
}

impl Authenticated {
    /// The account behind it, with the end that is known of its credential. Returns `None` where there is no account.
    pub fn valid(self, ends_at: Option<Timestamp>) -> Option<Valid> {
        match self {
            Self::Account(account) | Self::Token { account, .. } => Some(Valid { account, ends_at }),
            Self::NotOurs | Self::Dead => None,
        }
    }
}
