//! What the operator can do from the command line: whoever can run it there may do everything.

use crate::{
    error::{Error, Result},
    first,
    model::Email,
    service::{
        create_account::{self, NewAccount, Standing},
        find, reset_password, roles,
    },
};
use kernel::{Role, UserId};
use web::Services;

/// Creates an account, also where registration is closed. The first account of an instance is SuperAdmin.
pub async fn create_account(
    services: &Services,
    email: &str,
    name: &str,
    password: &str,
    roles: &[Role],
) -> Result<UserId> {
    let new = || NewAccount::check(email, name, password);
    new()?;
    if !first::is_taken(services.store.as_ref()).await? {
        match create_account::create_account(services, new()?, Standing::First).await {
            Err(Error::FirstTaken) => {}
            created => {
                let user = created?.user_id;
                let all: Vec<_> = std::iter::once(Role::SuperAdmin).chain(roles.iter().copied()).collect();
                set(services, user, all).await?;
                return Ok(user);
            }
        }
    }
    let standing = Standing::With(sorted(roles.to_vec()));
    Ok(create_account::create_account(services, new()?, standing).await?.user_id)
}

/// Sets the roles of the account with this e-mail address.
pub async fn set_roles(services: &Services, email: &str, roles: &[Role]) -> Result<()> {
    let user = account(services, email).await?.user_id;
    set(services, user, roles.to_vec()).await
}

/// A link with which the owner of this e-mail address can set a new password, once, within a day.
pub async fn make_reset_link(services: &Services, email: &str) -> Result<String> {
    let account = account(services, email).await?;
    let link = reset_password::make_link(services, &account, reset_password::HANDED_LINK).await?;
    tracing::info!(target: "audit", user = %account.user_id, by = "operator", "reset link made");
    Ok(link)
}

async fn account(services: &Services, email: &str) -> Result<crate::model::Account> {
    find::find_account(services.store.as_ref(), &Email::parse(email)?).await?.ok_or(Error::NoSuchAccount)
}

async fn set(services: &Services, user: UserId, roles: Vec<Role>) -> Result<()> {
    let (_, roles) = roles::set_roles(services, user, &sorted(roles), |_| Ok(())).await?;
    tracing::info!(target: "audit", %user, by = "operator", ?roles, "roles changed");
    Ok(())
}

fn sorted(mut roles: Vec<Role>) -> Vec<Role> {
    roles.sort();
    roles.dedup();
    roles
}
