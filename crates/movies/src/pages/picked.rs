//! The pick: what it is, how close it was, and what everybody thought.

use super::{
    art::Poster,
    done,
    draft::Credit,
    history::History,
    parts::{self, Standing, Verdicts},
    people::avatar,
    round::Switch,
};
use crate::{
    Error,
    gate::{RoundGate, Who},
    model::{Status, Verdict},
    service::{get_round::SeenRound, list_picks::Picks, mark_watched, rate_film},
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use web::{Avatars, Ctx, Form, Icon, Layout, Notice, Problem, words::counted};

#[derive(Template)]
#[template(path = "movies/picked.html")]
pub struct PickedPage {
    layout: Layout,
    /// What has just been done.
    done: Option<Notice>,
    household: String,
    poster: Poster,
    title: String,
    lede: String,
    people: Avatars,
    switch: Switch,
    /// `selected`, `watched` or `rated`.
    status: &'static str,
    attends: bool,
    choices: Vec<(Icon, &'static str, &'static str, bool)>,
    verdicts: Verdicts,
    standing: Standing,
    history: History,
    watched: String,
    rate: String,
    expire: String,
    credit: Credit,
}

impl PickedPage {
    pub fn of(ctx: &Ctx, who: &Who, seen: &SeenRound, picks: &Picks) -> Result<Self, Error> {
        let (id, pick) = (seen.round.round_id, seen.pick.as_ref().ok_or(Error::NoRound)?);
        let switch = Switch::of(seen, who);
        let own = seen
            .ratings
            .iter()
            .find(|rating| rating.member_id == who.id())
            .and_then(|rating| rating.rating.known());
        let choice = |verdict: Verdict| {
            (parts::icon(&verdict.into()), verdict.as_str(), verdict.words(), own == Some(verdict))
        };
        let layout = Layout::of(ctx, format!("{} – {}", pick.title(), seen.household.title()))
            .noindex()
            .script("times.js");
        Ok(Self {
            layout: layout.state(seen.status.as_str()).live(urls::round_live(id)),
            done: done::notice(ctx),
            household: seen.household.title().to_owned(),
            poster: parts::poster_of(pick),
            title: pick.title().to_owned(),
            lede: lede(seen),
            people: Avatars::of(
                parts::present(seen).map(|member| (avatar(&member.user), &member.user.display_name)),
            ),
            status: seen.status.as_str(),
            attends: seen.present.contains(&who.id()),
            choices: Verdict::ALL.map(choice).to_vec(),
            verdicts: Verdicts::of(seen),
            standing: Standing::of(seen),
            history: History::without(picks, pick.pick_id, &ctx.zones()),
            watched: urls::act(id, "watched"),
            rate: format!("{}{}", urls::act(id, "rate"), switch.query),
            expire: urls::act(id, "expire"),
            credit: Credit::of(ctx),
            switch,
        })
    }
}

/// “5 yes votes, no votes against. Maya’s idea. 93 minutes.”
fn lede(seen: &SeenRound) -> String {
    let Some(pick) = &seen.pick else { return String::new() };
    let ranked = seen.ranked();
    let votes = ranked.iter().find(|one| one.film == pick.tmdb_movie_id).map(|one| {
        let against = match one.down.len() {
            0 => "no votes against".to_owned(),
            many => format!("{many} against"),
        };
        match (one.up.len(), one.down.len()) {
            (0, 0) => "No votes.".to_owned(),
            (yes, _) => format!("{}, {against}.", counted(yes, "yes vote")),
        }
    });
    let film = seen.suggestion(pick.tmdb_movie_id);
    let idea = pick.added_by.map(|by| format!("{}’s idea.", seen.name(by)));
    let long =
        film.and_then(|film| film.runtime_minutes).map(|minutes| format!("{}.", counted(minutes, "minute")));
    let picked = pick.picked_by.map(|by| format!("Picked by {}.", seen.name(by)));
    [votes, idea, long, picked].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

pub async fn watched(RoundGate { ctx, who, id }: RoundGate) -> Result<Response, Problem> {
    match mark_watched::mark_watched(&ctx, &who, id).await {
        Ok(_) => Ok(web::done(urls::round_as(id, who.acting()), "watched").into_response()),
        Err(error) => Err(error.into()),
    }
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct RateForm {
    rating: String,
}

pub async fn rate(
    RoundGate { ctx, who, id }: RoundGate,
    Form(form): Form<RateForm>,
) -> Result<Response, Problem> {
    let verdict = Verdict::read(&form.rating)
        .ok_or_else(|| Error::about("rating", "Choose loved, liked or disliked."))?;
    rate_film::rate_film(&ctx, &who, id, who.id(), verdict).await?;
    Ok(web::done(urls::round_as(id, who.acting()), "rated").into_response())
}

impl PickedPage {
    fn is(&self, status: Status) -> bool {
        self.status == status.as_str()
    }
}
