//! Keeps a poll that this browser created signed out for the account that is signed in now.

use crate::{
    Error,
    model::{Poll, PollId},
    stored,
};
use web::{Change, Ctx, Expected, mine};

/// `created_here`: whether this is the browser that created it.
pub async fn keep_poll(ctx: &Ctx, id: PollId, created_here: bool) -> Result<Poll, Error> {
    let user = ctx.actor.signed_in()?.user_id;
    let load = || stored::get_poll(ctx, id);
    let keep = |poll: &mut Poll| Ok::<_, Error>(mine::keep(poll, user, created_here)?);
    let (poll, ()) = web::edit(ctx, &Expected::any(), load, keep).await?;
    ctx.live.changed::<Poll>(&id, Change::Edited);
    Ok(poll)
}
