//! `/admin/groups/{name}`: what a role group carries, and who is in it.

use super::admin::{Offered, offered};
use crate::{
    gate::{Allowed, Governs},
    model::{PersonId, RoleGroup, RoleGroupName},
    service::{
        add_member::add_member,
        delete_role_group::delete_role_group,
        edit_role_group::{self, EditRoleGroup},
        list_members::list_members,
        remove_member::remove_member,
    },
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use kernel::{PageRequest, Patch, UserId, paging};
use serde::Deserialize;
use web::{Avatar, Expected, Fault, Filled, Form, Layout, Notice, Path, Problem, done};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct GroupForm {
    description: String,
    permissions: Vec<String>,
    version: u64,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct MemberForm {
    email: String,
}

#[derive(Template)]
#[template(path = "club/role_group.html")]
struct RoleGroupPage {
    layout: Layout,
    name: String,
    action: String,
    permissions: Vec<Offered>,
    filled: Filled<GroupForm>,
    member: Filled<MemberForm>,
    /// A disc, a name, and where the button to remove them leads.
    members: Vec<(Avatar, String, String)>,
    more: bool,
    notice: Option<Notice>,
}

pub async fn show(by: Allowed<Governs>, Path(name): Path<RoleGroupName>) -> Result<Response, Problem> {
    let group = stored::role_group(&by, &name).await?;
    page(&by, &group, Filled::fresh(GroupForm::of(&group)), Filled::fresh(MemberForm::default())).await
}

pub async fn save(
    by: Allowed<Governs>,
    Path(name): Path<RoleGroupName>,
    Form(form): Form<GroupForm>,
) -> Result<Response, Problem> {
    let cmd = EditRoleGroup {
        description: Patch::Set(form.description.clone()),
        permissions: Patch::Set(form.permissions.clone()),
    };
    match edit_role_group::edit_role_group(&by, &name, &Expected::version(form.version), cmd).await {
        Ok(_) => Ok(done(urls::role_group(&name), "saved").into_response()),
        Err(error) => {
            let filled = Filled::refused(form, "Your changes were not saved.", error)?;
            page(&by, &stored::role_group(&by, &name).await?, filled, Filled::fresh(MemberForm::default()))
                .await
        }
    }
}

pub async fn add(
    by: Allowed<Governs>,
    Path(name): Path<RoleGroupName>,
    Form(form): Form<MemberForm>,
) -> Result<Response, Problem> {
    let group = stored::role_group(&by, &name).await?;
    match found(&by, &form.email).await {
        Ok(user) => {
            add_member(&by, &name, &user.into()).await?;
            Ok(done(urls::role_group(&name), "added").into_response())
        }
        Err(problem) => {
            let member = Filled::refused(form, "Nobody was added.", problem)?;
            page(&by, &group, Filled::fresh(GroupForm::of(&group)), member).await
        }
    }
}

async fn found(by: &Allowed<Governs>, email: &str) -> Result<UserId, Problem> {
    let nobody = || Fault::about("email", "There is no account with this email address.");
    Ok(identity::find_by_email(by, email).await?.ok_or_else(nobody)?.user_id)
}

pub async fn remove(
    by: Allowed<Governs>,
    Path((name, user)): Path<(RoleGroupName, PersonId)>,
) -> Result<Redirect, Problem> {
    remove_member(&by, &name, &user).await?;
    Ok(done(urls::role_group(&name), "removed"))
}

pub async fn delete(by: Allowed<Governs>, Path(name): Path<RoleGroupName>) -> Result<Redirect, Problem> {
    delete_role_group(&by, &name, &Expected::any()).await?;
    Ok(done(urls::ADMIN, "deleted"))
}

impl GroupForm {
    fn of(group: &RoleGroup) -> Self {
        Self {
            description: group.description.clone().unwrap_or_default(),
            permissions: group.permissions.iter().map(ToString::to_string).collect(),
            version: group.version,
        }
    }
}

async fn page(
    by: &Allowed<Governs>,
    group: &RoleGroup,
    filled: Filled<GroupForm>,
    member: Filled<MemberForm>,
) -> Result<Response, Problem> {
    let everyone = PageRequest { limit: paging::MOST, after: None };
    let (members, next) = list_members(by, &group.name, everyone).await?;
    let action = urls::role_group(&group.name);
    let listed = members.into_iter().map(|one| {
        let user = &one.membership.user;
        (Avatar::of(user, &one.name).small(), one.name, urls::remove_member(&group.name, user))
    });
    let status = if member.notice.is_some() { member.status() } else { filled.status() };
    let notice = member.notice.clone().or_else(|| filled.notice.clone()).or_else(|| said(by.done()));
    Ok(status.with(RoleGroupPage {
        layout: Layout::of(by, format!("Role group {}", group.name)).noindex(),
        name: group.name.to_string(),
        permissions: offered(&filled.form.permissions),
        members: listed.collect(),
        more: next.is_some(),
        action,
        filled,
        member,
        notice,
    }))
}

fn said(done: Option<&str>) -> Option<Notice> {
    let title = match done? {
        "saved" => "Your changes were saved.",
        "added" => "The person was added.",
        "removed" => "The person was removed.",
        _ => return None,
    };
    Some(Notice::good(title))
}
