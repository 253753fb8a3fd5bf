//! One round in whatever state it is, and the page that starts one.

use super::{done, draft::DraftPage, people::avatar, picked::PickedPage, voting::VotingPage};
use crate::{
    Error,
    gate::{Gate, RoundGate, Who},
    live::{HouseholdWatched, RoundWatched, Viewer},
    model::{Member, MemberId, Status},
    service::{
        create_round::{self, CreateRound},
        expire_round,
        get_round::{self, SeenRound},
        list_picks::{self, Picks},
    },
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use kernel::PageRequest;
use serde::Deserialize;
use web::{Avatar, Creates, CreatingForm, Ctx, Filled, Html, Layout, Notice, OnceField, Problem};

/// Whom the signed-in person can be on the page: themselves and those they manage, as far as they are there.
pub struct Switch {
    pub action: String,
    pub seats: Vec<SwitchSeat>,
    /// Whose answers are shown.
    pub name: String,
    pub acting: Acting,
    /// What a form's address carries on.
    pub query: String,
}

/// “Nora for Ella”, wherever somebody acts for somebody else; nothing where they act for themselves.
#[derive(Template)]
#[template(path = "movies/acting.html")]
pub struct Acting {
    names: Option<(String, String)>,
}

impl askama::filters::HtmlSafe for Acting {}

impl Acting {
    pub fn of(who: &Who) -> Self {
        let names = || (who.user().display_name.clone(), who.member().display_name.clone());
        Self { names: who.acting().map(|_| names()) }
    }
}

pub struct SwitchSeat {
    pub id: String,
    pub avatar: Avatar,
    pub name: String,
    pub chosen: bool,
}

impl Switch {
    pub fn of(seen: &SeenRound, who: &Who) -> Self {
        let mine =
            |member: &&Member| member.id() == who.account().into() || member.is_managed_by(who.account());
        let there = seen.members.iter().filter(mine).filter(|member| seen.present.contains(&member.id()));
        let seats = there.map(|member| SwitchSeat {
            id: member.id().to_string(),
            avatar: avatar(&member.user).small(),
            name: member.user.display_name.clone(),
            chosen: member.id() == who.id(),
        });
        let name = who.member().display_name.clone();
        Self {
            action: urls::round(seen.round.round_id),
            seats: seats.collect(),
            acting: Acting::of(who),
            name,
            query: urls::acting(who.acting()),
        }
    }
}

const ROUND: Creates = Creates { what: "round", refused: "No films were suggested." };

/// Who of the household is there tonight.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct AttendeesForm {
    attendees: Vec<String>,
}

#[derive(Template)]
#[template(path = "movies/start.html")]
struct StartPage {
    layout: Layout,
    /// What has just been done.
    done: Option<Notice>,
    once: OnceField,
    action: String,
    acting: Acting,
    household: String,
    notice: Option<Notice>,
    error: Option<String>,
    people: Vec<SwitchSeat>,
    alone: bool,
    /// The vote that is going on already.
    vote: Option<String>,
    history: super::history::History,
}

async fn start_page(
    ctx: &Ctx,
    who: &Who,
    filled: Filled<AttendeesForm>,
    once: OnceField,
) -> Result<Response, Problem> {
    let household = who.household()?;
    let (home, members) =
        futures::try_join!(stored::get_household(ctx, household), stored::list_members(ctx, household))?;
    let vote = get_round::find_other_vote(ctx, &home, None).await?;
    let ticked =
        |id: MemberId| filled.form.attendees.is_empty() || filled.form.attendees.contains(&id.to_string());
    let people = members.iter().map(|member| SwitchSeat {
        id: member.id().to_string(),
        avatar: avatar(&member.user),
        name: member.user.display_name.clone(),
        chosen: ticked(member.id()),
    });
    let picks = list_picks::list_picks(ctx, who, PageRequest { limit: LATEST, after: None }).await?;
    let page = StartPage {
        layout: Layout::of(ctx, "Start a movie night").noindex().script("times.js").live(urls::LIVE),
        once,
        action: format!("{}{}", urls::NEW_ROUND, urls::acting(who.acting())),
        acting: Acting::of(who),
        done: done::notice(ctx),
        household: home.title().to_owned(),
        notice: filled.notice.clone(),
        error: filled.errors.0.first().map(|error| error.message.clone()),
        alone: members.len() == 1,
        vote: vote.map(|id| urls::round_as(id, who.acting())),
        people: people.collect(),
        history: super::history::History::of(&picks, &ctx.zones()),
    };
    Ok(filled.status().with(page))
}

