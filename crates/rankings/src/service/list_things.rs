//! What somebody's ranked polls are now.

use crate::{
    keys,
    model::{Poll, PollId, State},
    service::create_poll::KIND,
    tables::RANKED_CHOICE_POLLS,
    urls,
};
use async_trait::async_trait;
use jiff::Timestamp;
use kernel::UserId;
use store::readable_row;
use web::{
    Services,
    mine::{Asked, Mine, Part, Sight, Thing, Things},
};

pub struct Polls;

#[async_trait]
impl Things for Polls {
    fn kinds(&self) -> &'static [&'static str] {
        &[KIND]
    }

    async fn look(&self, services: &Services, asked: Asked<'_>) -> store::Result<Vec<Sight>> {
        let key = |mine: &Mine| mine.id.parse::<PollId>().ok().map(keys::poll);
        let rows = asked.read(services, &RANKED_CHOICE_POLLS, key).await?;
        let now = services.clock.now();
        let sights = rows.map(|(part, _, row)| {
            let Some(row) = row else { return Sight::Gone };
            match readable_row::<Poll>(&RANKED_CHOICE_POLLS, row) {
                None => Sight::Hidden,
                Some(poll) if poll.deleted_at.is_some() => Sight::Gone,
                Some(poll) => sight(poll, asked.user, part, now),
            }
        });
        Ok(sights.collect())
    }
}

/// A ranked poll stays readable after its end, to those who voted, too.
fn sight(poll: Poll, user: UserId, part: Part, now: Timestamp) -> Sight {
    let path = match part {
        Part::Made if poll.owner_id != Some(user) => return Sight::Gone,
        Part::Made => urls::manage(poll.id),
        Part::Answered => urls::poll(poll.id),
    };
    let state = poll.state(now);
    let ended = state != State::Open && poll.outcomes.is_empty();
    let undecided_since = poll.closed_at.or(poll.expires_at).filter(|_| ended);
    Sight::Here(Thing { title: poll.title, path, state, undecided_since, note: "" })
}
