//! `/club`: every link, narrowed by words and tags, in an order.

use super::parts::{RateForm, SiteCard};
use crate::{
    Error,
    gate::{self, Allowed, Reads},
    keys,
    live::{Sites, Whole},
    model::{
        Act, Rating, Site, SiteId, Stars, Tag,
        catalogue::{Catalogue, Found, Order},
    },
    service::{
        list_comments::names,
        list_sites::{ListSites, search_sites},
    },
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use web::{Html, Layout, Notice, Path, Problem, Query, components::Empty, words::counted};

/// Cards on one page.
const SHOWN: u32 = 24;
const ORDERS: [(Order, &str, &str); 3] = [
    (Order::Rating, "rating", "Best rated"),
    (Order::Newest, "newest", "Newest"),
    (Order::Unrated, "unrated", "Not rated by me"),
];

/// What is asked for, in the address.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Filter {
    q: String,
    #[serde(rename = "t")]
    tags: Vec<String>,
    order: Option<Order>,
    cursor: Option<String>,
}

#[derive(Template)]
#[template(path = "club/catalogue.html")]
#[expect(clippy::struct_excessive_bools, reason = "each shows or hides a piece of the page by itself")]
struct CataloguePage {
    layout: Layout,
    heading: String,
    q: String,
    orders: Vec<(&'static str, &'static str, bool)>,
    chips: Vec<Chip>,
    summary: String,
    filtered: bool,
    cards: Vec<SiteCard>,
    more: Option<String>,
    empty: Option<Empty>,
    notice: Option<Notice>,
    may_write: bool,
    sees_squash: bool,
    governs: bool,
    signed_in: bool,
    bookmarklet: String,
}

/// A tag to filter by.
struct Chip {
    tag: String,
    count: usize,
    chosen: bool,
}

pub async fn show(by: Allowed<Reads>, Query(filter): Query<Filter>) -> Result<Response, Problem> {
    page(&by, filter, "Links").await
}

/// The same for one tag, at an address that can be shared.
pub async fn show_tag(
    by: Allowed<Reads>,
    Path(tag): Path<String>,
    Query(mut filter): Query<Filter>,
) -> Result<Response, Problem> {
    let heading = format!("Links tagged {tag}");
    filter.tags.insert(0, tag);
    page(&by, filter, &heading).await
}

async fn page(by: &Allowed<Reads>, filter: Filter, heading: &str) -> Result<Response, Problem> {
    let tags: Vec<_> = filter.tags.iter().filter_map(|tag| Tag::parse(tag)).collect();
    let order = filter.order.filter(|order| *order != Order::Unrated || by.actor.account.is_some());
    let list = format!("club page {order:?} {:?} {tags:?}", filter.q);
    let after = filter.cursor.as_deref().map(|cursor| by.open_cursor(&list, cursor)).transpose()?;
    let cmd = ListSites {
        words: filter.q.clone(),
        tags: tags.clone(),
        order: order.unwrap_or(Order::Rating),
        after,
        limit: SHOWN,
    };
    let found = search_sites(by, &cmd).await?;
    let filtered = !cmd.words.trim().is_empty() || !tags.is_empty();
    let next = found.next.as_ref().map(|next| by.seal_cursor(&list, next)).transpose()?;
    let may_write = gate::allows(by, Act::WriteSites).await?;
    let cards = cards(by, &found.sites).await?;
    let chips = chips(by, &tags).await?;
    Ok(Html(CataloguePage {
        layout: Layout::of(by, heading)
            .describe("Links that members recommend, with ratings and comments.")
            .script("filter.js"),
        heading: heading.to_owned(),
        orders: orders(cmd.order, by.actor.account.is_some()),
        summary: summary(&found, &tags, filtered),
        more: next.map(|cursor| more(&filter, &tags, cmd.order, cursor)),
        empty: cards.is_empty().then(|| nothing(filtered, may_write)),
        q: filter.q,
        chips,
        filtered,
        cards,
        notice: notice(by.done()),
        may_write,
        sees_squash: gate::allows(by, Act::SeeSquash).await?,
        governs: gate::allows(by, Act::GovernRoles).await?,
        signed_in: by.actor.account.is_some(),
        bookmarklet: bookmarklet(&by.url(urls::NEW_SITE)),
    })
    .into_response())
}

