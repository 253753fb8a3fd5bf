//! Changes of a hangout, gathered: the first message goes out a while after the change, with the state as it is then; what follows within
//! ten times as long is one more message at its end; a change that was undone by then is none.

use super::{Occasion, note, remind};
use crate::{
    model::{Hangout, HangoutId},
    pointers, stored,
};
use async_trait::async_trait;
use jiff::SignedDuration;
use kernel::{Moment, UserId};
use store::{StoreError, Write};
use web::{Progress, Services, WorkHandler, WorkItem, work};

const KIND: &str = "hangouts.announce_change";

/// The notes that belong to a change which `by` made. What no person did, such as a group that was deleted, is told to nobody.
pub fn changed(
    services: &Services,
    before: &Hangout,
    is: &mut Hangout,
    by: Option<UserId>,
) -> store::Result<Vec<Write>> {
    let Some(by) = by.filter(|_| is.deleted_at.is_none()) else { return Ok(Vec::new()) };
    let now = Moment::from(services.clock.now());
    let delay = SignedDuration::from_secs(services.settings.notify_delay_seconds.into());
    let mut notes = Vec::new();
    if is.note_change(before, by, now, delay) {
        notes.push(work::enqueue(KIND, &is.hangout_id.to_string(), &(), *now)?);
    }
    notes.extend(remind::notes(Some(before), is, *now)?);
    Ok(notes)
}

/// Announces a change when it is due.
pub struct AnnounceChange;

#[async_trait]
impl WorkHandler for AnnounceChange {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let id: HangoutId = item.id.parse().map_err(|_| StoreError::Invalid("not a hangout's id".into()))?;
        let Some(hangout) = stored::find_hangout(services, &id).await? else { return Ok(Progress::Done) };
        let Some(change) = &hangout.unannounced else { return Ok(Progress::Done) };
        let now = Moment::from(services.clock.now());
        if now < change.due {
            return Ok(Progress::Later(now.duration_until(*change.due)));
        }
        let mut settled = hangout.clone();
        settled.unannounced = None;
        let mut told = Vec::new();
        if let Some(occasion) = Occasion::between(&change.was, &hangout.schedule()) {
            settled.announced_at = Some(now);
            told.push(note(&hangout, occasion, change.by, *now)?);
        }
        // The work that tells people is recorded in the transaction that settles the change: neither is lost, neither happens twice.
        let settled = pointers::settle_change(services, &hangout, settled, told).await?;
        Ok(if settled { Progress::Done } else { Progress::More })
    }
}
