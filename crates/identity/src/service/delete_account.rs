//! Somebody deletes their account. At once nobody can sign in to it any more; what hangs on it goes in the background, first what
//! the features keep, the account itself last.

use super::{check_version, find, roles};
use crate::{
    error::{Error, Result},
    keys,
    model::{Account, Email},
    tables::{IDENTITY, USERS},
};
use async_trait::async_trait;
use kernel::{Moment, UserId};
use std::sync::Arc;
use store::{Condition, Key, Query, Table, Transaction, Write};
use web::{AccountHooks, Ctx, Progress, Services, WorkHandler, WorkItem, system::SYSTEM, work};

const WORK: &str = "identity.delete_account";
/// Rows of one table deleted in one transaction.
const CHUNK: u32 = 50;

/// What the features do about an account's life.
#[derive(Clone, Default)]
pub struct Hooks(pub Arc<[Arc<dyn AccountHooks>]>);

/// Deletes the caller's account, unless it is the last SuperAdmin's or a feature still needs it.
pub async fn delete_account(ctx: &Ctx, hooks: &Hooks) -> Result<()> {
    let user = ctx.actor.signed_in()?.user_id;
    if ctx.if_match().is_some() {
        check_version(ctx, find::get_user(ctx.store.as_ref(), user).await?.version)?;
    }
    for hook in hooks.0.iter() {
        if let Some(objection) = hook.objection(ctx, user).await? {
            return Err(Error::StillNeeded(objection));
        }
    }
    for _ in 0..super::TRIES {
        let account = find::get_account(ctx.store.as_ref(), user).await?;
        match ctx.store.transact(Transaction::of(writes(ctx, &account)?)).await {
            Err(error) if error.failed_at(0) => {}
            done => {
                done.map_err(roles::why)?;
                ctx.work_bell.notify_one();
                tracing::info!(target: "audit", %user, "account deleted");
                return Ok(());
            }
        }
    }
    Err(Error::Stale)
}

fn writes(ctx: &Ctx, account: &Account) -> Result<Vec<Write>> {
    let (user, now) = (account.user_id, Moment::from(ctx.clock.now()));
    let same = Condition::equals("version", account.version).and(Condition::absent("deletedAt"));
    let mut writes =
        vec![Write::update(&IDENTITY, keys::account(user)).set("deletedAt", now.to_string()).when(same)];
    if account.is_super_admin() {
        writes.push(roles::one_super_admin_less());
    }
    writes.push(Write::delete(&IDENTITY, keys::sign_in(&Email::parse(&account.email)?)));
    writes.push(Write::delete(&SYSTEM, keys::feed(user)));
    writes.push(work::enqueue(WORK, &user.to_string(), &(), *now)?);
    Ok(writes)
}

/// Clears away what a deleted account leaves.
pub struct ClearAway(pub Hooks);

#[async_trait]
impl WorkHandler for ClearAway {
    fn kind(&self) -> &'static str {
        WORK
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let Ok(user) = item.id.parse::<UserId>() else { return Ok(Progress::Done) };
        for hook in self.0.0.iter() {
            hook.forget(services, user).await?;
        }
        let account = keys::account(user);
        let ours = first_keys(services, &IDENTITY, keys::everything_of(user)).await?;
        let pushes = first_keys(services, &SYSTEM, keys::pushes_of(user)).await?;
        let ours = ours.into_iter().filter(|key| *key != account).map(|key| Write::delete(&IDENTITY, key));
        let gone: Vec<_> = ours.chain(pushes.into_iter().map(|key| Write::delete(&SYSTEM, key))).collect();
        if !gone.is_empty() {
            services.store.transact(Transaction::of(gone)).await?;
            return Ok(Progress::More);
        }
        let last = [Write::delete(&USERS, keys::user(user)), Write::delete(&IDENTITY, account)];
        services.store.transact(Transaction::of(last)).await?;
        Ok(Progress::Done)
    }
}

async fn first_keys(services: &Services, table: &'static Table, query: Query) -> store::Result<Vec<Key>> {
    let rows = services.store.query(query.limit(CHUNK)).await?;
    rows.items.iter().map(|row| Key::of(row, &table.key)).collect()
}
