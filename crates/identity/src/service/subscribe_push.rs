//! The browsers and phones on which someone wants messages.

use crate::{
    error::{Error, Result},
    gate::{Me, write_in_person},
    keys,
    model::{PushRow, Subscribe},
};
use kernel::UserId;
use store::{Write, put, query_all, readable};
use uuid::Uuid;
use web::{Services, system::SYSTEM};

const MOST_PUSHES: usize = 20;

/// Subscribes; the same endpoint again replaces what was there.
pub async fn subscribe_push(me: &Me, cmd: Subscribe) -> Result<Uuid> {
    cmd.check()?;
    let row = PushRow::of(cmd, me.clock.now().into());
    let held = list_pushes(me, me.user()).await?;
    if held.len() >= MOST_PUSHES && held.iter().all(|other| other.id != row.id) {
        return Err(Error::TooManyPushes(MOST_PUSHES));
    }
    write_in_person(me, [put(&SYSTEM, keys::push(me.user(), row.id), &row)?]).await?;
    Ok(row.id)
}

pub async fn unsubscribe_push(services: &Services, user: UserId, id: Uuid) -> Result<()> {
    let gone = Write::delete(&SYSTEM, keys::push(user, id)).if_there();
    match services.store.write(gone).await {
        Err(error) if error.is_condition_failed() => Err(Error::NoSuchPush),
        done => Ok(done?),
    }
}

/// All of a person's push subscriptions.
pub async fn list_pushes(services: &Services, user: UserId) -> Result<Vec<PushRow>> {
    let rows = query_all(services.store.as_ref(), keys::pushes_of(user)).await?;
    Ok(readable(&SYSTEM, rows))
}
