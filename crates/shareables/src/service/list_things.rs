//! What somebody's checklists, events and polls are now.

use crate::{
    keys,
    model::{Code, Content, Shareable, ShortId},
    service::give_answer::mine_context,
    stored::read_shareable,
    tables::SHAREABLES,
    urls,
};
use async_trait::async_trait;
use jiff::Timestamp;
use kernel::{Moment, UserId, keyring::DoesNotOpen};
use store::left_out;
use web::{
    Services,
    mine::{Asked, Mine, Part, Sight, State, Thing, Things},
};

/// What shares are called where things of all kinds are listed.
pub const KINDS: [&str; 3] = ["checklist", "event", "poll"];

pub struct Shares;

#[async_trait]
impl Things for Shares {
    fn kinds(&self) -> &'static [&'static str] {
        &KINDS
    }

    async fn look(&self, services: &Services, asked: Asked<'_>) -> store::Result<Vec<Sight>> {
        let key = |mine: &Mine| mine.id.parse::<ShortId>().ok().map(|id| keys::shareable(&id));
        let rows = asked.read(services, &SHAREABLES, key).await?;
        let sights = rows.map(|(part, mine, row)| {
            let Some(row) = row else { return Ok(Sight::Gone) };
            // One that cannot be read spoils no list of all the others.
            let Ok(share) = read_shareable(&row) else {
                left_out(&SHAREABLES);
                return Ok(Sight::Hidden);
            };
            let share = Some(share).filter(|share| share.deleted_at.is_none());
            Ok(share.map_or(Sight::Gone, |share| sight(services, asked.user, part, mine, &share)))
        });
        sights.collect()
    }
}

/// The organiser reads a share for as long as it is stored, those who answered until it expires.
fn sight(services: &Services, user: UserId, part: Part, mine: &Mine, share: &Shareable) -> Sight {
    let now = services.clock.now();
    let path = match part {
        Part::Made if !share.is_of(Some(user)) => return Sight::Gone,
        Part::Answered if share.has_expired(now) => return Sight::Hidden,
        Part::Made => urls::admin(&share.short_id),
        Part::Answered => match code(services, mine) {
            Ok(Some(code)) => urls::personal(&share.short_id, code),
            Ok(None) => urls::page(&share.short_id),
            // One answer whose code does not open spoils no list of all the others.
            Err(error) => {
                tracing::warn!(%error, share = share.short_id.compact(), "the code of an answer");
                urls::page(&share.short_id)
            }
        },
    };
    let (state, undecided_since) = state(share, now);
    let note = match &share.content {
        Content::Event(event) if event.cancelled => "Cancelled",
        Content::Event(event) if event.moved_at.is_some() && *event.is_over_at() > now => "Changed",
        _ => "",
    };
    Sight::Here(Thing { title: share.name.clone(), path, state, undecided_since, note })
}

/// The code of the answer, by which its page knows the person on any device.
pub fn code(services: &Services, mine: &Mine) -> Result<Option<Code>, DoesNotOpen> {
    let Some(sealed) = &mine.code else { return Ok(None) };
    let code = services.keys.open(&mine_context(&mine.id), sealed)?;
    code.parse().map(Some).map_err(|_| DoesNotOpen)
}

fn state(share: &Shareable, now: Timestamp) -> (State, Option<Moment>) {
    let ends = match &share.content {
        Content::Poll(poll) if !poll.outcomes.is_empty() => None,
        Content::Poll(poll) if poll.is_closed => share.updated_at,
        Content::Poll(poll) => poll.closes_at.or(share.expires_at),
        Content::Checklist(_) | Content::Event(_) => None,
    };
    let takes_answers = match &share.content {
        Content::Checklist(_) => true,
        Content::Event(event) => event.takes_rsvps(now),
        Content::Poll(poll) => !poll.is_closed_at(now),
    };
    let state = match takes_answers {
        _ if share.has_expired(now) => State::Expired,
        true => State::Open,
        false => State::Closed,
    };
    (state, ends.filter(|_| state != State::Open))
}