/// How many of the last films stand beside a round.
const LATEST: u32 = 4;

pub async fn show_new(Gate { ctx, who }: Gate) -> Result<Response, Problem> {
    let once = OnceField(ctx.new_once());
    start_page(&ctx, &who, Filled::fresh(AttendeesForm::default()), once).await
}

pub async fn create(
    Gate { ctx, who }: Gate,
    CreatingForm { once, field, form }: CreatingForm<AttendeesForm>,
) -> Result<Response, Problem> {
    let cmd = CreateRound { attendees: Some(form.attendees.clone()), ..CreateRound::default() };
    match create_round::create_round(&ctx, &who, &once, &cmd).await {
        Ok(round) => Ok(web::done(urls::round_as(round.round_id, who.acting()), "drafted").into_response()),
        Err(error) => {
            let open = |id| urls::round_as(id, who.acting());
            let (filled, once) = ROUND.again(&ctx, error, (form, field), open)?;
            start_page(&ctx, &who, filled, once).await
        }
    }
}

#[derive(Template)]
#[template(path = "movies/ended.html")]
struct EndedPage {
    layout: Layout,
    household: String,
    /// Stored status of a round that is in none of the states that can be shown.
    status: Option<String>,
}

pub async fn show_round(RoundGate { ctx, who, id }: RoundGate) -> Result<Response, Problem> {
    let seen = get_round::get_round(&ctx, who.household()?, id).await?;
    Ok(match seen.status {
        Status::Draft => {
            let vote = get_round::find_other_vote(&ctx, &seen.household, Some(id)).await?;
            Html(DraftPage::of(&ctx, &who, &seen, vote)).into_response()
        }
        Status::Voting => {
            let draft = get_round::find_other_draft(&ctx, &seen.household, id).await?;
            Html(VotingPage::of(&ctx, &who, &seen, draft)).into_response()
        }
        Status::Selected | Status::Watched | Status::Rated if seen.pick.is_some() => {
            let picks = latest_picks(&ctx, &who).await?;
            Html(PickedPage::of(&ctx, &who, &seen, &picks)?).into_response()
        }
        Status::Selected | Status::Watched | Status::Rated | Status::Expired | Status::Unknown => {
            let layout = Layout::of(&ctx, "This round has ended").noindex().state(seen.status.as_str());
            let status = match seen.status {
                Status::Expired => None,
                _ => Some(seen.round.status_text(ctx.clock.now())),
            };
            Html(EndedPage { layout, household: seen.household.title().to_owned(), status }).into_response()
        }
    })
}

async fn latest_picks(ctx: &Ctx, who: &Who) -> Result<Picks, Error> {
    list_picks::list_picks(ctx, who, PageRequest { limit: LATEST + 1, after: None }).await
}

pub async fn watch(RoundGate { ctx, who, id }: RoundGate) -> Result<Response, Problem> {
    stored::get_round(&ctx, who.household()?, id).await?;
    Ok(ctx.watch::<RoundWatched>(id, who.account().into()).await?)
}

/// Tells of whatever becomes of the household's round, and of the next one.
pub async fn watch_household(Gate { ctx, who }: Gate) -> Result<Response, Problem> {
    Ok(ctx.watch::<HouseholdWatched>(who.household()?, Viewer::Member(who.account().into())).await?)
}

pub async fn expire(RoundGate { ctx, who, id }: RoundGate) -> Result<Response, Problem> {
    expire_round::expire_round(&ctx, &who, id).await?;
    Ok(web::done(urls::MOVIES, "ended").into_response())
}
