//! Everyone with an account, by the beginning of their name or address; for SuperAdmins.

use crate::{
    keys,
    live::{Everyone, Place, folded},
    model::{Account, User},
    tables::{IDENTITY, USERS},
};
use kernel::{Page, Role};
use store::{batch_get_all, readable_row};
use web::{Ctx, Fault, PageQuery, Problem};

/// No address is longer.
const MAX_WANTED: usize = 254;

/// Someone who was found.
pub struct Found {
    pub user: User,
    pub account: Account,
    place: Place,
}

/// Returns a page of the people whose name or address begins with `wanted`, whatever its case.
pub async fn list_people(ctx: &Ctx, wanted: &str, query: &PageQuery) -> Result<Page<Found>, Problem> {
    ctx.actor.with_role(Role::SuperAdmin)?;
    if wanted.chars().count() > MAX_WANTED {
        return Err(Fault::about("q", format!("Use at most {MAX_WANTED} characters.")).into());
    }
    let wanted = folded(wanted);
    let list = format!("people {wanted}");
    let read = |after, most| async move { Ok(read(ctx, &wanted, after, most).await?) };
    ctx.page_by(&list, query, read, |found: &Found| found.place.clone()).await
}

/// Rows without an account, or about to go, are passed over, so the next ones are looked at until there are enough.
async fn read(
    ctx: &Ctx,
    wanted: &str,
    mut after: Option<Place>,
    most: usize,
) -> Result<(Vec<Found>, bool), Fault> {
    let mut found: Vec<Found> = Vec::new();
    while found.len() <= most {
        let missing = most + 1 - found.len();
        let look = |people: &crate::live::People| people.find(wanted, after.as_ref(), missing);
        let places = ctx.with_followed::<Everyone, _>(&(), look).await?;
        let Some(last) = places.last() else { break };
        after = Some(last.clone());
        found.extend(stored(ctx, places).await?);
    }
    let more = found.len() > most;
    found.truncate(most);
    Ok((found, more))
}

async fn stored(ctx: &Ctx, places: Vec<Place>) -> store::Result<Vec<Found>> {
    let store = ctx.store.as_ref();
    let profiles: Vec<_> = places.iter().map(|(_, user)| keys::user(*user)).collect();
    let accounts: Vec<_> = places.iter().map(|(_, user)| keys::account(*user)).collect();
    let profiles = batch_get_all(store, &USERS, &profiles).await?;
    let accounts = batch_get_all(store, &IDENTITY, &accounts).await?;
    let both = places.into_iter().zip(profiles).zip(accounts);
    let found = both.filter_map(|((place, user), account)| {
        let user: User = readable_row(&USERS, user?)?;
        let account: Account = readable_row(&IDENTITY, account?)?;
        account.deleted_at.is_none().then_some(Found { user, account, place })
    });
    Ok(found.collect())
}
