//! The shortlist while it is put together.

use super::{art::Poster, done, parts, round::Switch};
use crate::{
    facts,
    gate::{Gate, RoundGate, Who},
    model::{FilmId, MOST_SUGGESTIONS, RoundId, Suggestion, Wish},
    service::{
        get_round::SeenRound, remove_suggestion, reshuffle as reshuffling, start_round, swap_suggestion,
    },
    urls, why,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use kernel::Open;
use web::{Ctx, Layout, Notice, Path, Problem, outcome::CameFrom, words};

#[derive(Template)]
#[template(path = "movies/draft.html")]
pub struct DraftPage {
    layout: Layout,
    /// What has just been done.
    done: Option<Notice>,
    household: String,
    people: String,
    switch: Switch,
    notices: Vec<Notice>,
    films: Vec<FilmCard>,
    full: bool,
    start: String,
    reshuffle: String,
    add: String,
    expire: String,
    credit: Credit,
    from: Option<CameFrom>,
    /// The vote that is going on beside this draft.
    vote: Option<String>,
}

/// A film of the shortlist as a page shows it.
pub struct FilmCard {
    pub id: i64,
    pub poster: Poster,
    pub title: String,
    pub facts: String,
    pub why: String,
    /// What it misses, on a label.
    pub flag: Option<&'static str>,
    pub swap: String,
    pub remove: String,
}

impl FilmCard {
    pub fn of(one: &Suggestion, seen: &SeenRound) -> Self {
        let round = seen.round.round_id;
        Self {
            id: one.tmdb_movie_id.0,
            poster: Poster::new(one.tmdb_movie_id, &one.title, one.poster_path.as_deref()),
            title: one.title.clone(),
            facts: parts::facts(one.year, one.runtime_minutes, one.content_rating.as_deref()),
            why: why::sentence(one, &seen.names),
            flag: one.misses.iter().find_map(Open::known).map(why::label),
            swap: urls::film(round, one.tmdb_movie_id, "swap"),
            remove: urls::film(round, one.tmdb_movie_id, "remove"),
        }
    }
}

/// Where the facts on a page come from.
#[derive(Template)]
#[template(path = "movies/credit.html")]
pub struct Credit {
    asked: bool,
    /// Why TMDB does not answer right now.
    trouble: Option<String>,
}

impl Credit {
    pub fn of(ctx: &Ctx) -> Self {
        Self { asked: facts::is_configured(ctx), trouble: facts::trouble(ctx) }
    }
}

impl askama::filters::HtmlSafe for Credit {}

impl DraftPage {
    pub fn of(ctx: &Ctx, who: &Who, seen: &SeenRound, vote: Option<RoundId>) -> Self {
        let id = seen.round.round_id;
        let names: Vec<_> = seen.present.iter().map(|member| seen.name(*member)).collect();
        let switch = Switch::of(seen, who);
        let at = |act: &str| format!("{}{}", urls::act(id, act), switch.query);
        Self {
            layout: Layout::of(ctx, format!("Shortlist – {}", seen.household.title()))
                .noindex()
                .state(seen.status.as_str())
                .live(urls::round_live(id)),
            done: done::notice(ctx),
            household: seen.household.title().to_owned(),
            people: words::list(&names),
            notices: notices(ctx, seen),
            films: seen.suggestions.iter().map(|one| FilmCard::of(one, seen)).collect(),
            full: seen.suggestions.len() >= MOST_SUGGESTIONS,
            start: at("start"),
            reshuffle: at("reshuffle"),
            add: at("films"),
            expire: at("expire"),
            credit: Credit::of(ctx),
            vote: vote.map(|id| urls::round_as(id, who.acting())),
            from: seen.round.from.clone().map(CameFrom),
            switch,
        }
    }
}

/// What gave way, what is not known, and what to do where nothing fits.
pub fn notices(ctx: &Ctx, seen: &SeenRound) -> Vec<Notice> {
    let mut notices = Vec::new();
    if seen.suggestions.is_empty() {
        let text =
            "Suggest other films, add one yourself, or change the highest ratings on the household page.";
        notices.push(Notice::new("The shortlist is empty.").text(text));
    }
    let in_words = |wish: &Open<Wish>| match wish {
        Open::Known(wish) => why::gave_way(*wish).to_owned(),
        Open::Other(text) => text.clone(),
    };
    let gave_way: Vec<_> = seen.round.relaxed_constraints.iter().map(in_words).collect();
    if !gave_way.is_empty() {
        let title =
            if gave_way.len() == 1 { "One wish did not count." } else { "Some wishes did not count." };
        let text = format!(
            "Too few films suit everyone, so these did not always count: {}. The films are marked. \
             Highest ratings always count.",
            words::list(&gave_way)
        );
        notices.push(Notice::new(title).text(text));
    }
    if let Some(trouble) = facts::trouble(ctx) {
        notices.push(Notice::new("Film facts are limited right now.").text(trouble));
    } else if !seen.household.streaming_services.is_empty() && !facts::know_services(ctx) {
        notices
            .push(Notice::new("Streaming services did not count.").text(
                "This server does not know where films can be streamed, because it has no TMDB token.",
            ));
    }
    notices
}

fn back(who: &Who, id: RoundId, done: &str) -> Response {
    web::done(urls::round_as(id, who.acting()), done).into_response()
}

pub async fn start(RoundGate { ctx, who, id }: RoundGate) -> Result<Response, Problem> {
    start_round::start_round(&ctx, &who, id).await?;
    Ok(back(&who, id, "started"))
}

pub async fn reshuffle(RoundGate { ctx, who, id }: RoundGate) -> Result<Response, Problem> {
    reshuffling::reshuffle(&ctx, &who, id).await?;
    Ok(back(&who, id, "reshuffled"))
}

pub async fn swap(
    Gate { ctx, who }: Gate,
    Path((id, film)): Path<(RoundId, FilmId)>,
) -> Result<Response, Problem> {
    swap_suggestion::swap_suggestion(&ctx, &who, id, film).await?;
    Ok(back(&who, id, "swapped"))
}

pub async fn remove(
    Gate { ctx, who }: Gate,
    Path((id, film)): Path<(RoundId, FilmId)>,
) -> Result<Response, Problem> {
    remove_suggestion::remove_suggestion(&ctx, &who, id, film).await?;
    Ok(back(&who, id, "removed"))
}
