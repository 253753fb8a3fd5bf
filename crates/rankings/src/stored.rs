//! How polls and votes are read and written.

use crate::{
    Error, keys,
    model::{Poll, PollId, Vote, VoteId},
    tables::RANKED_CHOICE_POLLS,
};
use jiff::Timestamp;
use store::{Condition, Key, Table, from_item};
use web::{
    Entity, Services,
    outcome::{Decision, Outcome},
};

impl Entity for Poll {
    fn place(&self) -> (&'static Table, Key) {
        (&RANKED_CHOICE_POLLS, keys::poll(self.id))
    }

    fn version(&self) -> u64 {
        self.version.into()
    }

    fn edited(&mut self, _: Timestamp) {
        self.version += 1;
    }

    /// A poll from elsewhere has no version until its first edit.
    fn unchanged(&self) -> Condition {
        let same = Condition::equals("version", self.version);
        let there = Condition::exists("PK");
        let same = if self.version == 0 { there.and(same.or(Condition::absent("version"))) } else { same };
        same.and(Condition::absent("deletedAt"))
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
    let poll: Option<Poll> = poll.map(from_item).transpose()?;
    Ok(poll.filter(|poll| poll.deleted_at.is_none()))
}

/// AP3: one voter's vote.
pub async fn find_vote(services: &Services, poll: PollId, vote: VoteId) -> store::Result<Option<Vote>> {
    services.store.get(&RANKED_CHOICE_POLLS, &keys::vote(poll, vote)).await?.map(from_item).transpose()
}
