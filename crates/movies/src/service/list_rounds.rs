//! A household's rounds, newest first, without their films.

use crate::{
    Error,
    gate::Who,
    keys,
    model::{Round, Status},
    tables::ROUNDS,
};
use kernel::PageRequest;
use store::{Position, readable};
use web::Services;

/// A page of rounds in `status`, or in any. Which of them an index lists is not filtered before, so a page may be short.
pub async fn list_rounds(
    services: &Services,
    who: &Who,
    status: Option<Status>,
    page: PageRequest<Position>,
) -> Result<(Vec<Round>, Option<Position>), Error> {
    let query = keys::rounds_of(who.household()?).limit(page.limit).after(page.after);
    let rows = services.store.query(query).await?;
    let rounds: Vec<Round> = readable(&ROUNDS, rows.items);
    let now = services.clock.now();
    let wanted = |round: &Round| status.is_none_or(|status| round.status_at(now) == status);
    Ok((rounds.into_iter().filter(wanted).collect(), rows.next))
}
