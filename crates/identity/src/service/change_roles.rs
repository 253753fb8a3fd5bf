//! Giving and taking roles. There is always a SuperAdmin: a count of them changes in the same transaction, and never to zero.

use crate::{
    error::{Error, Result},
    model::Account,
    stored::{self, count_super_admins, one_super_admin_less, one_super_admin_more},
};
use kernel::{Checks, Role, UserId};
use std::sync::atomic::{AtomicU64, Ordering};
use store::Write;
use web::{Edit, Expected, Services, edit};

/// Reads role names as they are sent.
pub fn parse_roles(names: &[String]) -> Result<Vec<Role>> {
    let mut checks = Checks::new();
    let mut roles = Vec::new();
    for name in names {
        let known = [Role::SuperAdmin, Role::Admin, Role::Manager];
        let role = known.into_iter().find(|role| format!("{role:?}") == *name);
        let words = format!("There is no role “{name}”. Use SuperAdmin, Admin or Manager.");
        checks.that(role.is_some(), "roles", words);
        roles.extend(role);
    }
    checks.done()?;
    Ok(sorted(roles))
}

fn sorted(mut roles: Vec<Role>) -> Vec<Role> {
    roles.sort();
    roles.dedup();
    roles
}

/// Sets an account's roles, unless they come with each sign-in from elsewhere.
pub async fn change_roles(
    services: &Services,
    user: UserId,
    expected: &Expected,
    roles: Vec<Role>,
) -> Result<Account> {
    let by_claim = services.outbound.oidc.as_ref().is_some_and(|oidc| oidc.settings.roles_claim.is_some());
    if by_claim && stored::get_account(services.store.as_ref(), user).await?.provider.is_some() {
        return Err(Error::RolesElsewhere);
    }
    let roles = sorted(roles);
    edit_counted(
        services,
        user,
        expected,
        |account| account.set_roles(roles.iter().copied()),
        |_| Ok(Vec::new()),
    )
    .await
}

/// Edits an account in a way that may change how many SuperAdmins there are; `with` is written in the same transaction.
pub async fn edit_counted(
    services: &Services,
    user: UserId,
    expected: &Expected,
    change: impl Fn(&mut Account),
    with: impl Fn(&Account) -> Result<Vec<Write>>,
) -> Result<Account> {
    let super_admins = AtomicU64::new(0);
    let store = services.store.as_ref();
    let load = async || {
        let account = stored::get_account(store, user).await?;
        if account.counts() {
            super_admins.store(count_super_admins(store).await?, Ordering::Relaxed);
        }
        Ok::<_, Error>(account)
    };
    let (account, ()) = edit(services, expected, load, |account| {
        let was = account.counts();
        change(account);
        let mut writes = with(account)?;
        match (was, account.counts()) {
            (true, false) if super_admins.load(Ordering::Relaxed) <= 1 => return Err(Error::LastSuperAdmin),
            (true, false) => writes.push(one_super_admin_less()),
            (false, true) => writes.push(one_super_admin_more()),
            _ => {}
        }
        Ok(Edit::of(()).with(writes))
    })
    .await?;
    services.live.account_changed(user);
    Ok(account)
}
