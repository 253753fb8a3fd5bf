//! Puts a film on the shortlist while the round is a draft: one that is known, or one described by hand.

use super::{change_shortlist::Shortlist, tonight::Tonight};
use crate::{
    Error, facts,
    gate::Who,
    live::RoundWatched,
    model::{Constraints, Film, FilmId, Fitting, RatingList, RoundId, Suggestion, read},
    stored,
};
use kernel::Checks;
use web::{Ctx, Made, New, Once, Seed, create, live::Change};

/// Which film.
#[derive(Debug, Clone)]
pub enum AddSuggestion {
    Known(FilmId),
    ByHand { title: String, year: Option<i32>, content_rating: Option<String> },
}

pub async fn add_suggestion(
    ctx: &Ctx,
    who: &Who,
    once: &Once,
    id: RoundId,
    cmd: &AddSuggestion,
) -> Result<Suggestion, Error> {
    let household = who.household()?;
    let made = create(
        ctx,
        once,
        async |seed| {
            let tonight = Tonight::load(ctx, household).await?;
            let shortlist = Shortlist::load(ctx, household, id).await?;
            let constraints = tonight.constraints(&shortlist.round.present(&tonight.ids()));
            let film = cmd.film(ctx, &seed, &constraints.ratings).await?;
            let place = shortlist.next_place_for(film.id)?;
            must_suit(&film, &constraints, cmd.field())?;
            let mut suggestion =
                Suggestion::new(id, place, &film, &Fitting::of(&film, &constraints), &constraints.ratings);
            suggestion.added_by = Some(who.id());
            let writes = shortlist.with(ctx, vec![stored::put_suggestion(&suggestion)?.if_new()])?;
            Ok::<_, Error>(New { owned: false, ..New::of("film", film.id, suggestion, writes) })
        },
        async |_, film| {
            stored::get_round(ctx, household, id).await?;
            let list = stored::list_suggestions(ctx, id).await?;
            Ok(list.into_iter().find(|one| one.tmdb_movie_id.to_string() == film))
        },
    )
    .await?;
    if let Made::New(_) = &made {
        ctx.live.changed::<RoundWatched>(&id, Change::Edited);
    }
    Ok(made.into_inner())
}

/// Whether everyone who is there may see a film; `field` is what named it.
pub fn must_suit(film: &Film, constraints: &Constraints, field: &str) -> Result<(), Error> {
    if constraints.admits(film.rating.as_deref()) {
        return Ok(());
    }
    let sentence = match film.rating {
        Some(_) => "This film is above the highest rating of someone who is watching.",
        None => "This film has no rating, and someone who is watching has a highest rating.",
    };
    Err(Error::about(field, sentence))
}

/// The film that somebody means by a title, with or without its year: one that is known, else as it was written.
pub async fn titled(ctx: &Ctx, text: &str, seed: &Seed, list: &RatingList) -> Result<Film, Error> {
    let (title, year) = read::title_and_year(text);
    match known(ctx, title, year, list).await.first() {
        Some(film) => facts::get_film(ctx, film.id, list).await,
        None => by_hand(title, year, None, seed, list),
    }
}

/// The films that are known by this title, all of that year where one is given.
async fn known(ctx: &Ctx, title: &str, year: Option<i32>, list: &RatingList) -> Vec<Film> {
    let mut found = facts::search(ctx, title, list).await;
    found.retain(|film| read::same_title(&film.title, title) && (year.is_none() || film.year == year));
    found
}

/// The strongest rating that is known of films by this title, so that describing one by hand makes no film milder than it is.
async fn known_rating(
    ctx: &Ctx,
    title: &str,
    year: Option<i32>,
    list: &RatingList,
) -> Result<Option<String>, Error> {
    let mut strongest = None;
    for film in known(ctx, title, year, list).await {
        let rating = match facts::get_film(ctx, film.id, list).await {
            Err(Error::NoFilm) => None,
            film => film?.rating,
        };
        strongest = strongest.max(rating.and_then(|rating| list.level(&rating)));
    }
    Ok(strongest.and_then(|level| list.name(level)).map(str::to_owned))
}

/// A film that nobody knows but the one who names it.
fn by_hand(
    title: &str,
    year: Option<i32>,
    rating: Option<&str>,
    seed: &Seed,
    list: &RatingList,
) -> Result<Film, Error> {
    let mut checks = Checks::new();
    let title = read::title(title, &mut checks);
    if let Some(year) = year {
        read::year(year, &mut checks);
    }
    let rating = rating.and_then(|text| read::film_rating(text, list, &mut checks));
    checks.done()?;
    let id = FilmId::by_hand(seed.bytes("film"));
    Ok(Film {
        id,
        title,
        year,
        genres: vec![],
        rating,
        runtime_minutes: None,
        poster_path: None,
        services: None,
    })
}

impl AddSuggestion {
    fn field(&self) -> &'static str {
        match self {
            Self::Known(_) => "tmdbMovieId",
            Self::ByHand { .. } => "contentRating",
        }
    }

    async fn film(&self, ctx: &Ctx, seed: &Seed, list: &RatingList) -> Result<Film, Error> {
        match self {
            Self::Known(id) => match facts::get_film(ctx, *id, list).await {
                Err(Error::NoFilm) => Err(Error::about("tmdbMovieId", Error::NoFilm.to_string())),
                film => film,
            },
            Self::ByHand { title, year, content_rating } => {
                let film = by_hand(title, *year, content_rating.as_deref(), seed, list)?;
                let known = known_rating(ctx, &film.title, film.year, list).await?;
                Ok(Film { rating: known.or(film.rating), ..film })
            }
        }
    }
}
