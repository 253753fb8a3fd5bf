//! Lists and removes an account's links to identities at sign-in providers.

use crate::{
    error::{Error, Result},
    keys,
    model::{Account, Email, Link},
    stored,
    tables::IDENTITY,
};
use kernel::UserId;
use store::{Write, batch_get_all, readable_row};
use web::{Edit, Expected, Services, edit};

/// Returns the account's links by their ids, oldest first.
pub async fn list_links(services: &Services, account: &Account) -> Result<Vec<(String, Link)>> {
    let keys: Vec<_> = account.links.iter().map(|id| keys::link(id)).collect();
    let rows = batch_get_all(services.store.as_ref(), &IDENTITY, &keys).await?;
    let links = account.links.iter().zip(rows);
    Ok(links.filter_map(|(id, row)| Some((id.clone(), readable_row::<Link>(&IDENTITY, row?)?))).collect())
}

/// Removes one link. Fails with [`Error::LastWayIn`] when nothing else opens the account.
pub async fn unlink_identity(services: &Services, user: UserId, id: &str) -> Result<()> {
    let store = services.store.as_ref();
    let has_password = has_password(services, &stored::get_account(store, user).await?).await?;
    let load = async || stored::get_account(store, user).await;
    edit(services, &Expected::any(), load, |account| {
        let at = account.links.iter().position(|link| link == id).ok_or(Error::NoSuchLink)?;
        if account.links.len() == 1 && !has_password {
            return Err(Error::LastWayIn);
        }
        account.links.remove(at);
        Ok(Edit::of(()).with([Write::delete(&IDENTITY, keys::link(id))]))
    })
    .await?;
    services.live.account_changed(user);
    tracing::info!(target: "audit", audit = true, %user, "link to a sign-in provider removed");
    Ok(())
}

/// Returns whether the account has a password. Once set it can only be replaced, so an answer of `true` stays true.
async fn has_password(services: &Services, account: &Account) -> Result<bool> {
    let Ok(email) = Email::parse(&account.email) else { return Ok(false) };
    let record = stored::find_sign_in(services.store.as_ref(), &email).await?;
    Ok(record.is_some_and(|record| record.user_id == account.user_id && !record.password_hash.is_empty()))
}
