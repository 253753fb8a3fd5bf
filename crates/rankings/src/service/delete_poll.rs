//! Deletes a poll: hidden at once, its votes removed in chunks, its code and itself last.

use crate::{
    Error,
    gate::Visitor,
    keys,
    model::{Poll, PollId},
    service::{edit_poll::change_poll, find_code},
    stored,
    tables::RANKED_CHOICE_POLLS,
};
use async_trait::async_trait;
use jiff::Timestamp;
use std::sync::Arc;
use store::{StoreError, Transaction, Write, readable_row};
use web::{
    Ctx, Edit, Expected, Problem, Progress, Services, TakesDown, WorkHandler, WorkItem, audit, codes, work,
};

pub const WORK: &str = "delete-ranked-poll";

pub async fn delete_poll(ctx: &Ctx, visitor: &Visitor, expected: &Expected) -> Result<(), Error> {
    change_poll(ctx, visitor, expected, |poll| hide(poll, ctx.clock.now())).await?;
    hidden(ctx, visitor.id);
    Ok(())
}

/// The operator takes a poll down, by its id or its code.
pub struct Operator;

#[async_trait]
impl TakesDown for Operator {
    async fn take_down(&self, services: &Arc<Services>, typed: &str) -> Result<(), Problem> {
        let id = find_code::find_poll(services, typed).await?.ok_or(Error::NotFound)?;
        let now = services.clock.now();
        let load = || stored::get_poll(services, id);
        web::edit(services, &Expected::any(), load, |poll| hide(poll, now)).await?;
        hidden(services, id);
        Ok(())
    }
}

/// Hides the poll and leaves a note to remove the rest, both or neither.
pub fn hide(poll: &mut Poll, now: Timestamp) -> Result<Edit<()>, Error> {
    poll.deleted_at = Some(now.into());
    Ok(Edit::of(()).with([work::enqueue(WORK, &poll.id.to_string(), &(), now)?]))
}

/// What follows once it is hidden.
pub fn hidden(services: &Services, id: PollId) {
    audit(services, "ranked poll", &id.to_string(), "ranked poll deleted");
}

/// Removes what hangs on a deleted poll.
pub struct RemoveVotes;

#[async_trait]
impl WorkHandler for RemoveVotes {
    fn kind(&self) -> &'static str {
        WORK
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let id: PollId = item.id.parse().map_err(|_| StoreError::Invalid("not a poll's id".into()))?;
        let store = services.store.as_ref();
        if store::remove_some(store, &RANKED_CHOICE_POLLS, [keys::votes_of(id)]).await? {
            return Ok(Progress::More);
        }
        let poll = store.get(&RANKED_CHOICE_POLLS, &keys::poll(id)).await?;
        let poll: Option<Poll> = poll.and_then(|row| readable_row(&RANKED_CHOICE_POLLS, row));
        let code = poll.and_then(|poll| poll.code).map(|code| codes::release(&code.to_string()));
        let last = Write::delete(&RANKED_CHOICE_POLLS, keys::poll(id));
        store.transact(Transaction::of(code.into_iter().chain([last]))).await?;
        Ok(Progress::Done)
    }
}
