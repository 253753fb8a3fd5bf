//! `/groups/{id}`: the feed, what is next, and who is in it.

use super::cards::{self, HangoutCard, RespondRow};
use crate::{
    gate::GroupGate,
    model::{GroupId, Membership, PersonId, Pointer},
    service::{
        get_group::{self, GroupSeen},
        list_feed::{self, Card},
        list_members,
    },
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use kernel::PageRequest;
use std::collections::BTreeMap;
use web::{
    Avatar, Avatars, Ctx, Fault, Html, Layout, Notice, PageQuery, Problem, Query, Seat, Seats,
    components::when,
};

/// Hangouts on one page of the feed.
const FEED: u32 = 20;
/// Those that come next, beside it.
const NEXT: u32 = 3;
/// People who are named.
const NAMED: u32 = 9;

#[derive(Template)]
#[template(path = "hangouts/group.html")]
struct GroupPage {
    layout: Layout,
    head: GroupHead,
    done: Option<Notice>,
    feed: Vec<FeedItem>,
    more: String,
    first_page: bool,
    new_hangout: String,
    next: Vec<HangoutCard>,
    people: Vec<(Avatar, Membership)>,
    /// Whether its owner has not invited anyone yet.
    alone: bool,
    all_people: String,
}

/// The head of every page about one group.
#[derive(Debug, Clone, Template)]
#[template(path = "hangouts/group_head.html")]
pub struct GroupHead {
    pub name: String,
    description: String,
    people: String,
    avatars: Avatars,
    seats: Seats,
    pub path: String,
    pub members: String,
    edit: String,
    owner: bool,
    at: &'static str,
}

impl askama::filters::HtmlSafe for GroupHead {}

struct FeedItem {
    avatar: Avatar,
    who: String,
    ago: String,
    card: HangoutCard,
    respond: Option<RespondRow>,
}

pub async fn show(
    GroupGate { ctx, id }: GroupGate,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let list = format!("feed page of {id}");
    let first_page = query.cursor.is_none();
    let asked = PageRequest { limit: FEED, ..ctx.page_request(&list, &query)? };
    let seen = get_group::get_group(&ctx, &id).await?;
    let (members, _) =
        list_members::list_members(&ctx, &id, PageRequest { limit: NAMED, after: None }).await?;
    let (cards, next) = list_feed::list_feed(&ctx, &id, asked).await?;
    let next_cursor = ctx.page(&list, Vec::<()>::new(), next)?.next_cursor;
    let path = urls::group(&id);
    let page = GroupPage {
        layout: Layout::of(&ctx, seen.group.name.clone())
            .noindex()
            .script("times.js")
            .live(urls::group_live(&id)),
        done: done(&ctx),
        feed: feed(&ctx, &id, cards, &path).await?,
        more: next_cursor.map(|next| format!("{path}?cursor={next}")).unwrap_or_default(),
        first_page,
        new_hangout: urls::new_hangout_in(&id),
        next: next_ones(&ctx, &id).await?,
        alone: seen.group.member_count == 1 && seen.mine.is_owner(),
        all_people: cards::people(seen.group.member_count),
        head: GroupHead::of(&seen, &members, "feed"),
        people: members.into_iter().map(with_avatar).collect(),
    };
    Ok(Html(page).into_response())
}

fn done(ctx: &Ctx) -> Option<Notice> {
    match ctx.done()? {
        "saved" => Some(Notice::good("Your changes were saved.")),
        "joined" => Some(Notice::good("You joined the group.").text("Its hangouts are in your list now.")),
        "deleted" => Some(Notice::good("The hangout was deleted.")),
        _ => None,
    }
}

impl GroupHead {
    /// Whether the page belongs to this tab.
    pub fn is_at(&self, tab: &str) -> bool {
        self.at == tab
    }

    /// Where people are invited.
    pub fn invite(&self) -> String {
        format!("{}#invite", self.members)
    }

    /// `at` is the tab that the page belongs to.
    pub fn of(seen: &GroupSeen, members: &[Membership], at: &'static str) -> Self {
        let GroupSeen { group, mine } = seen;
        let seats = members.iter().map(|member| {
            let seat = Seat::of(&disc(member));
            if member.is_owner() { seat.host() } else { seat }
        });
        let count = usize::try_from(group.member_count).unwrap_or(usize::MAX);
        // A free seat only where everyone has one.
        let free = (count <= members.len()).then(Seat::free);
        let label =
            format!("{} of {} shown", members.len().min(Seats::MOST), cards::people(group.member_count));
        let noun = if group.member_count == 1 { "person" } else { "people" };
        Self {
            name: group.name.clone(),
            description: group.description.clone().unwrap_or_default(),
            people: cards::people(group.member_count),
            avatars: Avatars::of(members.iter().map(|member| (disc(member), &member.display_name)))
                .of_crowd(count),
            seats: Seats::new(seats.chain(free).collect(), group.member_count, noun, label).of_crowd(count),
            path: urls::group(&group.group_id),
            members: urls::members(&group.group_id),
            edit: urls::edit_group(&group.group_id),
            owner: mine.is_owner(),
            at,
        }
    }
}

fn disc(member: &Membership) -> Avatar {
    Avatar::of(&member.user_id, &member.display_name)
}

fn with_avatar(member: Membership) -> (Avatar, Membership) {
    (disc(&member), member)
}

async fn feed(ctx: &Ctx, id: &GroupId, cards: Vec<Card>, back: &str) -> Result<Vec<FeedItem>, Problem> {
    let makers = cards.iter().filter_map(|card| card.pointer.created_by.clone());
    let names = names_in(ctx, id, makers).await?;
    let (now, zones) = (ctx.clock.now(), ctx.zones());
    let item = |card: &Card| {
        let pointer = &card.pointer;
        let maker = pointer.created_by.as_ref();
        let who = maker.and_then(|maker| names.get(maker)).cloned();
        let nobody = if maker.is_some() { "Former member" } else { stored::NOBODY };
        let who = who.unwrap_or_else(|| nobody.into());
        let open = !pointer.cancelled && pointer.end.or(pointer.start).is_none_or(|end| *end > now);
        let shown = HangoutCard::of(card, "", now, &zones);
        let respond = open.then(|| RespondRow::new(&pointer.hangout_id, &pointer.title, card.answer(), back));
        FeedItem {
            avatar: maker.map_or_else(|| Avatar::new(&who), |maker| Avatar::of(maker, &who)),
            who,
            ago: pointer.created_at.map(|at| when::ago(at, now, &zones)).unwrap_or_default(),
            card: if open { shown.without_answer() } else { shown },
            respond,
        }
    };
    Ok(cards.iter().map(item).collect())
}

/// The names of these people, as the group knows them.
async fn names_in(
    ctx: &Ctx,
    group: &GroupId,
    people: impl Iterator<Item = PersonId>,
) -> Result<BTreeMap<PersonId, String>, Problem> {
    Ok(stored::names_in(ctx, group, people).await.map_err(Fault::from)?)
}

async fn next_ones(ctx: &Ctx, id: &GroupId) -> Result<Vec<HangoutCard>, Problem> {
    let (now, zones) = (ctx.clock.now(), ctx.zones());
    let next: Vec<Pointer> = list_feed::list_next(ctx, id, NEXT).await?;
    let card = |pointer| HangoutCard::of(&Card { pointer, my_answer: None }, "", now, &zones);
    Ok(next.into_iter().map(card).collect())
}
