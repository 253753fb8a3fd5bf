//! Adding a film to a draft: found by its title, or described by hand.

use super::{art::Poster, draft::Credit, parts, round::Acting};
use crate::{
    Error, facts,
    gate::{RoundGate, Who},
    model::{Film, FilmId, RoundId, Status},
    service::{
        add_suggestion::{self, AddSuggestion},
        move_round,
    },
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use web::{Creates, CreatingForm, Ctx, Filled, Layout, OnceField, Problem, Query};

const FILM: Creates = Creates { what: "film", refused: "The film was not added." };
/// Most letters that are searched for.
const MOST_WORDS: usize = 200;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct FilmForm {
    /// A film that was found.
    film: Option<i64>,
    title: String,
    year: String,
    rating: String,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Search {
    q: String,
}

#[derive(Template)]
#[template(path = "movies/add_film.html")]
struct AddFilmPage {
    layout: Layout,
    once: OnceField,
    back: String,
    action: String,
    words: String,
    /// Who acts, for the search form, which sends itself by its fields.
    acting: Option<String>,
    for_whom: Acting,
    found: Vec<Found>,
    filled: Filled<FilmForm>,
    ratings: Vec<(String, String)>,
    credit: Credit,
}

struct Found {
    id: i64,
    poster: Poster,
    title: String,
    facts: String,
}

impl From<Film> for Found {
    fn from(film: Film) -> Self {
        let rating = film.rating;
        Self {
            id: film.id.0,
            poster: Poster::new(film.id, &film.title, film.poster_path.as_deref()).plain(),
            facts: parts::facts(film.year, film.runtime_minutes, rating.as_deref()),
            title: film.title,
        }
    }
}

async fn page(
    ctx: &Ctx,
    who: &Who,
    id: RoundId,
    words: &str,
    filled: Filled<FilmForm>,
    once: OnceField,
) -> Result<Response, Problem> {
    let household = who.household()?;
    let (round, home) =
        futures::try_join!(stored::get_round(ctx, household, id), stored::get_household(ctx, household))?;
    let list = facts::ratings_of(ctx, &home).await;
    let status = round.status_at(ctx.clock.now());
    if status != Status::Draft {
        return Err(Error::OffTheArrows(move_round::why(status)).into());
    }
    let words: String = words.trim().chars().take(MOST_WORDS).collect();
    let found = if words.is_empty() { Vec::new() } else { facts::search(ctx, &words, &list).await };
    let unrated = (String::new(), "Not rated, or I don't know".to_owned());
    let rated = list.names().iter().map(|one| (one.clone(), one.clone()));
    let page = AddFilmPage {
        layout: Layout::of(ctx, "Add a film").noindex(),
        once,
        back: urls::round_as(id, who.acting()),
        action: ctx.path().split('?').next().unwrap_or_default().to_owned(),
        acting: who.acting().map(|member| member.to_string()),
        for_whom: Acting::of(who),
        words,
        found: found.into_iter().map(Found::from).collect(),
        ratings: std::iter::once(unrated).chain(rated).collect(),
        credit: Credit::of(ctx),
        filled,
    };
    Ok(page.filled.status().with(page))
}

pub async fn show_add(
    RoundGate { ctx, who, id }: RoundGate,
    Query(search): Query<Search>,
) -> Result<Response, Problem> {
    let once = OnceField(ctx.new_once());
    page(&ctx, &who, id, &search.q, Filled::fresh(FilmForm::default()), once).await
}

pub async fn add(
    RoundGate { ctx, who, id }: RoundGate,
    CreatingForm { once, field, form }: CreatingForm<FilmForm>,
) -> Result<Response, Problem> {
    let added = match form.command() {
        Ok(cmd) => add_suggestion::add_suggestion(&ctx, &who, &once, id, &cmd).await.map(|_| ()),
        Err(error) => Err(error),
    };
    match added {
        Ok(()) => Ok(web::done(urls::round_as(id, who.acting()), "added").into_response()),
        Err(error) => {
            let open = |_: String| urls::round_as(id, who.acting());
            let (filled, once) = FILM.again(&ctx, error, (form, field), open)?;
            let words = ctx.query_value("q").unwrap_or_default().to_owned();
            page(&ctx, &who, id, &words, filled.filed(renamed), once).await
        }
    }
}

/// What the API says of its fields, of those that the page has.
fn renamed(mut error: kernel::FieldError) -> kernel::FieldError {
    if error.field == "contentRating" {
        error.field = "rating".into();
    }
    error
}

impl FilmForm {
    fn command(&self) -> Result<AddSuggestion, Error> {
        if let Some(film) = self.film {
            return Ok(AddSuggestion::Known(FilmId(film)));
        }
        let year = match self.year.trim() {
            "" => None,
            text => Some(text.parse().map_err(|_| Error::about("year", "Give a year, such as 1999."))?),
        };
        let rating = Some(self.rating.clone()).filter(|text| !text.is_empty());
        Ok(AddSuggestion::ByHand { title: self.title.clone(), year, content_rating: rating })
    }
}
