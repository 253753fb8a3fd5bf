//! Deletes a group: hidden at once; then it is taken off its hangouts, its members and links go, and it goes last.

use super::get_group;
use crate::{
    Error,
    keys::{self, Kind},
    model::{Group, GroupId, HangoutId, Target},
    pointers, stored,
    tables::INVITER_TABLE,
};
use async_trait::async_trait;
use store::{StoreError, Write};
use web::{Ctx, Edit, Expected, Progress, Services, WorkHandler, WorkItem, work};

pub const KIND: &str = "hangouts.delete_group";
/// Hangouts that are taken off a group in one turn.
const CHUNK: u32 = 50;

pub async fn delete_group(ctx: &Ctx, id: &GroupId, expected: &Expected) -> Result<(), Error> {
    get_group::get_own_group(ctx, id).await?;
    hide(ctx, id, expected).await?;
    web::audit(ctx, "group", &id.to_string(), "a group was deleted");
    Ok(())
}

/// Hides the group and leaves a note to remove what hangs on it, both or neither.
pub async fn hide(services: &Services, id: &GroupId, expected: &Expected) -> Result<(), Error> {
    let load = async || stored::group_to_change(services, id).await?.ok_or(Error::NoGroup);
    web::edit(services, expected, load, |group: &mut Group| {
        let now = services.clock.now();
        group.deleted_at = Some(now.into());
        Ok::<_, Error>(Edit::of(()).with([work::enqueue(KIND, &id.to_string(), &(), now)?]))
    })
    .await?;
    Ok(())
}

/// Removes what hangs on a deleted group.
pub struct ClearGroup;

#[async_trait]
impl WorkHandler for ClearGroup {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let id: GroupId = item.id.parse().map_err(|_| StoreError::Invalid("not a group's id".into()))?;
        let rows = services.store.query(keys::feed_of(&id).limit(CHUNK)).await?;
        if !rows.items.is_empty() || rows.next.is_some() {
            for row in rows.items {
                // By its key, whatever else can be read of it.
                if let Some(Kind::Pointer(_, hangout)) = Kind::of_row(&row) {
                    leave_hangout(services, &id, &hangout).await?;
                }
            }
            return Ok(Progress::More);
        }
        let queries = [keys::members_of(&id), keys::invites_of(&id), keys::removals_of(&id)];
        if store::remove_some(services.store.as_ref(), &INVITER_TABLE, queries).await? {
            return Ok(Progress::More);
        }
        services.store.write(Write::delete(&INVITER_TABLE, keys::group(&id))).await?;
        Ok(Progress::Done)
    }
}

/// Takes the group off a hangout, and its pointer with it.
async fn leave_hangout(services: &Services, group: &GroupId, hangout: &HangoutId) -> store::Result<()> {
    pointers::drop_targets(services, hangout, vec![Target::Group(group.clone())]).await?;
    // A pointer that its hangout does not know of, or that waits for the worker, goes here: the group is done for.
    let pointer = keys::pointer(&Target::Group(group.clone()), hangout);
    services.store.write(Write::delete(&INVITER_TABLE, pointer)).await
}
