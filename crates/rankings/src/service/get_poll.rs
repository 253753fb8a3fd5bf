//! A poll as a caller may see it.

use crate::{
    Error,
    live::{Ballots, Held, Rights},
    model::Poll,
};
use web::Ctx;

/// A poll, and how many votes it has where the caller may know.
pub struct SeenPoll {
    pub poll: Poll,
    pub total_votes: Option<u64>,
    /// Whether the caller's account owns it.
    pub mine: bool,
}

/// The poll with its number of votes; while results are hidden the number is too, because it tells who voted when.
pub async fn get_poll(ctx: &Ctx, poll: Poll, rights: Rights) -> Result<SeenPoll, Error> {
    let total_votes = if rights.see_results(&poll, ctx.clock.now()) {
        Some(ctx.with_followed::<Ballots, _>(&poll, Held::total).await?)
    } else {
        None
    };
    let account = ctx.actor.user_id();
    let mine = account.is_some() && poll.owner_id == account;
    Ok(SeenPoll { poll, total_votes, mine })
}
