//! `/admin`: role groups, and people's roles.

use crate::{
    Error,
    gate::{Allowed, Governs},
    keys,
    model::{Permission, RoleGroup, RoleGroupName},
    service::create_role_group::{self, CreateRoleGroup},
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use identity::service::change_roles::{change_roles, parse_roles};
use kernel::{Open, Role, UserId};
use serde::Deserialize;
use web::{
    Avatar, Creates, CreatingForm, Expected, Filled, Form, Layout, Notice, OnceField, Path, Problem, Query,
    done,
};

const ROLE_GROUP: Creates = Creates { what: "role group", refused: "The role group was not created." };

const ROLES: [(Role, &str); 3] = [
    (Role::SuperAdmin, "Can do everything"),
    (Role::Admin, "Adds links and deletes comments"),
    (Role::Manager, "In the Squash group: adds players and matches"),
];

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct GroupForm {
    name: String,
    description: String,
    permissions: Vec<String>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct PersonForm {
    email: String,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct RolesForm {
    roles: Vec<String>,
    email: String,
    version: u64,
}

#[derive(Template)]
#[template(path = "club/admin.html")]
struct AdminPage {
    layout: Layout,
    /// A name, an address, a description and what it carries.
    groups: Vec<(String, String, String, Vec<Carried>)>,
    filled: Filled<GroupForm>,
    once: OnceField,
    permissions: Vec<Offered>,
    person: Filled<PersonForm>,
    found: Option<Found>,
    notice: Option<Notice>,
}

/// Somebody whose roles are to be changed.
struct Found {
    avatar: Avatar,
    name: String,
    action: String,
    email: String,
    version: u64,
    /// A role, what it allows, and whether they have it.
    roles: Vec<(String, &'static str, bool)>,
}

pub async fn show(by: Allowed<Governs>) -> Result<Response, Problem> {
    let fresh = Filled::fresh(GroupForm::default());
    page(&by, fresh, OnceField(by.new_once()), Filled::fresh(PersonForm::default()), None).await
}

/// Makes a role group.
pub async fn create(
    by: Allowed<Governs>,
    CreatingForm { once, field, form }: CreatingForm<GroupForm>,
) -> Result<Response, Problem> {
    let cmd = CreateRoleGroup {
        name: form.name.clone(),
        description: Some(form.description.clone()),
        permissions: form.permissions.clone(),
    };
    match create_role_group::create_role_group(&by, &once, cmd).await {
        Ok(made) => Ok(Redirect::to(&urls::role_group(&made.into_inner().name)).into_response()),
        Err(error) => {
            let open = |name: RoleGroupName| urls::role_group(&name);
            let (filled, once) = ROLE_GROUP.again(&by, error, (form, field), open)?;
            page(&by, filled, once, Filled::fresh(PersonForm::default()), None).await
        }
    }
}

/// Finds somebody by their email address, to see and change their roles.
pub async fn find_person(by: Allowed<Governs>, Query(form): Query<PersonForm>) -> Result<Response, Problem> {
    let (fresh, once) = (Filled::fresh(GroupForm::default()), OnceField(by.new_once()));
    match find(&by, &form.email).await {
        Ok(found) => page(&by, fresh, once, Filled::fresh(form), Some(found)).await,
        Err(problem) => {
            let refused = Filled::refused(form, "Nobody was found.", problem)?;
            page(&by, fresh, once, refused, None).await
        }
    }
}

async fn find(by: &Allowed<Governs>, email: &str) -> Result<Found, Problem> {
    let nobody = || web::Fault::about("email", "There is no account with this email address.");
    let person = identity::find_by_email(by, email).await?.ok_or_else(nobody)?;
    let account = identity::stored::get_account(by.store.as_ref(), person.user_id).await?;
    Ok(Found {
        avatar: Avatar::of(person.user_id, &person.display_name).small(),
        name: person.display_name,
        action: format!("{}/people/{}/roles", urls::ADMIN, person.user_id),
        email: email.to_owned(),
        version: account.version,
        roles: ROLES
            .iter()
            .map(|(role, words)| (format!("{role:?}"), *words, account.has_role(*role)))
            .collect(),
    })
}

/// Sets somebody's roles.
pub async fn set_roles(
    by: Allowed<Governs>,
    Path(user): Path<UserId>,
    Form(form): Form<RolesForm>,
) -> Result<Response, Problem> {
    let expected = Expected::version(form.version);
    let changed = match parse_roles(&form.roles) {
        Ok(roles) => change_roles(&by, user, &expected, roles).await,
        Err(error) => Err(error),
    };
    match changed {
        Ok(_) => {
            web::audit(&by, "account", &user.to_string(), "roles changed");
            Ok(done(urls::ADMIN, "roles").into_response())
        }
        Err(error) => {
            let person = PersonForm { email: form.email.clone() };
            let refused = Filled::refused(person, "The roles were not changed.", error)?;
            let (fresh, once) = (Filled::fresh(GroupForm::default()), OnceField(by.new_once()));
            let found = find(&by, &form.email).await.ok();
            page(&by, fresh, once, refused, found).await
        }
    }
}

async fn page(
    by: &Allowed<Governs>,
    filled: Filled<GroupForm>,
    once: OnceField,
    person: Filled<PersonForm>,
    found: Option<Found>,
) -> Result<Response, Problem> {
    let groups: Vec<RoleGroup> = stored::all(by, keys::role_groups()).await.map_err(Error::from)?;
    let status = if person.notice.is_some() { person.status() } else { filled.status() };
    let notice = person.notice.clone().or_else(|| said(by.done()));
    Ok(status.with(AdminPage {
        layout: Layout::of(by, "Roles and role groups").noindex(),
        groups: groups.iter().map(listed).collect(),
        permissions: offered(&filled.form.permissions),
        filled,
        once,
        person,
        found,
        notice,
    }))
}

fn listed(group: &RoleGroup) -> (String, String, String, Vec<Carried>) {
    let carries = group.permissions.iter().map(Carried::of).collect();
    let description = group.description.clone().unwrap_or_default();
    (group.name.to_string(), urls::role_group(&group.name), description, carries)
}

/// A permission that a role group carries, in words or as it is stored.
struct Carried {
    words: String,
    known: bool,
}

impl Carried {
    fn of(permission: &Open<Permission>) -> Self {
        match permission {
            Open::Known(known) => Self { words: known.words().to_owned(), known: true },
            Open::Other(text) => Self { words: text.clone(), known: false },
        }
    }
}

/// A permission as a form offers it.
pub struct Offered {
    pub value: String,
    pub words: String,
    pub chosen: bool,
    /// Whether it gives any right.
    pub known: bool,
}

/// Every known permission, with whether it is among `chosen`, and whatever else is among them.
pub fn offered(chosen: &[String]) -> Vec<Offered> {
    let known = Permission::ALL.iter().map(|one| Offered {
        value: one.as_str().to_owned(),
        words: one.words().to_owned(),
        chosen: chosen.iter().any(|text| text == one.as_str()),
        known: true,
    });
    let is_known = |text: &str| Permission::ALL.iter().any(|one| one.as_str() == text);
    let others = chosen.iter().filter(|text| !is_known(text)).map(|text| Offered {
        value: text.clone(),
        words: text.clone(),
        chosen: true,
        known: false,
    });
    known.chain(others).collect()
}

fn said(done: Option<&str>) -> Option<Notice> {
    match done? {
        "roles" => Some(Notice::good("The roles were changed.")),
        "deleted" => Some(Notice::good("The role group was deleted.")),
        _ => None,
    }
}
