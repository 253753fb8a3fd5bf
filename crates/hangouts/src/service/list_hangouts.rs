//! Everything ahead of somebody (or behind them), over all of their groups and direct invitations, by time.

use super::list_feed::{Card, cards};
use crate::{
    Error, keys,
    model::{Direction, Membership, Merge, Pointer, Target, Watermark},
    stored,
};
use futures::{StreamExt, TryStreamExt, stream};
use kernel::UserId;
use store::from_item;
use web::{Ctx, Services};

/// Partitions that are read side by side.
const AT_ONCE: usize = 32;

/// Part of somebody's list.
#[derive(Debug, Clone)]
pub struct Listed<T> {
    pub items: Vec<T>,
    pub next: Option<Watermark>,
    /// The groups that were looked into.
    pub groups: Vec<Membership>,
}

/// A page of the caller's list, with what they said.
pub async fn list_hangouts(
    ctx: &Ctx,
    direction: Direction,
    after: Watermark,
    limit: usize,
) -> Result<Listed<Card>, Error> {
    let user = ctx.actor.signed_in()?.user_id;
    let Listed { items, next, groups } = by_time(ctx, user, direction, after, limit).await?;
    Ok(Listed { items: cards(ctx, items).await?, next, groups })
}

/// One query for the groups, then one for each of them and one for the direct invitations, in parallel.
pub async fn by_time(
    services: &Services,
    user: UserId,
    direction: Direction,
    after: Watermark,
    limit: usize,
) -> store::Result<Listed<Pointer>> {
    let groups: Vec<Membership> = stored::all(services, keys::groups_of(user)).await?;
    let targets = groups.iter().map(|mine| Target::Group(mine.group_id)).chain([Target::User(user)]);
    let mut merge = Merge::new(direction, after);
    let reads: Vec<_> = targets.map(|target| read(services, target, direction, after, limit)).collect();
    let read: Vec<_> = stream::iter(reads).buffer_unordered(AT_ONCE).try_collect().await?;
    for (rows, all) in read {
        merge.add(rows, all);
    }
    let (items, next) = merge.page(limit);
    Ok(Listed { items, next, groups })
}

/// As much of one partition as a page may need, and whether that is all of it.
async fn read(
    services: &Services,
    target: Target,
    direction: Direction,
    after: Watermark,
    limit: usize,
) -> store::Result<(Vec<Pointer>, bool)> {
    let merge = Merge::new(direction, after);
    let rows_at_once = u32::try_from(limit + 1).unwrap_or(u32::MAX);
    let mut query = keys::by_time(target, direction, after).limit(rows_at_once);
    let mut rows = Vec::new();
    loop {
        let page = services.store.query(query.clone()).await?;
        for row in page.items {
            rows.push(from_item::<Pointer>(row)?);
        }
        match page.next {
            None => return Ok((rows, true)),
            Some(_) if merge.is_enough(&rows) => return Ok((rows, false)),
            next => query.after = next,
        }
    }
}
