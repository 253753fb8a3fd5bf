//! How far someone may go in one share.

use super::{Role, Shareable, token};
use jiff::Timestamp;
use kernel::{Keyring, UserId};

/// What a request showed for a share, once checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Admin,
    Viewer,
    /// No token, or one that is not good here (any more). Enough for a share without a view passcode.
    Visitor,
}

impl Access {
    pub fn is_admin(self) -> bool {
        self == Self::Admin
    }
}

impl Shareable {
    /// Whether the share belongs to this account.
    pub fn is_of(&self, user: Option<UserId>) -> bool {
        self.owner_id.is_some() && self.owner_id == user
    }

    /// The access that an account or a token gives here.
    pub fn access(
        &self,
        keys: &Keyring,
        now: Timestamp,
        user: Option<UserId>,
        token: Option<&str>,
    ) -> Access {
        if self.is_of(user) {
            return Access::Admin;
        }
        let version = |role| self.passcode_version(role);
        match token.and_then(|token| token::role_of(keys, &self.short_id, version, now, token)) {
            Some(Role::Admin) => Access::Admin,
            Some(Role::View) => Access::Viewer,
            None => Access::Visitor,
        }
    }

    /// Whether this access is enough to see the share while it lasts.
    pub fn may_view(&self, access: Access) -> bool {
        match access {
            Access::Admin | Access::Viewer => true,
            Access::Visitor => self.view_passcode.is_none(),
        }
    }
}
