//! Deletes a poll: hidden at once, its votes removed in chunks, itself last.

use crate::{
    Error, keys,
    model::{Poll, PollId},
    service::{access::Credentials, live, load},
    tables::RANKED_CHOICE_POLLS,
};
use async_trait::async_trait;
use store::{Key, StoreError, Transaction, Write};
use web::{Ctx, Progress, Services, WorkHandler, WorkItem, work};

const KIND: &str = "delete-ranked-poll";
/// As many as one transaction takes.
const CHUNK: u32 = 100;

pub async fn delete_poll(ctx: &Ctx, id: PollId, credentials: &Credentials) -> Result<(), Error> {
    let poll = load::poll(ctx, id).await?;
    credentials.must_manage(&poll)?;
    ctx.check_if_match(&poll.version).map_err(|_| Error::Stale)?;
    match delete(ctx, &poll).await {
        // Somebody edited it at this moment: who did not ask for one version means whatever it is now.
        Err(Error::Contended) if ctx.if_match().is_none() => delete(ctx, &load::poll(ctx, id).await?).await,
        Err(Error::Contended) => Err(Error::Stale),
        done => done,
    }
}

/// Hides the poll and leaves a note to remove its votes, both or neither.
pub async fn delete(services: &Services, poll: &Poll) -> Result<(), Error> {
    let now = services.clock.now();
    let hide = load::edit_of(poll).set("deletedAt", kernel::Moment::from(now).to_string());
    let note = work::enqueue(KIND, &poll.id.to_string(), &(), now)?;
    match services.store.transact(Transaction::of([hide, note])).await {
        Ok(()) => {}
        Err(error) if error.is_condition_failed() => return Err(Error::Contended),
        Err(error) => return Err(error.into()),
    }
    tracing::info!(poll = %poll.id, "a ranked poll was deleted");
    services.work_bell.notify_one();
    live::poll_changed(&services.live, poll.id);
    Ok(())
}

/// Removes what hangs on a deleted poll.
pub struct RemoveVotes;

#[async_trait]
impl WorkHandler for RemoveVotes {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let id: PollId = item.id.parse().map_err(|_| StoreError::Invalid("not a poll's id".into()))?;
        let rows = services.store.query(keys::votes_of(id).limit(CHUNK)).await?;
        if rows.items.is_empty() && rows.next.is_none() {
            services.store.write(Write::delete(&RANKED_CHOICE_POLLS, keys::poll(id))).await?;
            return Ok(Progress::Done);
        }
        let keys: store::Result<Vec<Key>> =
            rows.items.iter().map(|row| Key::of(row, &RANKED_CHOICE_POLLS.key)).collect();
        let deletes = keys?.into_iter().map(|key| Write::delete(&RANKED_CHOICE_POLLS, key));
        services.store.transact(Transaction::of(deletes)).await?;
        Ok(Progress::More)
    }
}
