//! From a request's credential to its account: the door that `web` knows.
//!
//! Every request reads its session and its account consistently, in one batch, so that what was revoked is dead at once.

use crate::{
    keys,
    model::{Account, Secret, SecretKind, SecretRow},
    tables::{IDENTITY, USERS},
};
use async_trait::async_trait;
use jiff::SignedDuration;
use kernel::{Clock, Moment};
use std::sync::Arc;
use store::{Store, Transaction, Write, from_item};
use web::auth::{Authenticated, Authenticator, Credential};

/// A session that nobody used for this long is over.
pub const SESSION_IDLE: SignedDuration = SignedDuration::from_hours(30 * 24);
/// That someone was here is written down at most this often.
const TOUCH_AFTER: SignedDuration = SignedDuration::from_hours(1);

/// The authenticator of sessions and API tokens.
pub struct Sessions {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
}

impl Sessions {
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    async fn account_behind(&self, secret: &Secret) -> store::Result<Option<kernel::Account>> {
        let Some((row, account)) = find_live(self.store.as_ref(), secret).await? else { return Ok(None) };
        self.touch(secret, &row).await;
        Ok(Some(kernel::Account {
            user_id: account.user_id,
            display_name: account.display_name,
            roles: account.roles,
        }))
    }

    /// Notes that the secret was used. When that fails the request goes on: it is good to know, not needed.
    async fn touch(&self, secret: &Secret, row: &SecretRow) {
        let now = Moment::from(self.clock.now());
        let last = row.last_used_at.unwrap_or(row.created_at);
        if now.duration_since(*last) < TOUCH_AFTER && row.last_used_at.is_some() {
            return;
        }
        let key = keys::secret(secret.user_id, secret.kind, secret.id);
        let mut used = Write::update(&IDENTITY, key).set("lastUsedAt", now.to_string()).if_there();
        if secret.kind == SecretKind::Session {
            used = used.set("ttl", now.plus(SESSION_IDLE).as_second());
        }
        let active = Write::update(&USERS, keys::user(secret.user_id))
            .set("last_active_at", now.to_string())
            .if_there();
        if let Err(error) = self.store.transact(Transaction::of([used, active])).await {
            tracing::debug!(%error, "the last use of a session was not noted");
        }
    }
}

/// The row and the account behind a session or token, when both are good: one read.
pub async fn find_live(store: &dyn Store, secret: &Secret) -> store::Result<Option<(SecretRow, Account)>> {
    let keys = [keys::account(secret.user_id), keys::secret(secret.user_id, secret.kind, secret.id)];
    let mut found = store.batch_get(&IDENTITY, &keys).await?.into_iter();
    let (Some(Some(account)), Some(Some(row))) = (found.next(), found.next()) else { return Ok(None) };
    let (account, row): (Account, SecretRow) = (from_item(account)?, from_item(row)?);
    let good = row.is_of(secret) && row.is_of_epoch(account.epoch) && account.deleted_at.is_none();
    Ok(good.then_some((row, account)))
}

#[async_trait]
impl Authenticator for Sessions {
    async fn authenticate(&self, credential: &Credential) -> store::Result<Authenticated> {
        let (text, by_cookie) = match credential {
            Credential::Bearer(text) => (text, false),
            Credential::Cookie(text) => (text, true),
        };
        let secret = match SecretKind::of(text) {
            // A cookie of this name can only be meant as a session.
            None if !by_cookie => return Ok(Authenticated::NotOurs),
            Some(SecretKind::Session) => Secret::parse(text),
            Some(SecretKind::Token) if !by_cookie => Secret::parse(text),
            _ => None,
        };
        let Some(secret) = secret else { return Ok(Authenticated::Dead) };
        let account = self.account_behind(&secret).await?;
        Ok(account.map_or(Authenticated::Dead, Authenticated::Account))
    }
}
