//! How polls and votes are read and written.

use crate::{
    Error, keys,
    model::{Poll, PollId, Vote, VoteId},
    service::create_poll::KIND,
    tables::RANKED_CHOICE_POLLS,
};
use kernel::UserId;
use store::{Condition, readable_row};
use web::{
    Services,
    mine::{Mine, Owned},
    outcome::{Decision, Outcome},
};

web::entities! {
    Poll: |poll| (&RANKED_CHOICE_POLLS, keys::poll(poll.id)), |_, _| {},
        while Condition::exists("PK").and(Condition::absent("deletedAt")),
        notifying |poll, notices| notices.edited::<Poll>(&poll.id);
}

impl Owned for Poll {
    fn owner(&mut self) -> &mut Option<UserId> {
        &mut self.owner_id
    }

    fn row(&self) -> Mine {
        Mine::of(KIND, self.id, self.created_at)
    }
}

impl Decision for Poll {
    fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    fn add_outcome(&mut self, outcome: Outcome) {
        self.outcomes.push(outcome);
    }
}

/// AP1: the poll, read consistently; one that is being deleted is not there.
pub async fn get_poll(services: &Services, id: PollId) -> Result<Poll, Error> {
    find_poll(services, id).await?.ok_or(Error::NotFound)
}

/// The same, where it may not be there.
pub async fn find_poll(services: &Services, id: PollId) -> store::Result<Option<Poll>> {
    let poll = services.store.get(&RANKED_CHOICE_POLLS, &keys::poll(id)).await?;
    // One that cannot be read is not there for anyone but `doctor`.
    let poll: Option<Poll> = poll.and_then(|row| readable_row(&RANKED_CHOICE_POLLS, row));
    Ok(poll.filter(|poll| poll.deleted_at.is_none()))
}

/// AP3: one voter's vote.
pub async fn find_vote(services: &Services, poll: PollId, vote: VoteId) -> store::Result<Option<Vote>> {
    let vote = services.store.get(&RANKED_CHOICE_POLLS, &keys::vote(poll, vote)).await?;
    Ok(vote.and_then(|row| readable_row(&RANKED_CHOICE_POLLS, row)))
}
