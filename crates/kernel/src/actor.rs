//! Who is asking.

use crate::{Class, Classify, UserId, Zone};
use serde::{Deserialize, Serialize};
use std::{fmt, net::IpAddr};

/// What an account may do beyond its own things. SuperAdmin may do everything; Admin and Manager do not imply each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Role {
    SuperAdmin,
    Admin,
    Manager,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A signed-in account, as far as deciding what it may do goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub user_id: UserId,
    pub display_name: String,
    pub roles: Vec<Role>,
    /// The zone in which this person reads times, once it is known.
    pub time_zone: Option<Zone>,
}

/// Someone making a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    pub account: Option<Account>,
    /// Where the request came from, as the trusted proxies tell it.
    pub address: IpAddr,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("Sign in first.")]
    SignedOut,
    #[error("Your account can’t do this. Ask an admin for access.")]
    NotAllowed,
    #[error("An API token can't do this. Sign in instead.")]
    ByToken,
    #[error("This API token can only read.")]
    OnlyReads,
}

impl Classify for Refused {
    fn class(&self) -> Class {
        match self {
            Self::SignedOut => Class::Unauthenticated,
            Self::NotAllowed | Self::ByToken | Self::OnlyReads => Class::Forbidden,
        }
    }
}

impl Actor {
    /// Whose account is asking, if any.
    pub fn user_id(&self) -> Option<UserId> {
        self.account.as_ref().map(|account| account.user_id)
    }

    /// The account that is asking.
    pub fn signed_in(&self) -> Result<&Account, Refused> {
        self.account.as_ref().ok_or(Refused::SignedOut)
    }

    /// The account that is asking, which must have `role` (or be SuperAdmin).
    pub fn with_role(&self, role: Role) -> Result<&Account, Refused> {
        let account = self.signed_in()?;
        if account.has(role) { Ok(account) } else { Err(Refused::NotAllowed) }
    }
}

impl Account {
    pub fn has(&self, role: Role) -> bool {
        self.roles.contains(&role) || self.roles.contains(&Role::SuperAdmin)
    }
}
