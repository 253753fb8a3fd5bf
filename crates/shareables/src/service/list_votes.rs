//! Every vote with its code, for the organiser.

use super::list_answers::after_place;
use crate::{
    Error,
    gate::Opened,
    keys::Part,
    live::Votes,
    model::{Vote, rsvps::Place},
    tables::SHAREABLES,
};
use store::{batch_get_all, from_item};
use web::Services;

/// Votes after `after`, the oldest first, at most `limit`; and whether there are more.
pub async fn list_votes(
    services: &Services,
    opened: &Opened,
    after: Option<Place>,
    limit: usize,
) -> Result<(Vec<Vote>, bool), Error> {
    opened.share.poll()?;
    let places = services.with_followed::<Votes, _>(&opened.share, |votes| {
        votes.all().range(after_place(after)).take(limit + 1).map(|(place, _)| *place).collect::<Vec<_>>()
    });
    let mut places = places.await?;
    let more = places.len() > limit;
    places.truncate(limit);
    let keys: Vec<_> = places.iter().map(|(_, code)| Part::Vote.of_code(opened.id(), *code)).collect();
    let rows = batch_get_all(services.store.as_ref(), &SHAREABLES, &keys).await?;
    let votes = rows.into_iter().flatten().map(from_item).collect::<store::Result<_>>()?;
    Ok((votes, more))
}
