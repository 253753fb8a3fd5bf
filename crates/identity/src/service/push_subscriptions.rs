//! The browsers and phones that somebody wants messages on. No feature sends any yet: this keeps where to, for those that will.

use super::while_alive;
use crate::{
    error::{Error, Result},
    keys,
    model::{PushRow, Subscribe},
};
use kernel::Moment;
use serde::Serialize;
use store::{Transaction, Write, from_item, put};
use utoipa::ToSchema;
use uuid::Uuid;
use web::{Ctx, system::SYSTEM};

const MOST_PUSHES: usize = 20;

/// A push subscription as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PushSubscription)]
pub struct PushView {
    pub id: Uuid,
    pub endpoint: String,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Moment,
}

/// Subscribes; the same endpoint again replaces what was there.
pub async fn subscribe(ctx: &Ctx, cmd: Subscribe) -> Result<Uuid> {
    let user = ctx.actor.signed_in()?.user_id;
    cmd.check()?;
    let row = PushRow::of(cmd, ctx.clock.now().into());
    let held = list_pushes(ctx).await?;
    if held.len() >= MOST_PUSHES && held.iter().all(|other| other.id != row.id) {
        return Err(Error::TooManyPushes(MOST_PUSHES));
    }
    let writes = [while_alive(user), put(&SYSTEM, keys::push(user, row.id), &row)?];
    ctx.store.transact(Transaction::of(writes)).await?;
    Ok(row.id)
}

pub async fn unsubscribe(ctx: &Ctx, id: Uuid) -> Result<()> {
    let user = ctx.actor.signed_in()?.user_id;
    let gone = Write::delete(&SYSTEM, keys::push(user, id)).if_there();
    match ctx.store.write(gone).await {
        Err(error) if error.is_condition_failed() => Err(Error::NoSuchPush),
        done => Ok(done?),
    }
}

/// All of the caller's push subscriptions.
pub async fn list_pushes(ctx: &Ctx) -> Result<Vec<PushView>> {
    let rows = ctx.store.query(keys::pushes_of(ctx.actor.signed_in()?.user_id)).await?;
    let views = rows.items.into_iter().map(|row| {
        let PushRow { id, endpoint, created_at, .. } = from_item(row)?;
        Ok(PushView { id, endpoint, created_at })
    });
    views.collect()
}
