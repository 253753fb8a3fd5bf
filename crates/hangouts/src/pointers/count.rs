//! Counts the responses to a hangout and shows the counts in every list, at most about once a second for each hangout.
//!
//! A response is written with a note of its own, so that people who respond at the same moment never wait for each other. The first
//! note that is worked on counts for all of them.

use super::{Canonical, writes};
use crate::{
    keys, live,
    model::{Counts, HangoutId, PersonId, Response},
    stored,
};
use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use kernel::Moment;
use store::{StoreError, Write};
use web::{Entity, Notices, Progress, Services, WorkHandler, WorkItem};

const KIND: &str = "hangouts.count_responses";
/// The least time between two counts of one hangout: what is answered is in every list within a second.
const PAUSE: SignedDuration = SignedDuration::from_millis(800);

/// The note that the responses to a hangout are to be counted, because of what `user` said.
pub fn note(hangout: &HangoutId, user: &PersonId, now: Timestamp) -> store::Result<Write> {
    web::work::enqueue(KIND, &format!("{hangout}#{user}"), &Some(hangout), now)
}

/// Whether somebody is about to count.
pub async fn is_noted(services: &Services, hangout: &HangoutId) -> store::Result<bool> {
    web::work::is_pending(services, KIND, &format!("{hangout}#")).await
}

pub struct CountResponses;

#[async_trait]
impl WorkHandler for CountResponses {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        // Work of an earlier version names the hangout by its own id alone.
        let told: Option<HangoutId> = item.detail()?;
        let named = || item.id.split_once('#').and_then(|(hangout, _)| hangout.parse().ok());
        let hangout = told.or_else(named).ok_or_else(|| StoreError::Invalid("not a hangout's id".into()))?;
        recount(services, &hangout).await
    }
}

/// Counts now, or says how long it is too early: the least time since the last count has not passed.
pub async fn recount(services: &Services, id: &HangoutId) -> store::Result<Progress> {
    let Some(before) = stored::find_hangout(services, id).await? else { return Ok(Progress::Done) };
    let counts = count(services, id).await?;
    if counts == before.counts() {
        return Ok(Progress::Done);
    }
    let now = Moment::from(services.clock.now());
    // A count that lies ahead was made by a clock that was wrong; nothing waits until the right one is there.
    let last = before.counted_at.filter(|last| *last <= now.plus(PAUSE));
    if let Some(next) = last.map(|last| last.plus(PAUSE)).filter(|next| now < *next) {
        return Ok(Progress::Later(now.duration_until(*next)));
    }
    let mut after = before.clone();
    after.set_counts(counts, now);
    let step = after.step_from(Some(&before));
    let with = writes(&mut after, step, *now)?;
    let touched = after.targets();
    let (before, after) = (Canonical(before), Canonical(after));
    let (table, key) = before.place();
    let write = store::difference(table, key, &before, &after)?.when(before.unchanged());
    let mut notices = Notices::default();
    live::notify_lists(&mut notices, &touched);
    match services.commit(std::iter::once(write).chain(with)).and(notices).await {
        Ok(()) => Ok(Progress::Done),
        // Edited at this moment: once more on what is there now.
        Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => Ok(Progress::More),
        Err(error) => Err(error),
    }
}

/// How many said what, as stored this moment: a count from memory could miss what another server has just taken.
pub async fn count(services: &Services, id: &HangoutId) -> store::Result<Counts> {
    let said: Vec<Response> = stored::all(services, keys::responses_of(id)).await?;
    Ok(Counts::of(&said))
}