fn orders(chosen: Order, signed_in: bool) -> Vec<(&'static str, &'static str, bool)> {
    let offered = ORDERS.iter().filter(|(order, ..)| *order != Order::Unrated || signed_in);
    offered.map(|(order, value, words)| (*value, *words, *order == chosen)).collect()
}

/// The cards, with names and the reader's own ratings by one batch read each.
async fn cards(by: &Allowed<Reads>, sites: &[Site]) -> Result<Vec<SiteCard>, Error> {
    let people: Vec<_> = sites.iter().filter_map(|site| site.added_by.clone()).collect();
    let account = by.actor.account.as_ref();
    // Names are for those who are signed in.
    let names = if account.is_some() { names(by, &people).await? } else { HashMap::new() };
    let mine = my_stars(by, sites).await?;
    let back = by.path().split("&done=").next().unwrap_or(urls::CLUB);
    let card = |site: &Site| {
        let rate = account.map(|_| RateForm::new(site, mine.get(&site.id).copied(), back));
        SiteCard::new(site, &names, rate)
    };
    Ok(sites.iter().map(card).collect())
}

/// What the reader gave these sites.
async fn my_stars(by: &Allowed<Reads>, sites: &[Site]) -> Result<HashMap<SiteId, Stars>, Error> {
    let Some(account) = &by.actor.account else { return Ok(HashMap::new()) };
    let keys: Vec<_> = sites.iter().map(|site| keys::rating(account.user_id, &site.id)).collect();
    let ratings: Vec<Rating> = stored::each(by, &keys).await?;
    let known = |rating: Rating| Some((rating.site_id, rating.stars.known()?));
    Ok(ratings.into_iter().filter_map(known).collect())
}

/// The tags that are chosen, then the most used.
async fn chips(by: &Allowed<Reads>, chosen: &[Tag]) -> Result<Vec<Chip>, Error> {
    let count = |catalogue: &Catalogue| chosen.iter().map(|tag| catalogue.tagged(tag)).collect::<Vec<_>>();
    let counts = by.with_followed::<Sites, _>(&Whole, count).await?;
    let chip = |tag: &Tag, count: usize, chosen| Chip { tag: tag.to_string(), count, chosen };
    let mut chips: Vec<_> = chosen.iter().zip(counts).map(|(tag, count)| chip(tag, count, true)).collect();
    let offered = by.followed::<Sites>(&Whole).await?;
    let others = offered.iter().filter(|(tag, _)| !chosen.contains(tag));
    chips.extend(others.map(|(tag, count)| chip(tag, *count, false)));
    Ok(chips)
}

fn summary(found: &Found, tags: &[Tag], filtered: bool) -> String {
    let found = match found.total {
        Some(0) => "No links".to_owned(),
        Some(total) => counted(total, "link"),
        None => format!("More than {}", counted(found.sites.len(), "link")),
    };
    let tags: Vec<_> = tags.iter().map(Tag::as_str).collect();
    match (filtered, tags.is_empty()) {
        (false, _) => found,
        (true, true) => format!("{found} found"),
        (true, false) => format!("{found} tagged {}", web::words::list(&tags)),
    }
}

fn nothing(filtered: bool, may_write: bool) -> Empty {
    match (filtered, may_write) {
        (true, _) => Empty::new("No links found", "Try fewer words, or clear the tags.")
            .way_on(urls::CLUB, "Show all links"),
        (false, true) => {
            Empty::new("No links yet", "Add the first one. Its title and description are read from the page.")
                .way_on(urls::NEW_SITE, "Add a link")
        }
        (false, false) => Empty::new("No links yet", "Admins and members of some role groups can add links."),
    }
}

/// The address of the next page.
fn more(filter: &Filter, tags: &[Tag], order: Order, cursor: String) -> String {
    #[derive(Serialize)]
    struct Next<'a> {
        q: &'a str,
        t: Vec<&'a str>,
        order: Order,
        cursor: String,
    }
    let next = Next { q: &filter.q, t: tags.iter().map(Tag::as_str).collect(), order, cursor };
    format!("{}?{}", urls::CLUB, serde_html_form::to_string(&next).unwrap_or_default())
}

/// A bookmark that opens the form with the page one is on. It is dragged to the bookmarks, never run here.
fn bookmarklet(new_site: &str) -> String {
    format!(
        "javascript:void(open('{new_site}?url='+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title)))"
    )
}

fn notice(done: Option<&str>) -> Option<Notice> {
    match done? {
        "deleted" => Some(Notice::good("The link was deleted.")),
        _ => None,
    }
}
