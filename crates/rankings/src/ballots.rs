//! Each poll's ballots in memory, between two looks at its results.
//!
//! The first look reads every vote once. After that a look reads the marks that votes leave (`System`, `VOTES#{poll}`) and only the
//! votes they name, so that a result costs the same storage calls whether a poll has ten votes or a million. A process that was
//! away for longer than marks are kept reads everything anew; so does one that starts, so nothing here needs to survive a crash.
//! What one process holds never decides anything: it is a reading of what is stored, and every process makes its own.

mod held;
mod shelf;

use crate::model::{Poll, PollId};
use held::Held;
use shelf::Shelf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::StoreError;
use tally::{Name, Results};
use tokio::sync::OwnedMutexGuard;
use web::Services;

/// What all ballots in memory may take together.
const MOST_BYTES: usize = 128 << 20;
/// Counting this many ballots takes long enough to keep a thread from answering others.
const WORTH_A_THREAD: usize = 20_000;

/// The ballots of the polls that were looked at lately.
pub struct Ballots {
    shelf: Mutex<Shelf>,
}

impl Default for Ballots {
    fn default() -> Self {
        Self::within(MOST_BYTES)
    }
}

impl Ballots {
    /// Keeps to about this many bytes; the poll looked at last is held whatever its size.
    pub fn within(bytes: usize) -> Self {
        Self { shelf: Mutex::new(Shelf::within(bytes)) }
    }

    /// How many votes there are.
    pub async fn total(&self, services: &Arc<Services>, poll: &Poll) -> store::Result<u64> {
        Ok(self.current(services, poll).await?.total())
    }

    /// The result, counted once for as long as no vote changes.
    pub async fn results(&self, services: &Arc<Services>, poll: &Poll) -> store::Result<Arc<Results>> {
        let mut held = self.current(services, poll).await?;
        if held.is_counted() || held.total() < WORTH_A_THREAD as u64 {
            return held.results();
        }
        let counted = tokio::task::spawn_blocking(move || held.results()).await;
        counted.map_err(|error| interrupted(&error))?
    }

    /// Every distinct ranking and how many ballots hold it.
    pub async fn rankings(
        &self,
        services: &Arc<Services>,
        poll: &Poll,
    ) -> store::Result<Vec<(u64, Vec<Name>)>> {
        Ok(self.current(services, poll).await?.rankings())
    }

    /// The ballots as they are stored now, or a moment after this was called.
    ///
    /// One reading at a time for each poll. Whoever waited while a reading began and ended has what they came for: it began after
    /// they asked, so it saw every vote that was there then.
    async fn current(&self, services: &Arc<Services>, poll: &Poll) -> store::Result<OwnedMutexGuard<Held>> {
        let slot = self.shelf().slot(poll.id);
        let asked = slot.readings_begun();
        let mut held = slot.held.clone().lock_owned().await;
        if held.fits(poll) && slot.readings_done() > asked {
            return Ok(held);
        }
        let reading = slot.begin_reading();
        if held.can_follow(poll, services.clock.now()) {
            held.follow(services, poll).await?;
        } else {
            held = read_all(held, services.clone(), poll.clone()).await?;
        }
        slot.end_reading(reading);
        self.shelf().resize(poll.id, held.memory_bytes());
        Ok(held)
    }

    /// Lets go of a poll's ballots.
    pub fn forget(&self, poll: PollId) {
        self.shelf().remove(poll);
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// On a task of its own: whoever asked may give up waiting, and what takes longer than that would be begun anew for ever.
async fn read_all(
    mut held: OwnedMutexGuard<Held>,
    services: Arc<Services>,
    poll: Poll,
) -> store::Result<OwnedMutexGuard<Held>> {
    let reading = tokio::spawn(async move {
        held.read_all(&services, &poll).await?;
        Ok(held)
    });
    reading.await.map_err(|error| interrupted(&error))?
}

fn interrupted(error: &tokio::task::JoinError) -> StoreError {
    StoreError::Unavailable(format!("the ballots could not be read or counted: {error}"))
}
