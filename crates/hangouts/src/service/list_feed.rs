//! A group's feed: its pointers, newest first, and what the caller said to each. No hangout is read.

use super::get_group;
use crate::{
    Error, keys,
    model::{Answer, Direction, GroupId, Pointer, Target, Watermark},
    stored,
};
use kernel::PageRequest;
use store::{Position, from_item};
use web::Ctx;

/// A hangout in a list, and what the caller said to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    pub pointer: Pointer,
    pub my_answer: Option<Answer>,
}

impl Card {
    /// Whether the caller was invited and has not said whether they come. Who planned it need not be asked.
    pub fn waits_for(&self, ctx: &Ctx) -> bool {
        let by = ctx.actor.account.as_ref().is_some_and(|account| account.user_id == self.pointer.created_by);
        self.my_answer.is_none() && !self.pointer.cancelled && !by
    }
}

pub async fn list_feed(
    ctx: &Ctx,
    id: GroupId,
    page: PageRequest<Position>,
) -> Result<(Vec<Card>, Option<Position>), Error> {
    get_group::get_membership(ctx, id).await?;
    let rows = ctx.store.query(keys::feed_of(id).limit(page.limit).after(page.after)).await?;
    let pointers = rows.items.into_iter().map(from_item).collect::<store::Result<Vec<Pointer>>>()?;
    Ok((cards(ctx, pointers).await?, rows.next))
}

/// What comes next in a group, soonest first, for those who were let in to it already.
pub async fn list_next(ctx: &Ctx, id: GroupId, limit: u32) -> Result<Vec<Pointer>, Error> {
    let now = Watermark::at(ctx.clock.now());
    let query = keys::by_time(Target::Group(id), Direction::Upcoming, now).limit(limit);
    let rows = ctx.store.query(query).await?;
    Ok(rows.items.into_iter().map(from_item).collect::<store::Result<_>>()?)
}

/// The pointers with what the caller said, by one batch read.
pub async fn cards(ctx: &Ctx, pointers: Vec<Pointer>) -> Result<Vec<Card>, Error> {
    let user = ctx.actor.signed_in()?.user_id;
    let ids = pointers.iter().map(|pointer| pointer.hangout_id);
    let answers = stored::answers_of(ctx, ids, user).await?;
    let card = |pointer: Pointer| Card { my_answer: answers.get(&pointer.hangout_id).copied(), pointer };
    Ok(pointers.into_iter().map(card).collect())
}
