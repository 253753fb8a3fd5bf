//! Makes a group, with whoever makes it as its owner.

use super::get_group::{self, GroupSeen};
use crate::{
    Error, keys,
    model::{Group, GroupId, GroupRole, Membership},
    stored,
    tables::INVITER_TABLE,
};
use futures::{FutureExt, future::ready};
use kernel::{Account, Checks, Moment, Patch};
use web::{Ctx, Made, New, Once, Seed};

#[derive(Debug, Clone, Default)]
pub struct CreateGroup {
    pub name: String,
    pub description: Option<String>,
}

pub async fn create_group(ctx: &Ctx, once: &Once, cmd: CreateGroup) -> Result<Made<GroupSeen>, Error> {
    let account = ctx.actor.signed_in()?;
    let first = |_: Seed| ready(new_group(ctx, account, &cmd));
    let again = |_: Seed, id: String| made_before(ctx, id.parse().ok()).boxed();
    web::create(ctx, once, first, again).await
}

fn new_group(ctx: &Ctx, account: &Account, cmd: &CreateGroup) -> Result<New<GroupSeen>, Error> {
    let now = Moment::from(ctx.clock.now());
    let mut group = Group::new(ctx.rng.uuid_v7(*now).into(), account.user_id, now);
    let mut checks = Checks::new();
    group.describe(Patch::Set(cmd.name.clone()), Patch::from(cmd.description.clone()), &mut checks);
    checks.done()?;
    let mine = Membership::of_account(&group, account, GroupRole::Owner, now);
    let writes = [
        store::put(&INVITER_TABLE, keys::group(&group.group_id), &group)?.if_new(),
        stored::put_membership(&mine)?,
    ];
    Ok(New::of("group", group.group_id.clone(), GroupSeen { group, mine }, writes))
}

/// What was told when this group was made, unless it is gone.
async fn made_before(ctx: &Ctx, id: Option<GroupId>) -> Result<Option<GroupSeen>, Error> {
    let Some(id) = id else { return Ok(None) };
    match get_group::get_group(ctx, &id).await {
        Err(Error::NoGroup) => Ok(None),
        seen => seen.map(Some),
    }
}
