//! What a household picked, newest first, with everybody's ratings: one query and one read of names.

use crate::{
    Error,
    gate::Who,
    keys,
    model::{MemberId, Pick},
    stored,
    tables::PICKS,
};
use futures::{StreamExt, TryStreamExt, stream};
use kernel::PageRequest;
use std::collections::BTreeMap;
use store::{Position, readable};
use web::Services;

/// A page of picks.
pub struct Picks {
    pub items: Vec<Pick>,
    pub next: Option<Position>,
    pub names: BTreeMap<MemberId, String>,
}

pub async fn list_picks(services: &Services, who: &Who, page: PageRequest<Position>) -> Result<Picks, Error> {
    let query = keys::picks_of(who.household()?).limit(page.limit).after(page.after);
    let rows = services.store.query(query).await?;
    let picks: Vec<Pick> = readable(&PICKS, rows.items);
    let rated = picks.into_iter().map(|pick| with_ratings(services, pick));
    let picks: Vec<Pick> = stream::iter(rated).buffered(AT_ONCE).try_collect().await?;
    let people = picks.iter().flat_map(|pick| {
        pick.verdicts().map(|(member, _)| *member).chain(pick.picked_by).chain(pick.added_by)
    });
    let users = stored::list_users(services, &people.collect::<Vec<_>>()).await?;
    let names = users.into_iter().map(|(id, user)| (id, user.display_name)).collect();
    Ok(Picks { items: picks, next: rows.next, names })
}

/// Reads of ratings that go out at once.
const AT_ONCE: usize = 8;

/// A pick that another program wrote has its ratings in their own table only.
async fn with_ratings(services: &Services, pick: Pick) -> Result<Pick, Error> {
    if pick.ratings.is_some() || !pick.was_watched() {
        return Ok(pick);
    }
    let ratings = stored::list_ratings(services, pick.round_id).await?;
    Ok(Pick { ratings: Some(stored::verdicts(&ratings)), ..pick })
}
