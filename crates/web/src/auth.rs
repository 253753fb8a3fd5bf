//! How a request's credential becomes an account. `identity` implements it; `web` only knows the door.

use async_trait::async_trait;
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

#[async_trait]
pub trait Authenticator: Send + Sync {
    async fn authenticate(&self, credential: &Credential) -> store::Result<Authenticated>;
}
