//! Someone gives another e-mail address. Where the server sends mail, it is theirs once they open the link mailed there; else at once.

use super::{
    change_password::check_password,
    confirm_email::{ask, take_address},
    sign_in::From,
};
use crate::{
    error::{Error, Result},
    model::Email,
    stored,
};
use kernel::{UserId, check::checked};
use store::Transaction;
use web::{Quota, Services};

pub struct ChangeEmail {
    pub email: String,
    pub password: String,
}

/// What became of the new address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Address {
    Changed,
    /// A link was mailed there.
    ToBeConfirmed,
}

pub async fn change_email(
    services: &Services,
    user: UserId,
    from: &From,
    cmd: ChangeEmail,
) -> Result<Address> {
    let email = checked(|checks| Email::check(&cmd.email, "email", checks))?;
    let account = stored::get_account(services.store.as_ref(), user).await?;
    check_password(services, from, &Email::parse(&account.email)?, &cmd.password, "password").await?;
    let owner = stored::find_sign_in(services.store.as_ref(), &email).await?;
    if owner.is_some_and(|owner| owner.user_id != user) {
        return Err(Error::EmailTaken);
    }
    services.quotas.take_as(Quota::Registrations, &user.to_string())?;
    if services.outbound.mail.delivers() {
        let asked = ask(services, &account, &email, Some(from.address))?;
        services.store.transact(Transaction::of(asked)).await?;
        services.work_bell.notify_one();
        return Ok(Address::ToBeConfirmed);
    }
    take_address(services, &account, &email, None, Vec::new()).await?;
    tracing::info!(target: "audit", audit = true, %user, "email address changed");
    Ok(Address::Changed)
}
