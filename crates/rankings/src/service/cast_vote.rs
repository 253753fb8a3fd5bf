//! Casts a vote; voting again replaces it.
//!
//! A vote is one transaction of two items that are its own: the vote and its mark. Only the first vote of a poll also touches the
//! poll, to fix its candidates (see `edit_poll`); everyone after finds that done and collides with nobody.

use crate::{
    Error, keys,
    model::{Mark, Poll, PollId, Vote, Voter},
    service::{live, load},
    tables::RANKED_CHOICE_POLLS,
};
use kernel::Moment;
use store::{StoreError, Transaction, Write};
use web::{Ctx, Services, system::SYSTEM};

/// How often a vote is judged anew when the poll, or the voter's other vote, changes under it.
const TRIES: usize = 8;

pub struct CastVote {
    pub poll: PollId,
    pub rankings: Vec<String>,
    pub voter: Voter,
}

/// A vote that counts, and whether it took the place of an earlier one.
pub struct Cast {
    pub vote: Vote,
    pub replaced: bool,
}

pub async fn cast_vote(ctx: &Ctx, cmd: &CastVote) -> Result<Cast, Error> {
    for _ in 0..TRIES {
        let poll = load::poll(ctx, cmd.poll).await?;
        let now = ctx.clock.now();
        poll.must_be_open(now)?;
        let vote = Vote {
            id: cmd.voter.vote_in(poll.id, &ctx.keys),
            poll_id: poll.id,
            rankings: poll.rank(&cmd.rankings)?,
            voted_at: Moment::from(now),
        };
        for replaced in [false, true] {
            match ctx.store.transact(transaction(ctx, &poll, &vote, replaced)?).await {
                Ok(()) => {
                    live::votes_changed(&ctx.live, &poll);
                    return Ok(Cast { vote, replaced });
                }
                // The candidates may have changed before they were fixed.
                Err(error) if error.failed_at(POLL) => break,
                Err(error) if error.is_condition_failed() => {}
                // Another first vote fixes the candidates right now; once it has, this one need not.
                Err(StoreError::Conflict) if poll.first_vote_at.is_none() => break,
                Err(error) => return Err(error.into()),
            }
        }
    }
    Err(Error::Contended)
}

/// The poll's place among the writes of a first vote.
const POLL: usize = 2;

fn transaction(services: &Services, poll: &Poll, vote: &Vote, replaces: bool) -> store::Result<Transaction> {
    let put = store::put(&RANKED_CHOICE_POLLS, keys::vote(poll.id, vote.id), vote)?;
    let put = if replaces { put.if_there() } else { put.if_new() };
    let mut writes = vec![put, mark(services, poll.id, vote.id)?];
    if poll.first_vote_at.is_none() {
        let fix = Write::update(&RANKED_CHOICE_POLLS, keys::poll(poll.id));
        writes.push(fix.set("firstVoteAt", vote.voted_at.to_string()).when(load::unchanged(poll)));
    }
    Ok(Transaction::of(writes))
}

/// The mark by which every process learns that this vote changed.
pub fn mark(services: &Services, poll: PollId, vote: crate::model::VoteId) -> store::Result<Write> {
    let now = services.clock.now();
    store::put(&SYSTEM, keys::mark(poll, services.rng.uuid_v7(now)), &Mark::of(vote, now))
}
