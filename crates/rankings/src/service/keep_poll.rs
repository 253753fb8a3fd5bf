//! Keeps a poll that this browser created signed out for the account that is signed in now.

use crate::{
    Error,
    live::PollRoom,
    model::{Poll, PollId},
    service::create_poll::KIND,
    stored,
};
use web::{Change, Ctx, Edit, Expected, mine};

/// `has_created`: whether this is the browser that created it.
pub async fn keep_poll(ctx: &Ctx, id: PollId, has_created: bool) -> Result<Poll, Error> {
    let user = ctx.actor.signed_in()?.user_id;
    let load = async || stored::get_poll(ctx, id).await;
    let (poll, ()) = web::edit(ctx, &Expected::any(), load, |poll| {
        if poll.owner_id == Some(user) {
            return Ok(Edit::of(()));
        }
        if poll.owner_id.is_some() {
            return Err(Error::Owned);
        }
        if !has_created {
            return Err(Error::NotCreatedHere);
        }
        poll.owner_id = Some(user);
        Ok(Edit::of(()).with([mine::made(user, *poll.created_at, KIND, &poll.id.to_string(), None)?]))
    })
    .await?;
    ctx.live.changed::<PollRoom>(&id, Change::Edited);
    Ok(poll)
}
