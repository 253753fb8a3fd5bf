//! Every vote with its code, for the organiser.

use crate::{
    Error,
    gate::Opened,
    keys::Part,
    live::Votes,
    model::{Place, Vote},
    stored::read_answer,
    tables::SHAREABLES,
};
use store::batch_get_all;
use web::Services;

/// Votes after `after`, the oldest first, at most `limit`; and whether there are more.
pub async fn list_votes(
    services: &Services,
    opened: &Opened,
    after: Option<Place>,
    limit: usize,
) -> Result<(Vec<Vote>, bool), Error> {
    opened.share.poll()?;
    let page = services.with_followed::<Votes, _>(&opened.share, |votes| {
        votes.all().page(after, limit, |(_, code), _| Part::Vote.of_code(opened.id(), *code))
    });
    let (keys, more) = page.await?;
    let rows = batch_get_all(services.store.as_ref(), &SHAREABLES, &keys).await?;
    let votes = rows.into_iter().flatten().filter_map(|row| read_answer(row).ok());
    Ok((votes.collect(), more))
}
