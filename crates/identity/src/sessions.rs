//! From a request's credential to its account: the door that `web` knows.
//!
//! Every request reads its session and its account consistently, in one batch, so that what was revoked is dead at once.

use crate::{
    error::Error,
    keys,
    model::{Account, Scope, Secret, SecretKind, SecretRow, session_ends},
    service::sign_in_elsewhere::{find_linked, identity},
    stored::find_live,
    tables::{IDENTITY, USERS},
};
use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use kernel::{Clock, Moment};
use outbound::{Oidc, OidcError};
use std::sync::Arc;
use store::{Store, StoreError, Transaction, Write};
use web::{
    Fault,
    auth::{Authenticated, Authenticator, Credential, Valid},
};

/// That someone was here is written down at most this often.
const TOUCH_AFTER: SignedDuration = SignedDuration::from_hours(1);

/// A credential's account, and when the credential ends by itself.
type Judged = (Authenticated, Option<Timestamp>);

const DEAD: Judged = (Authenticated::Dead, None);

/// The authenticator of sessions and API tokens.
pub struct Sessions {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    oidc: Option<Arc<Oidc>>,
}

impl Sessions {
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock, oidc: None }
    }

    /// The same where a provider's tokens are accepted too.
    #[must_use]
    pub fn with_oidc(self, oidc: Option<Arc<Oidc>>) -> Self {
        Self { oidc, ..self }
    }

    /// The account behind a provider's token: one that has signed in here before.
    async fn elsewhere(&self, oidc: &Oidc, token: &str) -> store::Result<Judged> {
        let claims = match oidc.bearer(token, self.clock.now()).await {
            Ok(claims) => claims,
            Err(OidcError::Refused(_)) => return Ok(DEAD),
            Err(error) => return Err(StoreError::Unavailable(error.to_string())),
        };
        let Ok(identity) = identity(oidc, &claims) else { return Ok(DEAD) };
        let ends_at = claims.0.get("exp").and_then(serde_json::Value::as_i64).and_then(at_second);
        match find_linked(self.store.as_ref(), &identity).await {
            // A program holds it, so it may do what an API token may.
            Ok(Some(account)) if account.is_active() => {
                Ok((Authenticated::Token { account: known(account), writes: true }, ends_at))
            }
            Ok(_) => Ok(DEAD),
            Err(Error::Fault(Fault::Store(error))) => Err(error),
            Err(error) => Err(StoreError::Invalid(error.to_string())),
        }
    }

    async fn behind(&self, secret: &Secret) -> store::Result<Judged> {
        let found = find_live(self.store.as_ref(), secret, self.clock.now().into()).await?;
        let Some((row, account)) = found else { return Ok(DEAD) };
        self.touch(secret, &row).await;
        let account = known(account);
        let authenticated = match secret.kind {
            SecretKind::Token => {
                Authenticated::Token { account, writes: row.scope.unwrap_or_default() == Scope::Write }
            }
            _ => Authenticated::Account(account),
        };
        Ok((authenticated, row.ttl.and_then(at_second)))
    }

    async fn judge(&self, credential: &Credential) -> store::Result<Judged> {
        let (text, by_cookie) = match credential {
            Credential::Bearer(text) => (text, false),
            Credential::Cookie(text) => (text, true),
        };
        if let Some(oidc) = self.oidc.as_ref().filter(|_| !by_cookie && is_jwt(text)) {
            return self.elsewhere(oidc, text).await;
        }
        let secret = match SecretKind::of(text) {
            // A cookie of this name can only be meant as a session.
            None if !by_cookie => return Ok((Authenticated::NotOurs, None)),
            Some(SecretKind::Session) => Secret::parse(text),
            Some(SecretKind::Token) if !by_cookie => Secret::parse(text),
            _ => None,
        };
        match secret {
            Some(secret) => self.behind(&secret).await,
            None => Ok(DEAD),
        }
    }

    /// Notes that the secret was used. When that fails the request goes on: it is good to know, not needed.
    async fn touch(&self, secret: &Secret, row: &SecretRow) {
        let now = Moment::from(self.clock.now());
        let last = row.last_used_at.unwrap_or(row.created_at);
        if now.duration_since(*last) < TOUCH_AFTER && row.last_used_at.is_some() {
            return;
        }
        let key = keys::secret(secret.user_id(), secret.kind, secret.id());
        let mut used = Write::update(&IDENTITY, key).set("lastUsedAt", now.to_string()).if_there();
        if secret.kind == SecretKind::Session {
            used = used.set("ttl", session_ends(row.created_at, now));
        }
        let active = Write::update(&USERS, keys::user(secret.user_id()))
            .set("last_active_at", now.to_string())
            .if_there();
        if let Err(error) = self.store.transact(Transaction::of([used, active])).await {
            tracing::debug!(%error, "the last use of a session was not noted");
        }
    }
}

/// An account, as far as deciding what it may do goes.
fn known(account: Account) -> kernel::Account {
    let roles = account.known_roles();
    let Account { user_id, display_name, time_zone, .. } = account;
    kernel::Account { user_id, display_name, roles, time_zone }
}

fn at_second(second: i64) -> Option<Timestamp> {
    Timestamp::from_second(second).ok()
}

/// Whether a credential has the look of a provider's token.
fn is_jwt(text: &str) -> bool {
    text.starts_with("eyJ") && text.split('.').count() == 3
}

#[async_trait]
impl Authenticator for Sessions {
    async fn authenticate(&self, credential: &Credential) -> store::Result<Authenticated> {
        Ok(self.judge(credential).await?.0)
    }

    async fn revalidate(&self, credential: &Credential) -> store::Result<Option<Valid>> {
        let (authenticated, ends_at) = self.judge(credential).await?;
        Ok(authenticated.valid(ends_at))
    }
}
