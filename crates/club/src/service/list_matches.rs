//! Lists matches: of a range of days by one query, of a player by one query and one batch read; and the ladder made of all.

use crate::{
    Error,
    gate::{Allowed, SeesSquash},
    keys,
    live::{Matches, Whole},
    model::{Match, Participation, PlayerId, ladder::Ladder},
    stored,
};
use jiff::civil::Date;
use kernel::PageRequest;
use std::sync::Arc;
use store::Position;

/// AP19: the matches from one day to another, or all of them, newest first.
pub async fn matches_between(
    by: &Allowed<SeesSquash>,
    days: Option<(Date, Date)>,
    page: PageRequest<Position>,
) -> Result<(Vec<Match>, Option<Position>), Error> {
    let query = days.map_or_else(keys::every_match, |(from, to)| keys::matches_between(from, to));
    let query = query.reverse().limit(page.limit).after(page.after);
    let rows = by.store.query(query).await?;
    Ok((stored::read(rows.items), rows.next))
}

/// AP20: a player's matches, the ones entered last first.
pub async fn matches_of(
    by: &Allowed<SeesSquash>,
    player: PlayerId,
    page: PageRequest<Position>,
) -> Result<(Vec<Match>, Option<Position>), Error> {
    stored::player(by, player).await?;
    let rows = by.store.query(keys::matches_of(player).reverse().limit(page.limit).after(page.after)).await?;
    let parts: Vec<Participation> = stored::read(rows.items);
    let keys: Vec<_> = parts.iter().map(|part| keys::squash_match(part.id)).collect();
    Ok((stored::each(by, &keys).await?, rows.next))
}

/// The ladder as it stands: replayed after a change, not for a view.
pub async fn ladder(by: &Allowed<SeesSquash>) -> Result<Arc<Ladder>, Error> {
    Ok(by.followed::<Matches>(&Whole).await?)
}
