//! `/groups`: the groups that somebody is in.

use super::cards;
use crate::{service::list_groups, urls};
use askama::Template;
use axum::response::{IntoResponse, Response};
use web::{Avatar, Ctx, Html, Layout, PageQuery, Problem, Query};

#[derive(Template)]
#[template(path = "hangouts/groups.html")]
struct GroupsPage {
    layout: Layout,
    groups: Vec<GroupItem>,
    more: String,
    done: Option<&'static str>,
}

/// A group in a list.
#[derive(Debug, Clone)]
pub struct GroupItem {
    pub avatar: Avatar,
    pub path: String,
    pub name: String,
    pub people: String,
    pub owner: bool,
}

pub async fn show(ctx: Ctx, Query(query): Query<PageQuery>) -> Result<Response, Problem> {
    let list = format!("groups of {}", ctx.actor.signed_in()?.user_id);
    let (items, next) = items(&ctx, &list, &query).await?;
    let page = GroupsPage {
        layout: Layout::of(&ctx, "Groups").noindex(),
        groups: items,
        more: next.map(|next| format!("{}?cursor={next}", urls::GROUPS)).unwrap_or_default(),
        done: match ctx.done() {
            Some("left") => Some("You have left the group."),
            Some("deleted") => Some("The group was deleted."),
            _ => None,
        },
    };
    Ok(Html(page).into_response())
}

/// A page of the caller's groups, and the cursor of the next.
pub async fn items(
    ctx: &Ctx,
    list: &str,
    query: &PageQuery,
) -> Result<(Vec<GroupItem>, Option<String>), Problem> {
    let (groups, next) = list_groups::list_groups(ctx, ctx.page_request(list, query)?).await?;
    let page = ctx.page(list, groups, next)?;
    let item = |seen: crate::service::get_group::GroupSeen| GroupItem {
        avatar: Avatar::of(&seen.group.group_id, &seen.group.name).large(),
        path: urls::group(&seen.group.group_id),
        people: cards::people(seen.group.member_count),
        owner: seen.mine.is_owner(),
        name: seen.group.name,
    };
    Ok((page.items.into_iter().map(item).collect(), page.next_cursor))
}
