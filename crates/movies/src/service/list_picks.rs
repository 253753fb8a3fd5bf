//! What a household picked, newest first, with everybody's ratings: one query and one read of names.

use crate::{
    Error,
    gate::Who,
    keys,
    model::{MemberId, Pick},
    stored,
};
use kernel::PageRequest;
use std::collections::BTreeMap;
use store::{Position, from_item};
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
    let picks: Vec<Pick> = rows.items.into_iter().map(from_item).collect::<store::Result<_>>()?;
    let people = picks
        .iter()
        .flat_map(|pick| pick.ratings.keys().copied().chain([pick.picked_by]).chain(pick.added_by));
    let users = stored::list_users(services, &people.collect::<Vec<_>>()).await?;
    let names = users.into_iter().map(|(id, user)| (id, user.display_name)).collect();
    Ok(Picks { items: picks, next: rows.next, names })
}
