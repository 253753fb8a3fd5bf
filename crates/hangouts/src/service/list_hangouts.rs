//! Everything ahead of somebody (or behind them), over all of their groups and direct invitations, by time.

use super::list_feed::{Card, cards};
use crate::{
    Error, keys,
    model::{Direction, Membership, Merge, Place, Pointer, Target, Watermark},
    stored,
    tables::INVITER_TABLE,
};
use futures::{StreamExt, TryStreamExt, stream};
use kernel::UserId;
use store::{Item, Query, Rows, readable_row};
use web::{Ctx, Services};

/// Partitions that are read side by side.
const AT_ONCE: usize = 32;
/// Rows that all partitions together are asked for at first, and how many each of them is at least.
const AT_FIRST: usize = 800;
const LEAST: u32 = 4;

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
    let Listed { items, next, groups } = by_time(ctx, user, direction, &after, limit).await?;
    Ok(Listed { items: cards(ctx, items).await?, next, groups })
}

/// One query for the groups, then one for each of them and one for the direct invitations, in parallel. Those that hold more of the
/// page than their share are asked again.
pub async fn by_time(
    services: &Services,
    user: UserId,
    direction: Direction,
    after: &Watermark,
    limit: usize,
) -> store::Result<Listed<Pointer>> {
    let groups = stored::groups_of(services, user).await?;
    let targets =
        groups.iter().map(|mine| Target::Group(mine.group_id.clone())).chain([Target::User(user.into())]);
    let mut queries: Vec<Query> = targets.map(|target| keys::by_time(&target, direction, after)).collect();
    let mut merge = Merge::new(direction, after.clone(), queries.len());
    let mut rows_each = share(limit, queries.len());
    while let due = merge.due(limit)
        && !due.is_empty()
    {
        let reads: Vec<_> =
            due.iter().map(|at| services.store.query(queries[*at].clone().limit(rows_each))).collect();
        let read: Vec<Rows> = stream::iter(reads).buffered(AT_ONCE).try_collect().await?;
        for (at, rows) in due.into_iter().zip(read) {
            merge.add(at, placed(rows.items), rows.next.is_none());
            queries[at].after = rows.next;
        }
        rows_each = whole(limit);
    }
    let (rows, next) = merge.page(limit);
    let items = stored::read_all(rows);
    Ok(Listed { items, next, groups })
}

/// How many rows a partition is asked for at first: a whole page of each where they are few, and where they are many only its part.
fn share(limit: usize, partitions: usize) -> u32 {
    let each = u32::try_from(AT_FIRST / partitions.max(1)).unwrap_or(u32::MAX);
    each.max(LEAST).min(whole(limit))
}

/// As many rows of one partition as a page can need, unless several begin at one time.
fn whole(limit: usize) -> u32 {
    u32::try_from(limit + 1).unwrap_or(u32::MAX)
}

/// The rows that can be read whole, with their places. What was found in an index has both.
fn placed(rows: Vec<Item>) -> Vec<(Place, Item)> {
    let place = |row: Item| {
        let row = keys::named(row);
        Some((readable_row::<Place>(&INVITER_TABLE, &row)?, row))
    };
    rows.into_iter().filter_map(place).collect()
}
