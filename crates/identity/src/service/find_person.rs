//! Finds the person behind an e-mail address: for Admins, and for those who add people to a group or a household.

use crate::{error::Result, model::Email, stored};
use kernel::{Role, UserId};
use web::{Ctx, Quota, Services};

/// Somebody, as others may know them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub user_id: UserId,
    pub display_name: String,
}

/// The person with this e-mail address, for an Admin.
pub async fn find_person(ctx: &Ctx, email: &str) -> Result<Option<Person>> {
    ctx.actor.with_role(Role::Admin)?;
    find_by_email(ctx, email).await
}

/// The person with this e-mail address, for someone who is signed in. Limited, so that nobody tries out a list of addresses.
/// Where the server sends mail, an address counts only once it is confirmed.
pub async fn find_by_email(ctx: &Ctx, email: &str) -> Result<Option<Person>> {
    let asking = ctx.actor.signed_in()?.user_id;
    let email = Email::parse(email)?;
    ctx.quotas.take(Quota::Registrations, ctx.actor.address)?;
    ctx.quotas.take_as(Quota::Registrations, &asking.to_string())?;
    find_confirmed(ctx, &email).await
}

async fn find_confirmed(services: &Services, email: &Email) -> Result<Option<Person>> {
    let found = stored::find_account(services.store.as_ref(), email).await?;
    let counts = found.filter(|account| account.confirmed_at.is_some() || !services.outbound.mail.delivers());
    Ok(counts.map(|account| Person { user_id: account.user_id, display_name: account.display_name }))
}
