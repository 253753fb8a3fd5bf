//! A person's sessions and API tokens, newest first.

use crate::{
    error::Result,
    keys,
    model::{SecretKind, SecretRow},
    stored,
    tables::IDENTITY,
};
use kernel::{Moment, PageRequest, UserId, paging};
use store::{Position, readable};
use web::Services;

/// A page of them, and where the next one begins. What has ended meanwhile is left out; its rows go by themselves.
pub async fn list_secrets(
    services: &Services,
    user: UserId,
    kind: SecretKind,
    page: PageRequest<Position>,
) -> Result<(Vec<SecretRow>, Option<Position>)> {
    let account = stored::get_account(services.store.as_ref(), user).await?;
    let query = keys::secrets_of(user, kind).limit(page.limit).after(page.after);
    let rows = services.store.query(query).await?;
    let read: Vec<SecretRow> = readable(&IDENTITY, rows.items);
    let now = Moment::from(services.clock.now());
    Ok((read.into_iter().filter(|row| row.is_good(kind, &account, now)).collect(), rows.next))
}

/// All of them.
pub async fn list_all(services: &Services, user: UserId, kind: SecretKind) -> Result<Vec<SecretRow>> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let page = PageRequest { limit: paging::MOST, after };
        let (rows, next) = list_secrets(services, user, kind, page).await?;
        all.extend(rows);
        after = next;
        if after.is_none() {
            return Ok(all);
        }
    }
}
