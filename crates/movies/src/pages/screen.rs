//! The round on a big screen: who has voted, how it stands, and the pick, large enough to read from across the room.

use super::{
    art::Poster,
    parts::{self, Around, Verdicts},
};
use crate::{
    Error,
    gate::Who,
    live::{HouseholdWatched, Viewer},
    model::{Household, Status},
    service::{
        get_round::{self, SeenRound},
        make_screen_link,
    },
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use web::{Ctx, Html, Layout, Problem};

#[derive(Template)]
#[template(path = "movies/screen.html")]
struct ScreenPage {
    layout: Layout,
    household: String,
    shown: Shown,
    posters: Vec<(Poster, String)>,
}

/// What the screen shows.
enum Shown {
    Nothing,
    Draft,
    Voting(Around),
    Picked { poster: Poster, title: String, state: &'static str, verdicts: Option<Verdicts> },
}

impl Shown {
    fn of(seen: &SeenRound) -> Self {
        match (seen.status, &seen.pick) {
            (Status::Draft, _) => Self::Draft,
            (Status::Voting, _) => Self::Voting(Around::of(seen)),
            (Status::Expired | Status::Unknown, _) | (_, None) => Self::Nothing,
            (status, Some(pick)) => Self::Picked {
                poster: parts::poster_of(pick),
                title: pick.title().to_owned(),
                state: if status == Status::Selected { "Picked" } else { "Watched" },
                verdicts: (status != Status::Selected).then(|| Verdicts::of(seen)),
            },
        }
    }
}

/// Whose household a screen shows, and in whose name it watches: by its link, or whoever is signed in.
async fn whose(ctx: &Ctx) -> Result<(Household, Viewer), Problem> {
    let (household, by) = if let Some(key) = ctx.query_value("key") {
        let household = make_screen_link::household_of(ctx, key).await?;
        let maker = make_screen_link::maker_of(key).ok_or(Error::NoScreen)?;
        (household, Viewer::Screen { maker, key: key.to_owned() })
    } else {
        let who = Who::load(ctx, ctx.actor.signed_in()?.user_id, None).await?;
        (who.household()?, Viewer::Member(who.id()))
    };
    Ok((stored::get_household(ctx, household).await?, by))
}

pub async fn show_screen(ctx: Ctx) -> Result<Response, Problem> {
    let (home, _) = whose(&ctx).await?;
    let current = get_round::find_current(&ctx, &home).await?.map(|round| round.round_id);
    let seen = match current.or(home.latest_round_id) {
        Some(id) => match get_round::get_round(&ctx, home.group_id, id).await {
            Err(Error::NoRound) => None,
            seen => Some(seen?),
        },
        None => None,
    };
    let layout = Layout::of(&ctx, format!("Movie night – {}", home.title())).noindex();
    let posters = seen.iter().filter(|seen| seen.status == Status::Voting).flat_map(|seen| &seen.suggestions);
    let posters = posters.map(|one| {
        let poster = Poster::new(one.tmdb_movie_id, &one.title, one.poster_path.as_deref());
        (poster, one.title.clone())
    });
    let page = ScreenPage {
        layout: layout.live(urls::screen_live(ctx.query_value("key"))),
        household: home.title().to_owned(),
        posters: posters.collect(),
        shown: seen.as_ref().map_or(Shown::Nothing, Shown::of),
    };
    Ok(Html(page).into_response())
}

pub async fn watch(ctx: Ctx) -> Result<Response, Problem> {
    let (home, by) = whose(&ctx).await?;
    Ok(ctx.watch::<HouseholdWatched>(home.group_id, by).await?)
}
