//! A group's feed: its pointers, newest first, and what the caller said to each. No hangout is read.

use super::get_group;
use crate::{
    Error, keys,
    model::{Answer, Direction, GroupId, Pointer, Response, Target, Watermark},
    stored,
};
use kernel::{PageRequest, UserId};
use store::Position;
use web::Ctx;

/// A hangout in a list, and what the caller said to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    pub pointer: Pointer,
    pub my_answer: Option<Response>,
}

impl Card {
    /// What the caller said, where that is known here.
    pub fn answer(&self) -> Option<Answer> {
        self.my_answer.as_ref().and_then(|mine| mine.response.known())
    }

    /// Returns whether the caller does not come.
    pub fn is_declined(&self) -> bool {
        self.answer() == Some(Answer::NotGoing)
    }

    /// Returns whether the caller said before it moved that they come or may come, and it is still on.
    pub fn is_asked_again(&self) -> bool {
        let Pointer { moved_at, cancelled, .. } = self.pointer;
        let comes = matches!(self.answer(), Some(Answer::Going | Answer::Maybe));
        comes && !cancelled && self.my_answer.as_ref().is_some_and(|mine| mine.is_before(moved_at))
    }

    /// Whether the caller was invited and has not said whether they come. Who planned it need not be asked.
    pub fn waits_for(&self, ctx: &Ctx) -> bool {
        let made = |user: UserId| self.pointer.created_by.as_ref().is_some_and(|maker| *maker == user);
        let by = ctx.actor.user_id().is_some_and(made);
        self.my_answer.is_none() && !self.pointer.cancelled && !by
    }
}

pub async fn list_feed(
    ctx: &Ctx,
    id: &GroupId,
    page: PageRequest<Position>,
) -> Result<(Vec<Card>, Option<Position>), Error> {
    get_group::get_membership(ctx, id).await?;
    let rows = ctx.store.query(keys::feed_of(id).limit(page.limit).after(page.after)).await?;
    Ok((cards(ctx, stored::read_all(rows.items)).await?, rows.next))
}

/// What comes next in a group, soonest first, for those who were let in to it already.
pub async fn list_next(ctx: &Ctx, id: &GroupId, limit: u32) -> Result<Vec<Pointer>, Error> {
    let now = Watermark::at(ctx.clock.now());
    let query = keys::by_time(&Target::Group(id.clone()), Direction::Upcoming, &now).limit(limit);
    let rows = ctx.store.query(query).await?;
    Ok(stored::read_all(rows.items))
}

/// The pointers with what the caller said, by one batch read.
pub async fn cards(ctx: &Ctx, pointers: Vec<Pointer>) -> Result<Vec<Card>, Error> {
    let user = ctx.actor.signed_in()?.user_id;
    let ids = pointers.iter().map(|pointer| &pointer.hangout_id);
    let answers = stored::answers_of(ctx, ids, user).await?;
    let card = |pointer: Pointer| Card { my_answer: answers.get(&pointer.hangout_id).cloned(), pointer };
    Ok(pointers.into_iter().map(card).collect())
}
