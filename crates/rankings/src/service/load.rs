//! Reads that several use cases begin with, and the condition that a poll is still as it was read.

use crate::{
    Error, keys,
    model::{Poll, PollId, Vote, VoteId},
    tables::RANKED_CHOICE_POLLS,
};
use store::{Condition, Write, from_item};
use web::Services;

/// The poll, read consistently; one that is being deleted is not there.
pub async fn poll(services: &Services, id: PollId) -> Result<Poll, Error> {
    let item = services.store.get(&RANKED_CHOICE_POLLS, &keys::poll(id)).await?.ok_or(Error::NotFound)?;
    let poll: Poll = from_item(item)?;
    if poll.deleted_at.is_some() { Err(Error::NotFound) } else { Ok(poll) }
}

pub async fn find_vote(services: &Services, poll: PollId, vote: VoteId) -> Result<Option<Vote>, Error> {
    let item = services.store.get(&RANKED_CHOICE_POLLS, &keys::vote(poll, vote)).await?;
    Ok(item.map(from_item).transpose()?)
}

/// Holds while nobody has edited the poll since it was read. A poll from elsewhere has no version until its first edit.
pub fn unchanged(poll: &Poll) -> Condition {
    let same = Condition::equals("version", poll.version);
    let there = Condition::exists("PK");
    if poll.version == 0 { there.and(same.or(Condition::absent("version"))) } else { same }
}

/// An edit of the poll: attributes are set one by one, because the first vote may set its own at the same moment.
pub fn edit_of(poll: &Poll) -> Write {
    Write::update(&RANKED_CHOICE_POLLS, keys::poll(poll.id))
        .set("version", poll.version + 1)
        .when(unchanged(poll))
}
