//! Links an identity at the sign-in provider to an account that exists, for its owner alone: the password is asked for again first, and
//! the browser comes back from the provider with a grant sealed for this account.

use super::{
    change_password::check_password,
    mail_new_link,
    sign_in::From,
    sign_in_elsewhere::{find_linked, identity},
};
use crate::{
    error::{Error, Result},
    keys,
    model::{Email, Link},
    stored,
    tables::IDENTITY,
};
use kernel::UserId;
use outbound::{Oidc, oidc::Claims};
use serde::{Deserialize, Serialize};
use store::put;
use web::{Edit, Expected, Services, edit};

/// Links end together in one transaction, at a reset or with the account.
const MAX_LINKS: usize = 10;

/// Permission to link one identity to an account. A password reset in the meantime ends it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct LinkGrant {
    pub user_id: UserId,
    epoch: u64,
}

/// Returns the grant. Fails with a field error when the password is wrong; accounts made by the provider have none.
pub async fn grant_link(
    services: &Services,
    user_id: UserId,
    from: &From,
    password: &str,
) -> Result<LinkGrant> {
    let account = stored::get_account(services.store.as_ref(), user_id).await?;
    if account.provider.is_none() {
        let email = Email::parse(&account.email)?;
        check_password(services, from, &email, password, "currentPassword").await?;
    }
    check_count(account.links.len())?;
    Ok(LinkGrant { user_id, epoch: account.epoch })
}

fn check_count(links: usize) -> Result<()> {
    if links < MAX_LINKS { Ok(()) } else { Err(Error::TooManyLinks(MAX_LINKS)) }
}

/// Links the identity in `claims` to the account of the grant. Fails with [`Error::LinkTaken`] when it opens another account.
pub async fn link_identity(
    services: &Services,
    oidc: &Oidc,
    grant: &LinkGrant,
    claims: &Claims,
) -> Result<()> {
    let (user_id, identity) = (grant.user_id, identity(oidc, claims)?);
    if let Some(owner) = find_linked(services.store.as_ref(), &identity).await? {
        return if owner.user_id == user_id { Ok(()) } else { Err(Error::LinkTaken) };
    }
    let now = services.clock.now();
    let link = Link { user_id, issuer: Some(oidc.settings.issuer.clone()), created_at: now.into() };
    let row = put(&IDENTITY, keys::link(&identity), &link)?.if_new();
    let letter = mail_new_link::enqueue(user_id, &identity, &oidc.settings.name, now)?;
    let load = async || stored::get_account(services.store.as_ref(), user_id).await;
    edit(services, &Expected::any(), load, |account| {
        if account.epoch != grant.epoch {
            return Err(Error::ForeignSignIn);
        }
        check_count(account.links.len())?;
        account.links.push(identity.clone());
        Ok(Edit::of(()).with([row.clone(), letter.clone()]))
    })
    .await?;
    services.work_bell.notify_one();
    tracing::info!(target: "audit", audit = true, user = %user_id, "account linked to a sign-in provider");
    Ok(())
}
