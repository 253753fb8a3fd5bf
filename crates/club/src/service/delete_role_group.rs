//! Deletes a role group. At once it gives nobody anything; its memberships go in the background, the group itself last, so that its
//! name is free only when nobody is a member of it any more.

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
use jiff::SignedDuration;
use store::Write;
use web::{Edit, Expected, Progress, Services, WorkHandler, WorkItem, live::Change, work};

const WORK: &str = "club.delete_role_group";
/// An index may show a membership written just before the group went only after this long.
const INDEXES_CATCH_UP: SignedDuration = SignedDuration::from_secs(5);

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
    by.work_bell.notify_one();
    by.live.changed::<LadderPage>(&Whole, Change::Edited);
    web::audit(by, "role group", name.as_str(), "deleted");
    Ok(())
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
        if store::remove_some(services.store.as_ref(), &FUS_MAIN, [keys::members_of(&name)]).await? {
            return Ok(Progress::More);
        }
        let waited = services.clock.now().duration_since(*item.created_at);
        if waited < INDEXES_CATCH_UP {
            return Ok(Progress::Later(INDEXES_CATCH_UP - waited));
        }
        services.store.write(Write::delete(&FUS_MAIN, keys::role_group(&name))).await?;
        Ok(Progress::Done)
    }
}
