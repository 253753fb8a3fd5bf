//! Makes a role group.

use crate::{
    Error,
    gate::{Allowed, Governs},
    keys,
    model::{Permission, RoleGroup, RoleGroupName, role_group::GROUP, site::read_description},
    stored,
    tables::FUS_MAIN,
};
use kernel::{Checks, FieldError};
use store::from_item;
use web::{Made, New, Once};

#[derive(Debug, Clone, Default)]
pub struct CreateRoleGroup {
    pub name: String,
    pub description: Option<String>,
    pub permissions: Vec<Permission>,
}

pub async fn create_role_group(
    by: &Allowed<Governs>,
    once: &Once,
    cmd: CreateRoleGroup,
) -> Result<Made<RoleGroup>, Error> {
    let mut checks = Checks::new();
    let description = read_description(cmd.description.as_deref(), &mut checks);
    let name: RoleGroupName =
        cmd.name.trim().parse().map_err(|message| FieldError { field: "name".into(), message })?;
    checks.done()?;
    let permissions = sorted(cmd.permissions);
    let made = web::create(
        by,
        once,
        async |_| {
            taken(by, &name).await?;
            let now = by.clock.now().into();
            let group = RoleGroup {
                name: name.clone(),
                description: description.clone(),
                permissions: permissions.clone(),
                created_at: now,
                updated_at: now,
                entity_type: Some(GROUP.into()),
                entity_sk: keys::role_group_sk(&name),
                version: 1,
                deleted_at: None,
            };
            let write = store::put(&FUS_MAIN, keys::role_group(&name), &group)?.if_new();
            Ok::<_, Error>(New { owned: false, ..New::of("role group", &name, group, [write]) })
        },
        async |_, _| stored::if_there(stored::role_group(by, &name).await),
    )
    .await?;
    if let Made::New(group) = &made {
        web::audit(by, "role group", group.name.as_str(), "created");
    }
    Ok(made)
}

/// Each permission once.
pub fn sorted(mut permissions: Vec<Permission>) -> Vec<Permission> {
    permissions.sort_unstable();
    permissions.dedup();
    permissions
}

/// Refuses a name that is taken, also by a group that is being deleted: its members must not come back with its name.
async fn taken(by: &Allowed<Governs>, name: &RoleGroupName) -> Result<(), Error> {
    let there: Option<RoleGroup> =
        by.store.get(&FUS_MAIN, &keys::role_group(name)).await?.map(from_item).transpose()?;
    match there {
        None => Ok(()),
        Some(group) if group.deleted_at.is_some() => Err(Error::RoleGroupGoing),
        Some(_) => Err(Error::RoleGroupTaken),
    }
}
