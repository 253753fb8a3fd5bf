//! A group, as one of its members sees it.

use crate::{
    Error,
    model::{Group, GroupId, Membership},
    stored,
};
use futures::try_join;
use kernel::Moment;
use web::Ctx;

/// A group and the caller's place in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupSeen {
    pub group: Group,
    pub mine: Membership,
}

impl GroupSeen {
    pub fn must_own(&self) -> Result<(), Error> {
        if self.mine.is_owner() { Ok(()) } else { Err(Error::NotAnOwner) }
    }
}

/// The group, for its members; to everyone else it is not there.
pub async fn get_group(ctx: &Ctx, id: &GroupId) -> Result<GroupSeen, Error> {
    let user = ctx.actor.signed_in()?.user_id;
    let (group, mine) = try_join!(stored::find_group(ctx, id), stored::find_membership(ctx, id, user))?;
    let (Some(group), Some(mut mine)) = (group, mine) else { return Err(Error::NoGroup) };
    if mine.group_name.is_empty() {
        mine.group_name.clone_from(&group.name);
    }
    Ok(GroupSeen { group, mine: opened(ctx, mine).await? })
}

/// The group, for its owners.
pub async fn get_own_group(ctx: &Ctx, id: &GroupId) -> Result<GroupSeen, Error> {
    let seen = get_group(ctx, id).await?;
    seen.must_own()?;
    Ok(seen)
}

/// The caller's membership alone: what every list of a group costs beside itself.
pub async fn get_membership(ctx: &Ctx, id: &GroupId) -> Result<Membership, Error> {
    let user = ctx.actor.signed_in()?.user_id;
    let mine = stored::find_membership(ctx, id, user).await?.ok_or(Error::NoGroup)?;
    opened(ctx, mine).await
}

/// Notes that a person who was added has opened the group, once.
async fn opened(ctx: &Ctx, mine: Membership) -> Result<Membership, Error> {
    if mine.is_opened() {
        return Ok(mine);
    }
    let now = Moment::from(ctx.clock.now());
    match ctx.store.write(stored::open_membership(&mine, now)).await {
        Err(error) if !error.is_condition_failed() => Err(error.into()),
        _ => Ok(mine.but(|mine| mine.opened_at = Some(now))),
    }
}
