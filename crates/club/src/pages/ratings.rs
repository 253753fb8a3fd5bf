//! `/club/ratings`: one's own ratings, or everyone's with so many stars.

use super::parts::StarsShown;
use crate::{
    Error,
    gate::{Allowed, TakesPart},
    model::{Rating, Stars},
    service::{
        list_comments::{FORMER, names},
        list_ratings::{my_ratings, ratings_by_stars},
        list_sites::sites,
    },
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use kernel::PageRequest;
use serde::Deserialize;
use store::Position;
use web::{Html, Layout, PageQuery, Problem, Query, components::Empty};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Which {
    stars: Option<u8>,
    cursor: Option<String>,
}

#[derive(Template)]
#[template(path = "club/ratings.html")]
struct RatingsPage {
    layout: Layout,
    heading: String,
    /// A label, an address, and whether it is this page.
    tabs: Vec<(String, String, bool)>,
    rows: Vec<Row>,
    more: Option<String>,
    empty: Option<Empty>,
}

struct Row {
    href: String,
    title: String,
    host: String,
    stars: Option<StarsShown>,
    /// Stars that another program wrote and that are none.
    other: String,
    note: String,
    /// Who gave them, on everyone's list.
    by: Option<String>,
}

pub async fn show(by: Allowed<TakesPart>, Query(which): Query<Which>) -> Result<Response, Problem> {
    let stars = which.stars.and_then(|stars| Stars::try_from(stars).ok());
    let list = format!("ratings page {:?} {}", stars.map(Stars::get), by.user_id()?);
    let page = by.page_request(&list, &PageQuery { limit: None, cursor: which.cursor })?;
    let (ratings, next) = ratings(&by, stars, page).await?;
    let rows = rows(&by, &ratings, stars.is_some()).await?;
    let more = by.page::<()>(&list, Vec::new(), next)?.next_cursor;
    let heading = stars.map_or_else(
        || "My ratings".to_owned(),
        |stars| format!("Rated {}", web::words::counted(stars.get(), "star")),
    );
    Ok(Html(RatingsPage {
        layout: Layout::of(&by, heading.clone()).noindex(),
        tabs: tabs(stars),
        empty: (rows.is_empty() && more.is_none()).then(|| nothing(stars)),
        more: more.map(|cursor| match stars {
            Some(stars) => format!("{}&cursor={cursor}", urls::stars(stars.get())),
            None => format!("{}?cursor={cursor}", urls::MY_RATINGS),
        }),
        heading,
        rows,
    })
    .into_response())
}

async fn ratings(
    by: &Allowed<TakesPart>,
    stars: Option<Stars>,
    page: PageRequest<Position>,
) -> Result<(Vec<Rating>, Option<Position>), Error> {
    match stars {
        Some(stars) => ratings_by_stars(by, stars, page).await,
        None => my_ratings(by, page).await,
    }
}

/// The ratings with their links and, on everyone's list, who gave them: one batch read each.
async fn rows(by: &Allowed<TakesPart>, ratings: &[Rating], everyones: bool) -> Result<Vec<Row>, Error> {
    let ids: Vec<_> = ratings.iter().map(|rating| rating.site_id.clone()).collect();
    let people: Vec<_> = ratings.iter().filter(|_| everyones).map(|rating| rating.user_id.clone()).collect();
    let (sites, names) = (sites(by, &ids).await?, names(by, &people).await?);
    let row = |rating: &Rating| {
        let site = sites.iter().find(|site| site.id == rating.site_id)?;
        Some(Row {
            href: urls::site(&site.id),
            title: site.shown_title().into_owned(),
            host: site.host(),
            stars: rating.stars.known().map(|stars| StarsShown::of(f64::from(stars.get()))),
            other: format!("{} stars", rating.stars.0),
            note: rating.note.clone().unwrap_or_default(),
            by: everyones.then(|| names.get(&rating.user_id).map_or(FORMER, String::as_str).to_owned()),
        })
    };
    Ok(ratings.iter().filter_map(row).collect())
}

fn tabs(chosen: Option<Stars>) -> Vec<(String, String, bool)> {
    let mine = ("Mine".to_owned(), urls::MY_RATINGS.to_owned(), chosen.is_none());
    let by_stars = Stars::all().into_iter().rev().map(|stars| {
        let n = stars.get();
        (web::words::counted(n, "star"), urls::stars(n), chosen == Some(stars))
    });
    std::iter::once(mine).chain(by_stars).collect()
}

fn nothing(stars: Option<Stars>) -> Empty {
    match stars {
        Some(_) => Empty::new("No ratings yet", "Nobody has given a link this many stars."),
        None => Empty::new("No ratings yet", "Give links 1 to 5 stars. Your ratings are then listed here."),
    }
    .way_on(urls::CLUB, "Show links")
}
