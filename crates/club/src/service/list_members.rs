//! AP13: who is in a role group, with their names by one batch read.

use super::list_comments::{FORMER, names};
use crate::{
    Error, keys,
    model::{Membership, RoleGroupName},
    stored,
};
use kernel::PageRequest;
use store::Position;
use web::Services;

/// A member and what they are called.
#[derive(Debug, Clone)]
pub struct Member {
    pub membership: Membership,
    pub name: String,
}

pub async fn list_members(
    services: &Services,
    group: &RoleGroupName,
    page: PageRequest<Position>,
) -> Result<(Vec<Member>, Option<Position>), Error> {
    stored::role_group(services, group).await?;
    let rows = services.store.query(keys::members_of(group).limit(page.limit).after(page.after)).await?;
    let memberships: Vec<Membership> = stored::read(rows.items);
    let users: Vec<_> = memberships.iter().map(|membership| membership.user.clone()).collect();
    let names = names(services, &users).await?;
    let members = memberships.into_iter().map(|membership| Member {
        name: names.get(&membership.user).map_or(FORMER, String::as_str).to_owned(),
        membership,
    });
    Ok((members.collect(), rows.next))
}
