//! What was watched, with everybody's ratings.

use super::{art::Poster, parts};
use crate::{
    gate::Gate,
    model::{MemberId, Pick, PickId},
    service::list_picks::{self, Picks},
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use kernel::Moment;
use web::{Html, Icon, Layout, PageQuery, Problem, Query, Zones};

/// The last films, as a card beside something else.
#[derive(Template)]
#[template(path = "movies/watched.html")]
pub struct History {
    rows: Vec<Row>,
}

impl askama::filters::HtmlSafe for History {}

struct Row {
    id: String,
    day: Option<Day>,
    poster: Poster,
    title: String,
    about: String,
    tallies: Vec<(Icon, usize, &'static str)>,
    said: Vec<(String, Icon, String)>,
}

/// Day on which a film was watched or picked, in the reader's zone. Scripts put it there where the server does not know the zone.
struct Day {
    at: String,
    weekday: String,
    month: String,
    number: String,
}

impl Day {
    fn new(at: Moment, zones: &Zones) -> Self {
        let there = at.to_zoned((**zones.shown()).clone());
        let part = |format: &str| there.strftime(format).to_string();
        Self { at: at.to_string(), weekday: part("%a"), month: part("%b"), number: part("%-d") }
    }
}

impl Row {
    fn of(pick: &Pick, picks: &Picks, zones: &Zones) -> Self {
        let name =
            |member: &MemberId| picks.names.get(member).map_or("a former member", String::as_str).to_owned();
        let idea = pick.added_by.map(|by| format!("{}’s idea", name(&by)));
        let picked = || pick.picked_by.map(|by| format!("Picked by {}", name(&by)));
        let told = idea.or_else(picked).unwrap_or_else(|| "Picked by a former member".to_owned());
        Self {
            id: pick.pick_id.to_string(),
            day: pick.watched_at.or(pick.picked_at).map(|at| Day::new(at, zones)),
            poster: parts::poster_of(pick).plain(),
            title: pick.title().to_owned(),
            about: if pick.was_watched() { told } else { format!("{told}, not watched yet") },
            tallies: parts::tallies(
                &pick.verdicts().filter_map(|(_, said)| said.known()).collect::<Vec<_>>(),
            ),
            said: pick
                .verdicts()
                .map(|(by, said)| (name(by), parts::icon(said), parts::words(said)))
                .collect(),
        }
    }
}

impl History {
    pub fn of(picks: &Picks, zones: &Zones) -> Self {
        Self { rows: picks.items.iter().map(|pick| Row::of(pick, picks, zones)).collect() }
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The same without one that the page shows anyway.
    pub fn without(picks: &Picks, shown: PickId, zones: &Zones) -> Self {
        let others = picks.items.iter().filter(|pick| pick.pick_id != shown);
        Self { rows: others.map(|pick| Row::of(pick, picks, zones)).collect() }
    }
}

#[derive(Template)]
#[template(path = "movies/history.html")]
struct HistoryPage {
    layout: Layout,
    rows: Vec<Row>,
    older: Option<String>,
}

pub async fn show_history(
    Gate { ctx, who }: Gate,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let list = format!("picks of {}", who.household()?);
    let page = ctx.page_request(&list, &query)?;
    let found = list_picks::list_picks(&ctx, &who, page).await?;
    let zones = ctx.zones();
    let rows = found.items.iter().map(|pick| Row::of(pick, &found, &zones)).collect();
    let cursor = ctx.page::<()>(&list, Vec::new(), found.next)?.next_cursor;
    let older = cursor.map(|cursor| format!("{}?cursor={cursor}", crate::urls::HISTORY));
    let layout = Layout::of(&ctx, "Films we watched").noindex().script("times.js");
    Ok(Html(HistoryPage { layout, rows, older }).into_response())
}
