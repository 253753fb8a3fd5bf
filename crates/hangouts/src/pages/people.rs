//! `/groups/{id}/members`: who is in a group, how to get in, and one's own calendar of it.

use super::{show_group::GroupHead, show_hangout::TOLD_LATER};
use crate::{
    Error,
    gate::GroupGate,
    model::{GroupId, GroupRole, Invite, InviteId, InviteToken, KEEPS_FOR, Membership, PersonId},
    service::{
        add_member::{self, AddMember},
        change_role,
        get_group::{self, GroupSeen},
        group_calendar, list_invites, list_members, make_invite, remove_invite, remove_member,
    },
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use http::StatusCode;
use kernel::{Open, PageRequest};
use serde::Deserialize;
use web::{
    Avatar, Creates, CreatingForm, Ctx, Errors, Filled, Form, Layout, Notice, OnceField, PageQuery, Path,
    Problem, Query, Share, When,
};

#[derive(Template)]
#[template(path = "hangouts/people.html")]
struct PeoplePage {
    layout: Layout,
    head: GroupHead,
    notice: Option<Notice>,
    people: Vec<Person>,
    more: String,
    /// What owners may do.
    owner: Option<ForOwners>,
    leave: String,
    make_calendar: String,
    stop_calendar: String,
    has_calendar: bool,
    new_calendar: String,
}

struct ForOwners {
    email: String,
    errors: Errors,
    invites: Vec<Link>,
    make_invite: String,
    /// What became of the form that makes a link.
    refused: Option<Notice>,
    works_for: u32,
    once: OnceField,
    new_link: Option<Share>,
    days: Vec<(u32, String)>,
}

struct Person {
    avatar: Avatar,
    name: String,
    owner: bool,
    me: bool,
    /// A role that is not known here, as it is stored.
    other_role: String,
    role: String,
    remove: String,
}

struct Link {
    until: When,
    stop: String,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct AddForm {
    email: String,
}

/// What the page shows beyond what is stored.
#[derive(Default)]
struct Shown {
    cursor: Option<String>,
    filled: Option<Filled<AddForm>>,
    invited: Option<Filled<InviteForm>>,
    new_link: Option<InviteToken>,
    new_calendar: String,
}

pub async fn show(
    GroupGate { ctx, id }: GroupGate,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    page(&ctx, &id, Shown { cursor: query.cursor, ..Shown::default() }).await
}

pub async fn add(GroupGate { ctx, id }: GroupGate, Form(form): Form<AddForm>) -> Result<Response, Problem> {
    match add_member::add_member(&ctx, &id, &AddMember::Email(form.email.clone())).await {
        Ok((_, notified)) => {
            let said = if notified.later > 0 { "added-later" } else { "added" };
            Ok(web::done(urls::members(&id), said).into_response())
        }
        Err(error) => {
            let filled = match error {
                Error::NotAddable => {
                    let notice = Notice::bad("Nobody was added.").text(error.to_string());
                    Filled::because(form, notice, StatusCode::FORBIDDEN)
                }
                error => Filled::refused(form, "Nobody was added.", error)?,
            };
            page(&ctx, &id, Shown { filled: Some(filled), ..Shown::default() }).await
        }
    }
}

#[derive(Debug, Deserialize)]
pub struct RoleForm {
    role: GroupRole,
}

pub async fn change_role(
    GroupGate { ctx, id }: GroupGate,
    Path((_id, person)): Path<(GroupId, PersonId)>,
    Form(form): Form<RoleForm>,
) -> Result<Response, Problem> {
    change_role::change_role(&ctx, &id, &person, form.role).await?;
    Ok(web::done(urls::members(&id), "role").into_response())
}

pub async fn remove(
    GroupGate { ctx, id }: GroupGate,
    Path((_id, person)): Path<(GroupId, PersonId)>,
) -> Result<Response, Problem> {
    remove_member::remove_member(&ctx, &id, &person).await?;
    Ok(web::done(urls::members(&id), "removed").into_response())
}

const LINK: Creates = Creates { what: "link", refused: "The link was not created." };
/// Days that the form begins with.
const WORKS_FOR: u32 = 7;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct InviteForm {
    expires_after: Option<u32>,
}

/// Whoever opens the address of a page that showed something once gets the page without it.
pub async fn back(GroupGate { id, .. }: GroupGate) -> Redirect {
    Redirect::to(&urls::members(&id))
}

/// The answer is the page itself: what is shown once must not be asked for again.
pub async fn make_invite(
    GroupGate { ctx, id }: GroupGate,
    CreatingForm { once, field, form }: CreatingForm<InviteForm>,
) -> Result<Response, Problem> {
    let shown = match make_invite::make_invite(&ctx, &once, &id, form.expires_after).await {
        Ok(made) => Shown { new_link: Some(made.into_inner().1), ..Shown::default() },
        Err(error) => {
            let all = |_: String| urls::members(&id);
            let (filled, _) = LINK.again(&ctx, error, (form, field), all)?;
            Shown { invited: Some(filled), ..Shown::default() }
        }
    };
    page(&ctx, &id, shown).await
}

pub async fn stop_invite(
    GroupGate { ctx, id }: GroupGate,
    Path((_id, invite)): Path<(GroupId, String)>,
) -> Result<Response, Problem> {
    let invite = InviteId::parse(&invite).ok_or(Error::NoInvite)?;
    remove_invite::remove_invite(&ctx, &id, &invite).await?;
    Ok(web::done(urls::members(&id), "stopped").into_response())
}

/// The answer is the page itself: what is shown once must not be asked for again.
pub async fn make_calendar(GroupGate { ctx, id }: GroupGate) -> Result<Response, Problem> {
    let key = group_calendar::make_feed(&ctx, &id).await?;
    page(&ctx, &id, Shown { new_calendar: ctx.url(&urls::calendar(&key)), ..Shown::default() }).await
}

pub async fn stop_calendar(GroupGate { ctx, id }: GroupGate) -> Result<Response, Problem> {
    group_calendar::stop_feed(&ctx, &id).await?;
    Ok(web::done(urls::members(&id), "calendar").into_response())
}

async fn page(ctx: &Ctx, id: &GroupId, shown: Shown) -> Result<Response, Problem> {
    let list = format!("people page of {id}");
    let seen = get_group::get_group(ctx, id).await?;
    let asked = ctx.page_request(&list, &PageQuery { limit: None, cursor: shown.cursor.clone() })?;
    let (members, next) = list_members::list_members(ctx, id, PageRequest { limit: 50, ..asked }).await?;
    let next_cursor = ctx.page(&list, Vec::<()>::new(), next)?.next_cursor;
    let path = urls::members(id);
    let filled = shown.filled.clone().unwrap_or_else(|| Filled::fresh(AddForm::default()));
    let owner =
        if seen.mine.is_owner() { Some(for_owners(ctx, &seen, &filled, &shown).await?) } else { None };
    let page = PeoplePage {
        layout: Layout::of(ctx, format!("People – {}", seen.group.name)).noindex().script("times.js"),
        head: GroupHead::of(&seen, &members, "people"),
        notice: filled.notice.clone().or_else(|| done(ctx)),
        people: members.iter().map(|member| Person::of(member, &seen)).collect(),
        more: next_cursor.map(|next| format!("{path}?cursor={next}")).unwrap_or_default(),
        owner,
        leave: urls::leave_group(id),
        make_calendar: urls::make_calendar(id),
        stop_calendar: urls::stop_calendar(id),
        has_calendar: group_calendar::has_feed(ctx, &seen.mine).await?,
        new_calendar: shown.new_calendar.clone(),
    };
    let status = shown.invited.as_ref().map_or_else(|| filled.status(), Filled::status);
    Ok(status.with(page))
}

async fn for_owners(
    ctx: &Ctx,
    seen: &GroupSeen,
    filled: &Filled<AddForm>,
    shown: &Shown,
) -> Result<ForOwners, Problem> {
    let id = &seen.group.group_id;
    let (now, zones) = (ctx.clock.now(), ctx.zones());
    let invites = list_invites::list_invites(ctx, id).await?;
    let link = |invite: &Invite| Link {
        until: When::new(invite.expires_at, now, &zones),
        stop: urls::stop_invite(id, &invite.invite_id),
    };
    let title = format!("Join {}", seen.group.name);
    let sent = shown.invited.as_ref();
    Ok(ForOwners {
        refused: sent.and_then(|filled| filled.notice.clone()),
        works_for: sent.and_then(|filled| filled.form.expires_after).unwrap_or(WORKS_FOR),
        email: filled.form.email.clone(),
        errors: filled.errors.clone(),
        invites: invites.iter().map(link).collect(),
        make_invite: urls::invites(id),
        once: OnceField(ctx.new_once()),
        new_link: shown
            .new_link
            .as_ref()
            .map(|token| Share::new(ctx.url(&urls::join(token)), title).with_qr()),
        days: KEEPS_FOR.map(|days| (days, web::words::counted(days, "day"))).to_vec(),
    })
}

fn done(ctx: &Ctx) -> Option<Notice> {
    if ctx.done()? == "added-later" {
        return Some(Notice::good("The person was added.").text(TOLD_LATER));
    }
    Some(Notice::good(match ctx.done()? {
        "added" => "The person was added.",
        "role" => "The role was changed.",
        "removed" => "The person was removed.",
        "stopped" => "The link no longer works.",
        "calendar" => "The calendar address no longer works.",
        _ => return None,
    }))
}

impl Person {
    fn of(member: &Membership, seen: &GroupSeen) -> Self {
        let id = &seen.group.group_id;
        Self {
            avatar: Avatar::of(&member.user_id, &member.display_name),
            name: member.display_name.clone(),
            owner: member.is_owner(),
            other_role: match member.role() {
                Open::Known(_) => String::new(),
                Open::Other(role) => role,
            },
            me: member.user_id == seen.mine.user_id,
            role: urls::member_role(id, &member.user_id),
            remove: urls::remove_member(id, &member.user_id),
        }
    }
}
