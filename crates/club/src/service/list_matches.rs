//! Lists matches: of a range of days by one query, of a player by one query and one batch read; and the ladder made of all.

use crate::{
    Error,
    gate::{Allowed, SeesSquash},
    keys,
    live::{Matches, Whole},
    model::{Match, Participation, PlayerId, ladder::Ladder},
    stored,
    tables::FUS_MAIN,
};
use jiff::civil::Date;
use kernel::PageRequest;
use std::sync::Arc;
use store::{Position, from_item};

/// AP19: the matches from one day to another, newest first.
pub async fn matches_between(
    by: &Allowed<SeesSquash>,
    (from, to): (Date, Date),
    page: PageRequest<Position>,
) -> Result<(Vec<Match>, Option<Position>), Error> {
    let query = keys::matches_between(from, to).reverse().limit(page.limit).after(page.after);
    let rows = by.store.query(query).await?;
    Ok((rows.items.iter().map(from_item).collect::<store::Result<_>>()?, rows.next))
}

/// AP20: a player's matches, the ones entered last first.
pub async fn matches_of(
    by: &Allowed<SeesSquash>,
    player: PlayerId,
    page: PageRequest<Position>,
) -> Result<(Vec<Match>, Option<Position>), Error> {
    stored::player(by, player).await?;
    let rows = by.store.query(keys::matches_of(player).reverse().limit(page.limit).after(page.after)).await?;
    let parts: Vec<Participation> = rows.items.iter().map(from_item).collect::<store::Result<_>>()?;
    let keys: Vec<_> = parts.iter().map(|part| keys::squash_match(part.match_id)).collect();
    let matches = store::batch_get_all(by.store.as_ref(), &FUS_MAIN, &keys).await?;
    Ok((matches.into_iter().flatten().map(from_item).collect::<store::Result<_>>()?, rows.next))
}

/// The ladder as it stands: replayed after a change, not for a view.
pub async fn ladder(by: &Allowed<SeesSquash>) -> Result<Arc<Ladder>, Error> {
    Ok(by.followed::<Matches>(&Whole).await?)
}
