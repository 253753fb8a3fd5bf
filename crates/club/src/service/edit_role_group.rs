//! Changes what a role group is for and what it carries. Its name stays.

use super::create_role_group::read_permissions;
use crate::{
    Error,
    gate::{Allowed, Governs},
    model::{RoleGroup, RoleGroupName, site::read_description},
    stored,
};
use kernel::{Checks, Patch};
use web::{Edit, Expected};

#[derive(Debug, Clone, Default)]
pub struct EditRoleGroup {
    pub description: Patch<String>,
    pub permissions: Patch<Vec<String>>,
}

pub async fn edit_role_group(
    by: &Allowed<Governs>,
    name: &RoleGroupName,
    expected: &Expected,
    cmd: EditRoleGroup,
) -> Result<RoleGroup, Error> {
    let load = async || stored::role_group(by, name).await;
    let (group, ()) = web::edit(by, expected, load, |group| {
        let mut checks = Checks::new();
        match &cmd.description {
            Patch::Keep => {}
            text => group.description = read_description(text.clone().value().as_deref(), &mut checks),
        }
        if cmd.permissions.is_given() {
            let typed = cmd.permissions.clone().value().unwrap_or_default();
            group.permissions = read_permissions(typed, &mut checks);
        }
        checks.done()?;
        group.index();
        Ok::<_, Error>(Edit::of(()))
    })
    .await?;
    web::audit(by, "role group", name.as_str(), "edited");
    Ok(group)
}
