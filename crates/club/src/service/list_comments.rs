//! AP9: the comments on a link, oldest first, with the names of who wrote them by one batch read.

use crate::{
    Error, keys,
    model::{Comment, PersonId, SiteId},
    stored,
};
use kernel::{Class, Classify, PageRequest, UserId};
use std::collections::HashMap;
use store::{Position, StoreError};
use web::{Fault, Services};

/// Shown for somebody whose account is gone.
pub const FORMER: &str = "Former member";

/// A page of comments, and what their writers are called.
#[derive(Debug, Default)]
pub struct Comments {
    pub comments: Vec<Comment>,
    pub names: HashMap<PersonId, String>,
    pub next: Option<Position>,
}

impl Comments {
    pub fn name(&self, user: &PersonId) -> &str {
        self.names.get(user).map_or(FORMER, String::as_str)
    }
}

pub async fn list_comments(
    services: &Services,
    site: &SiteId,
    page: PageRequest<Position>,
) -> Result<Comments, Error> {
    let rows = services.store.query(keys::comments_on(site).limit(page.limit).after(page.after)).await?;
    let comments: Vec<Comment> = stored::read(rows.items);
    let writers: Vec<_> = comments.iter().map(|comment| comment.user_id.clone()).collect();
    Ok(Comments { names: names(services, &writers).await?, comments, next: rows.next })
}

/// The names of people, by one batch read. Those who have no account here are left out.
pub async fn names(services: &Services, people: &[PersonId]) -> Result<HashMap<PersonId, String>, Error> {
    let users: Vec<UserId> = people.iter().filter_map(PersonId::account).collect();
    if users.is_empty() {
        return Ok(HashMap::new());
    }
    let named = identity::list_names(services.store.as_ref(), &users).await;
    let named = named.map_err(|error| match error.class() {
        Class::Unavailable(_) => Fault::Store(StoreError::Unavailable(error.to_string())),
        _ => Fault::Internal(error.to_string()),
    })?;
    Ok(named.into_iter().map(|(user, name)| (user.into(), name)).collect())
}
