//! Giving and taking roles. There is always a SuperAdmin: a count of them changes in the same transaction, and never to zero.

use super::{check_version, find};
use crate::{
    error::{Error, Result},
    keys,
    model::Account,
    tables::IDENTITY,
};
use kernel::{Checks, Role, UserId};
use store::{Comparison, Condition, StoreError, Transaction, Value, Write};
use web::{Ctx, Services};

/// An account's roles, with their version; for a SuperAdmin.
pub async fn get_roles(ctx: &Ctx, user: UserId) -> Result<(u64, Vec<Role>)> {
    ctx.actor.with_role(Role::SuperAdmin)?;
    let account = find::get_account(ctx.store.as_ref(), user).await?;
    Ok((account.version, account.roles))
}

/// Sets an account's roles; for a SuperAdmin.
pub async fn change_roles(ctx: &Ctx, user: UserId, roles: &[String]) -> Result<(u64, Vec<Role>)> {
    let by = ctx.actor.with_role(Role::SuperAdmin)?.user_id;
    let roles = parse(roles)?;
    let change = set_roles(ctx, user, &roles, |version| check_version(ctx, version)).await?;
    tracing::info!(target: "audit", %user, %by, roles = ?change.1, "roles changed");
    Ok(change)
}

/// Sets an account's roles, once `allow` agrees with their version.
pub async fn set_roles(
    services: &Services,
    user: UserId,
    roles: &[Role],
    allow: impl Fn(u64) -> Result<()>,
) -> Result<(u64, Vec<Role>)> {
    for _ in 0..super::TRIES {
        let account = find::get_account(services.store.as_ref(), user).await?;
        allow(account.version)?;
        match services.store.transact(Transaction::of(writes(&account, roles))).await {
            Err(error) if error.failed_at(0) => {}
            done => {
                done.map_err(why)?;
                return Ok((account.version + 1, roles.to_vec()));
            }
        }
    }
    Err(Error::Stale)
}

fn parse(names: &[String]) -> Result<Vec<Role>> {
    let mut checks = Checks::new();
    let mut roles = Vec::new();
    for name in names {
        let role = [Role::SuperAdmin, Role::Admin, Role::Manager]
            .into_iter()
            .find(|role| format!("{role:?}") == *name);
        checks.that(
            role.is_some(),
            "roles",
            format!("There is no role “{name}”: SuperAdmin, Admin or Manager."),
        );
        roles.extend(role);
    }
    checks.done()?;
    roles.sort();
    roles.dedup();
    Ok(roles)
}

fn writes(account: &Account, roles: &[Role]) -> Vec<Write> {
    let names = roles.iter().map(|role| Value::from(format!("{role:?}"))).collect();
    let same = Condition::equals("version", account.version).and(Condition::absent("deletedAt"));
    let mut writes = vec![
        Write::update(&IDENTITY, keys::account(account.user_id))
            .set("roles", Value::L(names))
            .set("version", account.version + 1)
            .when(same),
    ];
    match (account.is_super_admin(), roles.contains(&Role::SuperAdmin)) {
        (true, false) => writes.push(one_super_admin_less()),
        (false, true) => writes.push(Write::update(&IDENTITY, keys::super_admins()).add("count", 1)),
        _ => {}
    }
    writes
}

/// Takes one from the count of SuperAdmins, unless it is the last. Put it second in a transaction and ask [`why`] it failed.
pub fn one_super_admin_less() -> Write {
    let not_the_last = Condition::compare("count", Comparison::Greater, 1);
    Write::update(&IDENTITY, keys::super_admins()).add("count", -1).when(not_the_last)
}

/// What a failed transaction means whose second write is [`one_super_admin_less`].
pub fn why(error: StoreError) -> Error {
    if error.failed_at(1) { Error::LastSuperAdmin } else { error.into() }
}
