//! Puts a film on the shortlist while the round is a draft: one that is known, or one described by hand.

use super::tonight::Tonight;
use crate::{
    Error, facts,
    gate::Who,
    live::RoundWatched,
    model::{Constraints, Film, FilmId, Fitting, MOST_SUGGESTIONS, Round, RoundId, Status, Suggestion, read},
    service::move_round::why,
    stored,
};
use kernel::Checks;
use std::sync::Mutex;
use store::{Write, from_item};
use web::{Ctx, Edit, Expected, Once, Seed, edit, live::Change};

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
    let film = cmd.film(ctx, &once.seed(ctx)?).await?;
    let tonight = Tonight::load(ctx, household).await?;
    let added = change_shortlist(ctx, who, id, |round, list| {
        let constraints = tonight.constraints(&round.present(&tonight.ids()));
        if let Some(same) = list.iter().find(|one| one.tmdb_movie_id == film.id) {
            // The same request once more is answered with what it made.
            let again = film.id.is_by_hand() && same.title == film.title;
            return if again { Ok((same.clone(), Vec::new())) } else { Err(Error::AlreadySuggested) };
        }
        if list.len() >= MOST_SUGGESTIONS {
            return Err(Error::ShortlistFull);
        }
        must_suit(&film, &constraints, cmd.field())?;
        let position = u32::try_from(list.len() + 1).unwrap_or(u32::MAX);
        let mut suggestion = Suggestion::new(id, position, &film, &Fitting::of(&film, &constraints));
        suggestion.added_by = Some(who.id());
        let write = stored::put_suggestion(&suggestion)?.if_new();
        Ok((suggestion, vec![write]))
    });
    added.await
}

/// Whether everyone who is there may see a film; `field` is what named it.
pub fn must_suit(film: &Film, constraints: &Constraints, field: &str) -> Result<(), Error> {
    if constraints.admits(film.rating) {
        return Ok(());
    }
    let sentence = match film.rating {
        Some(_) => "This film is above the highest rating of someone who is there.",
        None => "This film has no rating, and someone who is there has a highest rating or is managed.",
    };
    Err(Error::about(field, sentence))
}

/// The film that somebody means by a title, with or without its year: one that is known, else as it was written.
pub async fn titled(ctx: &Ctx, text: &str, seed: &Seed) -> Result<Film, Error> {
    let (title, year) = read::title_and_year(text);
    let mut found = facts::search(ctx, title).await;
    found.retain(|film| read::same_title(&film.title, title) && (year.is_none() || film.year == year));
    match found.first() {
        Some(film) => facts::get_film(ctx, film.id).await,
        None => by_hand(title, year, None, seed),
    }
}

/// A film that nobody knows but the one who names it.
fn by_hand(title: &str, year: Option<i32>, rating: Option<&str>, seed: &Seed) -> Result<Film, Error> {
    let mut checks = Checks::new();
    let title = read::title(title, &mut checks);
    if let Some(year) = year {
        read::year(year, &mut checks);
    }
    let rating = rating.and_then(|text| read::film_rating(text, &mut checks));
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

    async fn film(&self, ctx: &Ctx, seed: &Seed) -> Result<Film, Error> {
        match self {
            Self::Known(id) => match facts::get_film(ctx, *id).await {
                Err(Error::NoFilm) => Err(Error::about("tmdbMovieId", Error::NoFilm.to_string())),
                film => film,
            },
            Self::ByHand { title, year, content_rating } => {
                by_hand(title, *year, content_rating.as_deref(), seed)
            }
        }
    }
}

/// Changes the shortlist of a draft: `decide` sees it as it is and says what is written with the round, so that two changes at one
/// moment never both count on the same places.
pub async fn change_shortlist<T>(
    ctx: &Ctx,
    who: &Who,
    id: RoundId,
    mut decide: impl FnMut(&mut Round, &[Suggestion]) -> Result<(T, Vec<Write>), Error>,
) -> Result<T, Error> {
    let household = who.household()?;
    let list: Mutex<Vec<Suggestion>> = Mutex::default();
    let held = || list.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let load = async || {
        let round = stored::get_round(ctx, household, id).await?;
        let read = stored::list_suggestions(ctx, id).await?;
        *held() = read;
        Ok::<_, Error>(round)
    };
    let (_, answer) = edit(ctx, &Expected::any(), load, |round: &mut Round| {
        match round.status_at(ctx.clock.now()) {
            Status::Draft => {}
            Status::Voting => {
                return Err(Error::OffTheArrows("Voting has started: the shortlist stays as it is."));
            }
            status => return Err(Error::OffTheArrows(why(status))),
        }
        let before = held().clone();
        let (answer, writes) = decide(round, &before)?;
        round.relaxed_constraints = super::create_round::relaxed(&after(&before, &writes));
        Ok(Edit::of(answer).with(writes))
    })
    .await?;
    ctx.live.changed::<RoundWatched>(&id, Change::Edited);
    Ok(answer)
}

/// The shortlist once `writes` are done.
fn after(before: &[Suggestion], writes: &[Write]) -> Vec<Suggestion> {
    let mut list = before.to_vec();
    for write in writes {
        let Ok(key) = write.key() else { continue };
        list.retain(|one| crate::keys::suggestion(one.round_id, one.tmdb_movie_id) != key);
        if let store::Op::Put(item) = &write.op
            && let Ok(put) = from_item(item)
        {
            list.push(put);
        }
    }
    list
}
