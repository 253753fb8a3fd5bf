//! Deletes a role group. At once it gives nobody anything. Its memberships go before the group itself, so that its name is free only
//! when nobody is a member of it any more: before the answer where indexes do not lag, else in the background.

use crate::{
    Error,
    gate::{Allowed, Governs},
    keys,
    live::{LadderPage, Whole},
    model::RoleGroupName,
    stored,
    tables::FUS_MAIN,
};
use async_trait::async_trait;
use store::{Condition, Key, Transaction, Write};
use web::{Edit, Expected, Progress, Services, WorkHandler, WorkItem, live::Change, work};

const WORK: &str = "club.delete_role_group";
/// Memberships of one transaction, beside the check of their group.
const CHUNK: u32 = 95;

pub async fn delete_role_group(
    by: &Allowed<Governs>,
    name: &RoleGroupName,
    expected: &Expected,
) -> Result<(), Error> {
    let load = async || stored::role_group(by, name).await;
    web::edit(by, expected, load, |group| {
        let now = by.clock.now();
        group.deleted_at = Some(now.into());
        group.entity_type = None;
        Ok::<_, Error>(Edit::of(()).with([work::enqueue(WORK, name.as_str(), &(), now)?]))
    })
    .await?;
    if !by.live.is_shared()
        && let Err(error) = clear(by, name).await
    {
        tracing::warn!(%error, "a deleted role group is cleared away in the background");
    }
    by.work_bell.notify_one();
    by.live.changed::<LadderPage>(&Whole, Change::Edited);
    web::audit(by, "role group", name.as_str(), "deleted");
    Ok(())
}

/// Removes all members of a deleted group, then the group. One of the same name that is made meanwhile is left alone.
async fn clear(services: &Services, name: &RoleGroupName) -> store::Result<()> {
    while remove_members(services, name).await? > 0 {}
    remove_group(services, name).await
}

/// Removes up to [`CHUNK`] memberships of a group that is being deleted. Returns how many.
async fn remove_members(services: &Services, name: &RoleGroupName) -> store::Result<usize> {
    let members = services.store.query(keys::members_of(name).limit(CHUNK)).await?.items;
    if members.is_empty() {
        return Ok(0);
    }
    let mut writes = vec![Write::check(&FUS_MAIN, keys::role_group(name), is_going())];
    for member in &members {
        writes.push(Write::delete(&FUS_MAIN, Key::of(member, &FUS_MAIN.key)?));
    }
    match services.store.transact(Transaction::of(writes)).await {
        Ok(()) => Ok(members.len()),
        Err(error) if error.is_condition_failed() => Ok(0),
        Err(error) => Err(error),
    }
}

async fn remove_group(services: &Services, name: &RoleGroupName) -> store::Result<()> {
    let gone = Write::delete(&FUS_MAIN, keys::role_group(name)).when(is_going());
    match services.store.write(gone).await {
        Err(error) if !error.is_condition_failed() => Err(error),
        _ => Ok(()),
    }
}

/// Holds of a group that is being deleted, not of one that has taken its name since.
fn is_going() -> Condition {
    Condition::exists("deletedAt")
}

/// Removes the members of deleted role groups. A membership is written only while its group is there, so nobody is added.
pub struct RemoveMembers;

#[async_trait]
impl WorkHandler for RemoveMembers {
    fn kind(&self) -> &'static str {
        WORK
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let Ok(name) = item.id.parse::<RoleGroupName>() else { return Ok(Progress::Done) };
        let began = services.clock.now();
        let removed = remove_members(services, &name).await?;
        if removed == CHUNK as usize {
            return Ok(Progress::More);
        }
        match work::after_pass(services, item, began, removed > 0).await? {
            Progress::Done => {}
            later => return Ok(later),
        }
        remove_group(services, &name).await?;
        Ok(Progress::Done)
    }
}
