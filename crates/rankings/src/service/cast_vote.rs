//! Casts a vote; voting again replaces it.
//!
//! A vote touches only items of its own. Only the first vote of a poll also touches the poll, to fix its candidates (see
//! `edit_poll`); everyone after finds that done and collides with nobody.

use crate::{
    Error, keys,
    live::{Ballots, Held},
    model::{Poll, PollId, State, Vote, Voter},
    stored,
    tables::RANKED_CHOICE_POLLS,
};
use jiff::Timestamp;
use kernel::Moment;
use store::{StoreError, Write};
use web::{
    Change, Ctx, Entity, Fault,
    edit::commit,
    mine::{self, Owned, Part},
};

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
    ctx.take_answer_bytes()?;
    for _ in 0..TRIES {
        let poll = stored::get_poll(ctx, cmd.poll).await?;
        let now = ctx.clock.now();
        must_be_open(&poll, now)?;
        let vote = Vote {
            id: cmd.voter.vote_in(poll.id, &ctx.keys),
            poll_id: poll.id,
            rankings: poll.rank(&cmd.rankings)?,
            voted_at: Moment::from(now),
        };
        let key = keys::vote(poll.id, vote.id);
        // Who has voted may change their vote; only new ballots need room.
        let is_full = ctx.has_most::<Ballots>(&poll, ctx.settings.max_ballots, Held::total);
        let ways: &[bool] = if is_full { &[true] } else { &[false, true] };
        for &replaced in ways {
            let put = store::put(&RANKED_CHOICE_POLLS, key.clone(), &vote)?;
            let put = if replaced { put.if_there() } else { put.if_new() };
            let with = with(ctx, &poll, &vote, cmd)?;
            match commit(ctx, put, with).await {
                Ok(()) => {
                    ctx.answered::<Ballots>(&poll.id, [key]);
                    ctx.live.changed::<Poll>(&poll.id, Change::Answered);
                    return Ok(Cast { vote, replaced });
                }
                // The candidates may have changed before they were fixed.
                Err(error) if error.failed_at(POLL) => break,
                Err(error) if error.is_condition_failed() && is_full => return Err(Error::Full),
                Err(error) if error.is_condition_failed() => {}
                // Another first vote fixes the candidates right now; once it has, this one need not.
                Err(StoreError::Conflict) if poll.first_vote_at.is_none() => break,
                Err(error) => return Err(error.into()),
            }
        }
    }
    Err(Fault::Contended.into())
}

pub fn must_be_open(poll: &Poll, now: Timestamp) -> Result<(), Error> {
    match poll.state(now) {
        State::Open => Ok(()),
        State::Closed => Err(Error::Closed),
        State::Expired => Err(Error::Expired),
    }
}

/// The poll's place among the writes of a first vote, which begin with the vote.
const POLL: usize = 1;

/// What is written with a vote: the fixed candidates by the first, the mark that other processes follow, and its place among what an
/// account has answered.
fn with(ctx: &Ctx, poll: &Poll, vote: &Vote, cmd: &CastVote) -> Result<Vec<Write>, Error> {
    let mut writes = Vec::new();
    if poll.first_vote_at.is_none() {
        let fixed = Poll { first_vote_at: Some(vote.voted_at), ..poll.clone() };
        let (table, key) = poll.place();
        writes.push(store::difference(table, key, poll, &fixed)?.when(poll.unchanged()));
    }
    writes.extend(ctx.mark::<Ballots>(&poll.id, &keys::vote(poll.id, vote.id))?);
    if let Voter::Account(user) = cmd.voter {
        // One row however often the account votes: it is filed under the poll's own time.
        writes.push(mine::note(user, Part::Answered, poll.row())?);
    }
    Ok(writes)
}
