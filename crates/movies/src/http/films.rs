//! Films: what was watched, and facts about any.

use super::{
    failures::{InHousehold, SignedIn},
    views::{FilmView, FoundFilms, Items, PickView},
};
use crate::{Error, facts, gate::Gate, model::FilmId, service::list_picks};
use serde::Deserialize;
use utoipa::IntoParams;
use web::{Json, PageQuery, Path, Problem, Query};

/// What the household picked, newest first, with everybody's ratings.
#[utoipa::path(get, path = "/picks", tag = "movies", params(PageQuery), security(("bearer" = [])),
    responses((status = 200, body = Items<PickView>), InHousehold,
    (status = 422, description = "limit is out of range")))]
pub async fn list_picks(
    Gate { ctx, who }: Gate,
    Query(query): Query<PageQuery>,
) -> Result<Json<Items<PickView>>, Problem> {
    let list = format!("picks of {}", who.household()?);
    let page = ctx.page_request(&list, &query)?;
    let found = list_picks::list_picks(&ctx, &who, page).await?;
    let items = found.items.iter().map(PickView::from).collect();
    Ok(Json(ctx.page(&list, items, found.next)?.into()))
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// Words of the title.
    #[param(min_length = 1, max_length = 200)]
    q: String,
}

/// Finds films by words of their title.
#[utoipa::path(get, path = "/movies/search", tag = "movies", params(SearchQuery), security(("bearer" = [])),
    responses((status = 200, body = FoundFilms), SignedIn,
    (status = 422, description = "no words, or too many")))]
pub async fn search_films(
    Gate { ctx, who }: Gate,
    Query(query): Query<SearchQuery>,
) -> Result<Json<FoundFilms>, Problem> {
    let words = query.q.trim();
    if words.is_empty() || words.chars().count() > 200 {
        return Err(Error::about("q", "Give some words of the title, at most 200 characters.").into());
    }
    let list = facts::ratings_for(&ctx, &who).await?;
    let items = facts::search(&ctx, words, &list).await.iter().map(FilmView::from).collect();
    Ok(Json(FoundFilms { items, next_cursor: None, film_facts_notice: facts::trouble(&ctx) }))
}

/// A film.
#[utoipa::path(get, path = "/movies/{tmdbMovieId}", tag = "movies", params(("tmdbMovieId" = i64, Path)),
    security(("bearer" = [])), responses((status = 200, body = FilmView), SignedIn,
    (status = 404, description = "no such film"), (status = 503, description = "TMDB does not answer")))]
pub async fn get_film(Gate { ctx, who }: Gate, Path(id): Path<FilmId>) -> Result<Json<FilmView>, Problem> {
    let list = facts::ratings_for(&ctx, &who).await?;
    Ok(Json(FilmView::from(&facts::get_film(&ctx, id, &list).await?)))
}
