//! Makes a role group.

use crate::{
    Error,
    gate::{Allowed, Governs},
    keys,
    model::{Permission, RoleGroup, RoleGroupName, site::read_description},
    stored,
    tables::FUS_MAIN,
};
use kernel::{Checks, FieldError, Open, check::hides_something};
use web::{Made, New, Once};

/// So many permissions are named at once, each of so many characters.
const MOST_PERMISSIONS: usize = 50;
const LONGEST_PERMISSION: usize = 64;

#[derive(Debug, Clone, Default)]
pub struct CreateRoleGroup {
    pub name: String,
    pub description: Option<String>,
    pub permissions: Vec<String>,
}

pub async fn create_role_group(
    by: &Allowed<Governs>,
    once: &Once,
    cmd: CreateRoleGroup,
) -> Result<Made<RoleGroup>, Error> {
    let mut checks = Checks::new();
    let description = read_description(cmd.description.as_deref(), &mut checks);
    let name =
        RoleGroupName::typed(&cmd.name).map_err(|message| FieldError { field: "name".into(), message })?;
    let permissions = read_permissions(cmd.permissions, &mut checks);
    checks.done()?;
    let made = web::create(
        by,
        once,
        async |_| {
            taken(by, &name).await?;
            let now = by.clock.now().into();
            let group = RoleGroup::new(name.clone(), description.clone(), permissions.clone(), now);
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

/// The permissions that were typed, each once. Those that are not known are kept and give no right.
pub fn read_permissions(typed: Vec<String>, checks: &mut Checks) -> Vec<Open<Permission>> {
    let mut permissions = Vec::with_capacity(typed.len());
    for text in typed {
        let fits = (1..=LONGEST_PERMISSION).contains(&text.chars().count())
            && !text.chars().any(|c| c.is_whitespace() || c.is_control())
            && !hides_something(&text);
        checks.that(fits, "permissions", "A permission has 1 to 64 visible characters.");
        permissions.push(Permission::open(text));
    }
    permissions.sort_unstable();
    permissions.dedup();
    checks.that(permissions.len() <= MOST_PERMISSIONS, "permissions", "Name at most 50 permissions.");
    permissions
}

/// Refuses a name that is taken, also by a group that is being deleted: its members must not come back with its name.
async fn taken(by: &Allowed<Governs>, name: &RoleGroupName) -> Result<(), Error> {
    match by.store.get(&FUS_MAIN, &keys::role_group(name)).await? {
        None => Ok(()),
        Some(group) if group.contains("deletedAt") => Err(Error::RoleGroupGoing),
        Some(_) => Err(Error::RoleGroupTaken),
    }
}
