//! What the operator can do from the command line: whoever can run it there may do everything.

use crate::{
    error::{Error, Result},
    first,
    model::{Account, Email},
    service::{
        change_roles::change_roles,
        create_account::{self, NewAccount, Proven, Standing},
        deactivate_account::{deactivate_account, reactivate_account},
        request_reset::{HANDED_LINK, make_link},
        take_over,
    },
    stored,
};
use kernel::{Role, UserId};
use web::{Expected, Services};

/// Creates an account, also where registration is closed. The first account of an instance is SuperAdmin.
pub async fn create_account(
    services: &Services,
    email: &str,
    name: &str,
    password: &str,
    roles: &[Role],
) -> Result<UserId> {
    let checked = NewAccount::check(services, email, name, password)?;
    // Whoever runs the command decides whose row it is.
    let row = take_over::find_unclaimed(services, &checked.email, email).await?;
    let new = || {
        Ok::<_, Error>(NewAccount { row: row.clone(), ..NewAccount::check(services, email, name, password)? })
    };
    if !first::is_taken(services.store.as_ref()).await? {
        match create_account::create_account(services, new()?, Standing::First, Proven::Yes).await {
            Err(Error::FirstTaken) => {}
            created => {
                let user = created?.user_id;
                let all: Vec<_> = std::iter::once(Role::SuperAdmin).chain(roles.iter().copied()).collect();
                set(services, user, all).await?;
                return Ok(user);
            }
        }
    }
    let standing = Standing::With(roles.to_vec());
    Ok(create_account::create_account(services, new()?, standing, Proven::Yes).await?.user_id)
}

/// Sets the roles of the account with this e-mail address.
pub async fn set_roles(services: &Services, email: &str, roles: &[Role]) -> Result<()> {
    let user = account(services, email).await?.user_id;
    set(services, user, roles.to_vec()).await
}

/// A link with which the owner of this e-mail address can set a new password, once, within a day.
pub async fn make_reset_link(services: &Services, email: &str) -> Result<String> {
    let account = account(services, email).await?;
    let link = make_link(services, &account, HANDED_LINK).await?;
    tracing::info!(target: "audit", audit = true, user = %account.user_id, by = "operator", "reset link made");
    Ok(link)
}

/// Lets the owner of this e-mail address try passwords again at once.
pub async fn unlock(services: &Services, email: &str) -> Result<()> {
    let user = account(services, email).await?.user_id;
    services.guesses.unlock(&Email::parse(email)?.unnamed()).await?;
    tracing::info!(target: "audit", audit = true, %user, by = "operator", "account unlocked");
    Ok(())
}

/// Deactivates the account of this e-mail address, or lets its owner in again.
pub async fn set_active(services: &Services, email: &str, active: bool) -> Result<()> {
    let user = account(services, email).await?.user_id;
    if active {
        reactivate_account(services, user).await?;
        tracing::info!(target: "audit", audit = true, %user, by = "operator", "account reactivated");
    } else {
        deactivate_account(services, user).await?;
        tracing::info!(target: "audit", audit = true, %user, by = "operator", "account deactivated");
    }
    Ok(())
}

async fn account(services: &Services, email: &str) -> Result<Account> {
    stored::find_account(services.store.as_ref(), &Email::parse(email)?).await?.ok_or(Error::NoSuchAccount)
}

async fn set(services: &Services, user: UserId, roles: Vec<Role>) -> Result<()> {
    let account = change_roles(services, user, &Expected::any(), roles).await?;
    tracing::info!(target: "audit", audit = true, %user, by = "operator", roles = ?account.roles, "roles changed");
    Ok(())
}
