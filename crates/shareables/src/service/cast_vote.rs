//! Voting, and changing one's vote.

use super::give_answer::{Given, Way, give_answer};
use crate::{
    Error,
    gate::Opened,
    model::{Ballot, VoteFields},
};
use web::Ctx;

pub struct CastVote {
    pub way: Way,
    pub fields: VoteFields,
}

pub async fn cast_vote(ctx: &Ctx, opened: &Opened, cmd: CastVote) -> Result<Given<Ballot>, Error> {
    let poll = opened.share.poll()?;
    let allowed = if poll.is_closed_at(ctx.clock.now()) { Err(Error::PollClosed) } else { Ok(()) };
    give_answer(ctx, opened, cmd.way, allowed, poll.accept(cmd.fields)?).await
}
