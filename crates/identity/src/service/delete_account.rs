//! Someone deletes their account. At once nobody can sign in to it any more; what hangs on it goes in the background, first what
//! the features keep, the account itself last.

use super::change_roles::edit_counted;
use crate::{
    error::{Error, Result},
    keys,
    live::Everyone,
    model::{Account, Email, SignIn},
    stored,
    tables::{IDENTITY, USERS},
};
use async_trait::async_trait;
use kernel::{Moment, UserId};
use store::{Store, Transaction, Write, from_item, remove_some};
use web::{Expected, Progress, Services, WorkHandler, WorkItem, mine, system::SYSTEM, work};

const WORK: &str = "identity.delete_account";

/// Deletes an account, unless it is the last SuperAdmin's or a feature still needs it. `expected` is the version of its profile.
pub async fn delete_account(services: &Services, user: UserId, expected: &Expected) -> Result<()> {
    expected.check(stored::get_user(services.store.as_ref(), user).await?.version)?;
    for hook in &services.joined.accounts {
        if let Some(objection) = hook.objection(services, user).await? {
            return Err(Error::StillNeeded(objection));
        }
    }
    let now = Moment::from(services.clock.now());
    let own_record = has_own_record(services, user).await?;
    let delete = |account: &mut Account| account.deleted_at = Some(now);
    edit_counted(services, user, &Expected::any(), delete, |account| with(account, own_record, now)).await?;
    services.work_bell.notify_one();
    tracing::info!(target: "audit", audit = true, %user, "account deleted");
    Ok(())
}

/// Who signs in elsewhere has no record here, and someone else may have one for the same address. A record that cannot be read goes
/// with the account that signs in here.
async fn has_own_record(services: &Services, user: UserId) -> Result<bool> {
    let store = services.store.as_ref();
    let account = stored::get_account(store, user).await?;
    let row = store.get(&IDENTITY, &keys::sign_in(&Email::parse(&account.email)?)).await?;
    Ok(match row.map(from_item::<SignIn>) {
        Some(Ok(record)) => record.user_id == user,
        Some(Err(_)) => account.provider.is_none(),
        None => false,
    })
}

fn with(account: &Account, own_record: bool, now: Moment) -> Result<Vec<Write>> {
    let user = account.user_id;
    let mut writes =
        vec![Write::delete(&SYSTEM, keys::feed(user)), work::enqueue(WORK, &user.to_string(), &(), *now)?];
    writes.extend(account.links.iter().map(|link| Write::delete(&IDENTITY, keys::link(link))));
    if own_record {
        writes.push(Write::delete(&IDENTITY, keys::sign_in(&Email::parse(&account.email)?)));
    }
    Ok(writes)
}

/// Removes some rows that hang on an account, without the account itself. Returns whether more may be left.
async fn remove_rows(store: &dyn Store, user: UserId) -> store::Result<bool> {
    let mine = [mine::of(user, mine::Part::Made), mine::of(user, mine::Part::Answered)];
    let in_system = mine.into_iter().chain([keys::pushes_of(user)]);
    Ok(remove_some(store, &IDENTITY, keys::everything_on(user)).await?
        || remove_some(store, &SYSTEM, in_system).await?)
}

/// Clears away what a deleted account leaves.
pub struct ClearAway;

#[async_trait]
impl WorkHandler for ClearAway {
    fn kind(&self) -> &'static str {
        WORK
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let Ok(user) = item.id.parse::<UserId>() else { return Ok(Progress::Done) };
        let (began, store) = (services.clock.now(), services.store.as_ref());
        let mut changed = false;
        for hook in &services.joined.accounts {
            changed |= hook.forget(services, user).await?;
        }
        while remove_rows(store, user).await? {}
        match work::after_pass(services, item, began, changed).await? {
            Progress::Done => {}
            later => return Ok(later),
        }
        let last = [Write::delete(&USERS, keys::user(user)), Write::delete(&IDENTITY, keys::account(user))];
        let last = last.into_iter().chain(Everyone::mark(services, user)?);
        store.transact(Transaction::of(last)).await?;
        Everyone::changed(services, user);
        Ok(Progress::Done)
    }
}
