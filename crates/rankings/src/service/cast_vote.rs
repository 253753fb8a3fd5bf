//! Casts a vote; voting again replaces it.
//!
//! A vote touches only items of its own. Only the first vote of a poll also touches the poll, to fix its candidates (see
//! `edit_poll`); everyone after finds that done and collides with nobody.

use crate::{
    Error, keys,
    live::{Ballots, Held},
    model::{Poll, PollId, State, Vote, VoteId, Voter},
    stored,
    tables::RANKED_CHOICE_POLLS,
};
use jiff::Timestamp;
use kernel::Moment;
use std::iter;
use store::{StoreError, Write};
use web::{
    AnswerKey, Ctx, Entity, Fault, Once,
    mine::{self, Owned, Part},
};

/// How often a vote is judged anew when the poll, or the voter's other vote, changes under it.
pub const TRIES: usize = 8;

/// Keys of the last day by which a ballot that is sent again is recognised.
const KEYS_KEPT: usize = 8;

pub struct CastVote {
    pub poll: PollId,
    pub rankings: Vec<String>,
    pub voter: Voter,
    pub once: Once,
}

/// A vote that counts.
pub struct Cast {
    pub vote: Vote,
    pub outcome: CastOutcome,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CastOutcome {
    New,
    /// It took the place of an earlier one.
    Replaced,
    /// This request had been taken before; the vote is as it stands now.
    Replayed,
}

pub async fn cast_vote(ctx: &Ctx, cmd: &CastVote) -> Result<Cast, Error> {
    ctx.take_answer_bytes()?;
    let id = cmd.voter.vote_in(cmd.poll, &ctx.keys);
    let once = cmd.once.answer_key(ctx, &id.to_string());
    for _ in 0..TRIES {
        let poll = stored::get_poll(ctx, cmd.poll).await?;
        let before = match &once {
            Some(once) => earlier_vote(ctx, &poll, id, once).await?,
            None => Earlier::Unknown,
        };
        if let Earlier::Replay(vote) = before {
            return Ok(Cast { vote, outcome: CastOutcome::Replayed });
        }
        let now = ctx.clock.now();
        must_be_open(&poll, now)?;
        let rankings = poll.rank(&cmd.rankings)?;
        let mut vote = Vote { id, poll_id: poll.id, rankings, voted_at: Moment::from(now), once: Vec::new() };
        if let Some(once) = &once {
            vote.once = once.clone().kept_with(before.keys().to_vec(), KEYS_KEPT);
        }
        if let Earlier::Other(before) = &before
            && *before == vote
        {
            return Ok(Cast { vote, outcome: CastOutcome::Replayed });
        }
        // A voter may always replace a ballot; only new ballots need room.
        let is_full = ctx.has_most::<Ballots>(&poll, ctx.settings.max_ballots, Held::total);
        for replaced in before.possible(is_full) {
            let write = if replaced { replace(&before, &vote)? } else { put_new(&vote)? };
            let with = with(&poll, &vote, cmd)?;
            let commit = ctx.commit(iter::once(write).chain(with)).answered::<Poll>(&poll.id);
            match commit.rows::<Ballots>(&poll.id, [keys::vote(poll.id, vote.id)]).await {
                Ok(()) => {
                    let outcome = if replaced { CastOutcome::Replaced } else { CastOutcome::New };
                    return Ok(Cast { vote, outcome });
                }
                // The candidates may have changed before they were fixed.
                Err(error) if error.failed_at(POLL) => break,
                Err(error) if error.is_condition_failed() && is_full && once.is_none() => {
                    return Err(Error::Full);
                }
                Err(error) if error.is_condition_failed() => {}
                // Another first vote fixes the candidates right now; once it has, this one need not.
                Err(StoreError::Conflict) if poll.first_vote_at.is_none() => break,
                Err(error) => return Err(error.into()),
            }
        }
        if is_full && matches!(before, Earlier::None) {
            return Err(Error::Full);
        }
    }
    Err(Fault::Contended.into())
}

/// The voter's vote before this one.
enum Earlier {
    /// Not looked for: without a key there is nothing to recognise.
    Unknown,
    None,
    Other(Vote),
    /// This request cast it, or changed it.
    Replay(Vote),
}

impl Earlier {
    fn keys(&self) -> &[AnswerKey] {
        match self {
            Self::Unknown | Self::None => &[],
            Self::Other(vote) | Self::Replay(vote) => &vote.once,
        }
    }

    /// Returns whether to try replacing an earlier vote, for each attempt in turn.
    fn possible(&self, is_full: bool) -> impl Iterator<Item = bool> {
        let attempts: &[bool] = match self {
            Self::Unknown if !is_full => &[false, true],
            Self::None if !is_full => &[false],
            Self::None => &[],
            Self::Unknown | Self::Other(_) | Self::Replay(_) => &[true],
        };
        attempts.iter().copied()
    }
}

/// Looks for the voter's vote. Fails when the key came with another body, or with a vote that was withdrawn since.
async fn earlier_vote(ctx: &Ctx, poll: &Poll, id: VoteId, once: &AnswerKey) -> Result<Earlier, Error> {
    match stored::find_vote(ctx, poll.id, id).await? {
        Some(vote) if once.is_replay(&vote.once)? => Ok(Earlier::Replay(vote)),
        Some(vote) => Ok(Earlier::Other(vote)),
        None => {
            once.refuse_if_withdrawn(ctx).await?;
            Ok(Earlier::None)
        }
    }
}

fn put_new(vote: &Vote) -> store::Result<Write> {
    Ok(store::put(&RANKED_CHOICE_POLLS, keys::vote(vote.poll_id, vote.id), vote)?.if_new())
}

/// Sets what changes and keeps the rest of the row, the keys of earlier requests too.
fn replace(before: &Earlier, vote: &Vote) -> store::Result<Write> {
    let key = keys::vote(vote.poll_id, vote.id);
    let Earlier::Other(before) = before else {
        let update = store::difference(&RANKED_CHOICE_POLLS, key, &vote.blank(), vote)?;
        return Ok(update.if_there());
    };
    let update = store::difference(&RANKED_CHOICE_POLLS, key, before, vote)?;
    Ok(update.if_there().when(AnswerKey::unchanged(&before.once)?))
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

/// What is written with a vote: the fixed candidates by the first, and its place among what an
/// account has answered.
fn with(poll: &Poll, vote: &Vote, cmd: &CastVote) -> Result<Vec<Write>, Error> {
    let mut writes = Vec::new();
    if poll.first_vote_at.is_none() {
        let fixed = Poll { first_vote_at: Some(vote.voted_at), ..poll.clone() };
        let (table, key) = poll.place();
        writes.push(store::difference(table, key, poll, &fixed)?.when(poll.unchanged()));
    }
    if let Voter::Account(user) = cmd.voter {
        // One row however often the account votes: it is filed under the poll's own time.
        writes.push(mine::note(user, Part::Answered, poll.row())?);
    }
    Ok(writes)
}
