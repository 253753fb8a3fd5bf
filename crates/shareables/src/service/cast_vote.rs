//! Voting, and changing one's vote.

use super::give_answer::{Given, Way, give_answer};
use crate::{
    Error,
    gate::Opened,
    model::{Vote, VoteFields},
};
use web::Ctx;

pub struct CastVote {
    pub way: Way,
    pub fields: VoteFields,
}

pub async fn cast_vote(ctx: &Ctx, opened: &Opened, cmd: CastVote) -> Result<Given<Vote>, Error> {
    let (poll, now) = (opened.share.poll()?, ctx.clock.now());
    let allowed = if poll.is_closed_at(now) { Err(Error::PollClosed) } else { Ok(()) };
    let (name, answers) = poll.accept(cmd.fields)?;
    give_answer(ctx, opened, cmd.way, allowed, |code, created_at| Vote {
        short_id: *opened.id(),
        code,
        name: name.clone(),
        answers: answers.clone(),
        created_at,
        updated_at: now.into(),
        ttl: opened.share.ttl,
    })
    .await
}
