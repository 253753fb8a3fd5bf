//! The vote: one person after another on the same phone, or everybody on their own.

use super::{
    done,
    draft::{Credit, FilmCard, notices},
    parts::{Around, Standing},
    round::Switch,
};
use crate::{
    Error,
    gate::{Gate, RoundGate, Who},
    model::{FilmId, RoundId, VoteKind},
    service::{cast_vote, get_round::SeenRound, nudge as nudging, pick_film},
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use web::{Ctx, Form, Layout, Notice, Once, Path, Problem};

#[derive(Template)]
#[template(path = "movies/voting.html")]
pub struct VotingPage {
    layout: Layout,
    /// What has just been done.
    done: Option<Notice>,
    household: String,
    around: Around,
    standing: Standing,
    switch: Switch,
    /// Whether the person shown is there at all.
    attends: bool,
    notices: Vec<Notice>,
    films: Vec<VoteCard>,
    voted: usize,
    /// Where a reminder is asked for; nothing where this server has no way to send one.
    nudge: Option<String>,
    expire: String,
    credit: Credit,
    /// A draft that waits beside this vote.
    draft: Option<String>,
}

pub struct VoteCard {
    film: FilmCard,
    action: String,
    up: bool,
    down: bool,
}

impl VotingPage {
    pub fn of(ctx: &Ctx, who: &Who, seen: &SeenRound, draft: Option<RoundId>) -> Self {
        let (id, member) = (seen.round.round_id, who.id());
        let switch = Switch::of(seen, who);
        let films = seen.suggestions.iter().map(|one| {
            let vote = seen.vote_of(member, one.tmdb_movie_id).and_then(|vote| vote.vote.known());
            VoteCard {
                film: FilmCard::of(one, seen),
                action: format!("{}{}", urls::film(id, one.tmdb_movie_id, "vote"), switch.query),
                up: vote == Some(VoteKind::Up),
                down: vote == Some(VoteKind::Down),
            }
        });
        let films: Vec<_> = films.collect();
        Self {
            layout: Layout::of(ctx, format!("Vote – {}", seen.household.title()))
                .noindex()
                .state(seen.status.as_str())
                .live(urls::round_live(id)),
            done: done::notice(ctx),
            household: seen.household.title().to_owned(),
            around: Around::of(seen),
            standing: Standing::of(seen),
            attends: seen.present.contains(&member),
            notices: notices(ctx, seen),
            voted: films.iter().filter(|card| card.up || card.down).count(),
            films,
            nudge: can_tell(ctx).then(|| urls::act(id, "nudge")),
            expire: urls::act(id, "expire"),
            credit: Credit::of(ctx),
            draft: draft.map(|id| urls::round_as(id, who.acting())),
            switch,
        }
    }
}

/// Whether anybody can be told anything while they are not looking.
fn can_tell(ctx: &Ctx) -> bool {
    ctx.outbound.mail.delivers() || ctx.outbound.push.public_key().is_some()
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct VoteForm {
    /// `up`, `down`, or `none` to take it back.
    vote: String,
}

pub async fn vote(
    Gate { ctx, who }: Gate,
    Path((id, film)): Path<(RoundId, FilmId)>,
    Form(form): Form<VoteForm>,
) -> Result<Response, Problem> {
    let kind = match form.vote.as_str() {
        "none" => None,
        text => Some(VoteKind::read(text).ok_or_else(|| Error::about("vote", "Choose up or down."))?),
    };
    cast_vote::cast_vote(&ctx, &who, id, film, kind).await?;
    Ok(Redirect::to(&format!("{}#film-{film}", urls::round_as(id, who.acting()))).into_response())
}

#[derive(Debug, Clone, Deserialize)]
pub struct PickForm {
    film: i64,
}

/// Whoever taps twice, or at the same moment as somebody else, gets to see the pick that counts.
pub async fn pick(
    RoundGate { ctx, who, id }: RoundGate,
    Form(form): Form<PickForm>,
) -> Result<Response, Problem> {
    match pick_film::pick_film(&ctx, &who, &Once::none(), id, FilmId(form.film)).await {
        Ok(_) => Ok(web::done(urls::round_as(id, who.acting()), "picked").into_response()),
        Err(Error::AlreadyPicked) => {
            stored::get_round(&ctx, who.household()?, id).await?;
            Ok(web::done(urls::round_as(id, who.acting()), "picked-before").into_response())
        }
        Err(error) => Err(error.into()),
    }
}

pub async fn nudge(RoundGate { ctx, who, id }: RoundGate) -> Result<Response, Problem> {
    nudging::nudge(&ctx, &who, id).await?;
    Ok(web::done(urls::round_as(id, who.acting()), "nudged").into_response())
}
