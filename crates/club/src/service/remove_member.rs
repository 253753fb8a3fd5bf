//! Takes somebody out of a role group. What it gave them ends with the next request, and their open pages of the ladder end at once.

use crate::{
    Error,
    gate::{Allowed, Governs},
    keys,
    model::{PersonId, RoleGroupName},
    stored,
    tables::FUS_MAIN,
};
use store::Write;

pub async fn remove_member(
    by: &Allowed<Governs>,
    group: &RoleGroupName,
    user: &PersonId,
) -> Result<(), Error> {
    stored::role_group(by, group).await?;
    let write = Write::delete(&FUS_MAIN, keys::membership(user, group)).if_there();
    match by.store.write(write).await {
        Err(error) if error.is_condition_failed() => return Err(Error::NoMember),
        removed => removed?,
    }
    if let Some(user) = user.account() {
        by.live.account_changed(user);
        by.live.mine_changed(user);
    }
    web::audit(by, "role group", group.as_str(), "member removed");
    Ok(())
}
