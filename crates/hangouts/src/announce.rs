//! Messages about hangouts and groups: that there is a new hangout, that one was moved or cancelled, the day before, and that someone
//! was added to a group. The note to tell people is written with the change itself, so that no crash loses it; the worker finds the
//! people.
//!
//! A new hangout is told at once. A change is told after a delay, with the state as it is then ([`AnnounceChange`]).

mod audience;
mod change;
pub mod queue;
mod remind;
mod words;

pub use change::{AnnounceChange, changed};
pub use remind::Remind;
pub use words::added;

use crate::{
    model::{Hangout, HangoutId, PersonId, Schedule},
    stored,
};
use async_trait::async_trait;
use audience::Knows;
use jiff::Timestamp;
use kernel::UserId;
use serde::{Deserialize, Serialize};
use store::Write;
use web::{Progress, Services, WorkHandler, WorkItem, notify::Topic, work};
use words::announcement;

const KIND: &str = "hangouts.announce";
/// Announcements written in one transaction.
const CHUNK: usize = 50;

/// Why people are told of a hangout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Occasion {
    New,
    Moved,
    Cancelled,
    Restored,
    Tomorrow,
}

/// What the worker needs to know.
#[derive(Debug, Serialize, Deserialize)]
struct Detail {
    hangout: HangoutId,
    occasion: Occasion,
    /// The person who did it, and needs no message.
    by: Option<UserId>,
    version: u64,
    /// The state that people are told; absent in work of an earlier version.
    #[serde(default)]
    schedule: Option<Schedule>,
}

impl Occasion {
    /// Returns the occasion of a change that people have not been told of; `None` where it was undone.
    fn between(was: &Schedule, is: &Schedule) -> Option<Self> {
        match (was.cancelled, is.cancelled) {
            _ if was == is => None,
            (false, true) => Some(Self::Cancelled),
            (true, false) => Some(Self::Restored),
            (false, false) => Some(Self::Moved),
            (true, true) => None,
        }
    }

    fn topic(self) -> Topic {
        match self {
            Self::New => Topic::HangoutNew,
            Self::Moved | Self::Cancelled | Self::Restored => Topic::HangoutChanged,
            Self::Tomorrow => Topic::HangoutReminder,
        }
    }
}

/// The notes that belong to a new hangout: to tell people, and to remind them the day before.
pub fn made(hangout: &Hangout, now: Timestamp) -> store::Result<Vec<Write>> {
    let by = hangout.created_by.as_ref().and_then(PersonId::account);
    let mut notes = vec![note(hangout, Occasion::New, by, now)?];
    notes.extend(remind::notes(None, hangout, now)?);
    Ok(notes)
}

/// The work that tells everyone but `by` of the hangout as it is now.
fn note(hangout: &Hangout, occasion: Occasion, by: Option<UserId>, now: Timestamp) -> store::Result<Write> {
    let (id, version) = (hangout.hangout_id.clone(), hangout.version);
    let detail = Detail { hangout: id.clone(), occasion, by, version, schedule: Some(hangout.schedule()) };
    work::enqueue(KIND, &format!("{id}#{occasion:?}#{version}"), &detail, now)
}

/// Tells everyone whom a hangout is for.
pub struct Announce;

#[async_trait]
impl WorkHandler for Announce {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let detail: Detail = item.detail()?;
        let Some(mut hangout) = stored::find_hangout(services, &detail.hangout).await? else {
            return Ok(Progress::Done);
        };
        if let Some(schedule) = detail.schedule {
            hangout.set_schedule(schedule);
        }
        hangout.version = detail.version;
        tell(services, &hangout, detail.occasion, detail.by).await?;
        Ok(Progress::Done)
    }
}

/// Has the announcements delivered. Done again, nobody is told twice: each is known by its person and occasion.
async fn tell(
    services: &Services,
    hangout: &Hangout,
    occasion: Occasion,
    by: Option<UserId>,
) -> store::Result<()> {
    let mut people = audience::of(services, hangout, by).await?;
    people.retain(|person| occasion != Occasion::Tomorrow || !person.declined);
    let sender = by.or_else(|| hangout.created_by.as_ref().and_then(PersonId::account));
    let now = services.clock.now();
    for chunk in people.chunks(CHUNK) {
        let users: Vec<UserId> = chunk.iter().map(|person| person.user).chain(sender).collect();
        let known = identity::list_recipients(services, &users).await?;
        let from = sender
            .and_then(|sender| known.get(&sender))
            .map(|sender| sender.display_name.as_str())
            .unwrap_or_default();
        let mut writes: Vec<Write> = Vec::new();
        let mut waits = false;
        for person in chunk {
            let Some(to) = known.get(&person.user) else { continue };
            let message = announcement(services, hangout, occasion, person, (from, &to.zones), now);
            match sender {
                _ if person.knows != Knows::Nothing => writes.push(message.write(now)?),
                Some(sender) => {
                    waits = true;
                    let is_cancellation = occasion == Occasion::Cancelled;
                    writes.push(queue::waiting(sender, &message, is_cancellation, now.into())?);
                }
                // Nobody sends it: those who know nothing of the hangout are told nothing.
                None => {}
            }
        }
        if let Some(sender) = sender.filter(|_| waits) {
            writes.push(queue::wake(sender, now.into())?);
        }
        if !writes.is_empty() {
            services.commit(writes).await?;
        }
    }
    Ok(())
}
