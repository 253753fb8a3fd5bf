//! Edits a group. Every membership has a copy of its name, which follows in the background, and at once where there are few.

use super::get_group::{self, GroupSeen};
use crate::{
    Error, keys,
    live::WatchGroup,
    model::{Group, GroupId, Membership},
    stored,
    tables::INVITER_TABLE,
};
use async_trait::async_trait;
use kernel::{Checks, Patch};
use store::{StoreError, Write};
use web::{Ctx, Edit, Entity, Expected, Progress, Services, WorkHandler, WorkItem, work};

const KIND: &str = "hangouts.rename_group";
/// Members whose copy is written in one transaction, beside the check of the group.
const CHUNK: u32 = 95;

#[derive(Debug, Clone, Default)]
pub struct EditGroup {
    pub name: Patch<String>,
    pub description: Patch<String>,
}

pub async fn edit_group(
    ctx: &Ctx,
    id: &GroupId,
    expected: &Expected,
    cmd: EditGroup,
) -> Result<GroupSeen, Error> {
    let GroupSeen { mut mine, .. } = get_group::get_own_group(ctx, id).await?;
    let load = async || stored::group_to_change(ctx, id).await?.ok_or(Error::NoGroup);
    let (group, renamed) = web::edit(ctx, expected, load, |group: &mut Group| {
        let name = group.name.clone();
        let mut checks = Checks::new();
        group.describe(cmd.name.clone(), cmd.description.clone(), &mut checks);
        checks.done()?;
        let renamed = group.name != name;
        let note = renamed.then(|| work::enqueue(KIND, &id.to_string(), &(), ctx.clock.now())).transpose()?;
        Ok::<_, Error>(Edit::of(renamed).with(note))
    })
    .await?;
    if renamed {
        // So that whoever renamed a small group sees it everywhere at once. What fails here is done by the worker.
        let _ = rename_copies(ctx, id).await;
    }
    mine.group_name.clone_from(&group.name);
    Ok(GroupSeen { group, mine })
}

/// Brings the copies of a group's name in step.
pub struct RenameGroup;

#[async_trait]
impl WorkHandler for RenameGroup {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let id: GroupId = item.id.parse().map_err(|_| StoreError::Invalid("not a group's id".into()))?;
        rename_copies(services, &id).await
    }
}

/// Gives every membership the name of its group; joining reads the name under the same condition, so none is missed.
pub async fn rename_copies(services: &Services, id: &GroupId) -> store::Result<Progress> {
    let Some(group) = stored::find_group(services, id).await? else { return Ok(Progress::Done) };
    let mut query = keys::members_of(id).limit(CHUNK);
    loop {
        let rows = services.store.query(query.clone()).await?;
        match write_copies(services, &group, stored::read_all(rows.items)).await {
            Ok(()) => {}
            // Renamed again, or a member has left: from the start.
            Err(error) if error.is_condition_failed() => return Ok(Progress::More),
            Err(error) => return Err(error),
        }
        match rows.next {
            Some(next) => query.after = Some(next),
            None => return Ok(Progress::Done),
        }
    }
}

async fn write_copies(services: &Services, group: &Group, members: Vec<Membership>) -> store::Result<()> {
    let outdated = members.into_iter().filter(|member| member.group_name != group.name);
    let writes: store::Result<Vec<Write>> = outdated
        .map(|member| {
            let renamed = member.but(|member| member.group_name.clone_from(&group.name));
            stored::change_membership(&member, &renamed)
        })
        .collect();
    let writes = writes?;
    if writes.is_empty() {
        return Ok(());
    }
    let unchanged = Write::check(&INVITER_TABLE, keys::group(&group.group_id), group.unchanged());
    services.commit(std::iter::once(unchanged).chain(writes)).edited::<WatchGroup>(&group.group_id).await
}
