//! Deletes a poll that nobody owns a year after its end, or after its last vote.
//!
//! When a poll is created, a look at it a year later is written down. The look deletes the poll or writes down the next look, so that
//! nothing has to be moved when the poll is voted in, closed, reopened, kept or given up.

use crate::{
    Error, keys,
    model::{KEPT_DAYS, Poll, PollId, Vote},
    service::delete_poll,
    stored,
    tables::RANKED_CHOICE_POLLS,
};
use async_trait::async_trait;
use kernel::Moment;
use store::{StoreError, Write, readable_row};
use web::{Edit, Expected, Progress, Services, WorkHandler, WorkItem, work};

const WORK: &str = "retire-ranked-poll";

/// A poll that somebody owns may be given up one day.
const DAYS_BETWEEN_LOOKS: u32 = 30;

/// The first look at a new poll: it cannot have to go any sooner.
pub fn first_look(poll: &Poll) -> store::Result<Write> {
    look(poll.id, poll.created_at.plus_days(KEPT_DAYS))
}

fn look(poll: PollId, at: Moment) -> store::Result<Write> {
    work::enqueue_at(at, WORK, &poll.to_string(), &())
}

pub struct RetirePoll;

#[async_trait]
impl WorkHandler for RetirePoll {
    fn kind(&self) -> &'static str {
        WORK
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let id: PollId = item.id.parse().map_err(|_| StoreError::Invalid("not a poll's id".into()))?;
        let now = Moment::from(services.clock.now());
        let last_vote = last_vote(services, id).await?;
        // It may be kept, reopened or deleted at this moment: what is stored when it is decided counts.
        let mut until = now;
        let decide = |poll: &mut Poll| {
            until =
                if poll.is_kept() { now.plus_days(DAYS_BETWEEN_LOOKS) } else { poll.kept_until(last_vote) };
            if until <= now { delete_poll::hide(poll, *now) } else { Ok(Edit::of(())) }
        };
        let load = || stored::get_poll(services, id);
        match web::edit(services, &Expected::any(), load, decide).await {
            Ok(_) if until > now => services.store.write(look(id, until)?).await?,
            Ok(_) => delete_poll::hidden(services, id),
            Err(Error::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(Progress::Done)
    }
}

/// AP2, page by page: a year's silence is rare enough to read all votes for it, and there may be too many to hold at once.
async fn last_vote(services: &Services, poll: PollId) -> store::Result<Option<Moment>> {
    let (mut query, mut last) = (keys::votes_of(poll), None);
    loop {
        let rows = services.store.query(query.clone()).await?;
        for row in rows.items {
            last = last.max(readable_row::<Vote>(&RANKED_CHOICE_POLLS, row).map(|vote| vote.voted_at));
        }
        match rows.next {
            Some(next) => query.after = Some(next),
            None => return Ok(last),
        }
    }
}
