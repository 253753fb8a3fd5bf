//! Takes a film off the shortlist of a draft; those after it move up.

use super::change_shortlist::change_shortlist;
use crate::{
    Error,
    gate::Who,
    keys,
    model::{FilmId, RoundId, Suggestion},
    stored,
    tables::SUGGESTIONS,
};
use store::Write;
use web::Ctx;

pub async fn remove_suggestion(ctx: &Ctx, who: &Who, id: RoundId, film: FilmId) -> Result<(), Error> {
    let removed = change_shortlist(ctx, who, id, |list| {
        if list.iter().all(|one| one.tmdb_movie_id != film) {
            return Err(Error::NoSuggestion);
        }
        let kept = list.iter().filter(|one| one.tmdb_movie_id != film);
        let mut writes = renumbered(kept);
        writes.push(Write::delete(&SUGGESTIONS, keys::suggestion(id, film)));
        Ok(((), writes))
    });
    removed.await
}

/// The writes that number these films from 1 on.
pub fn renumbered<'a>(kept: impl IntoIterator<Item = &'a Suggestion>) -> Vec<Write> {
    let placed = (1..).zip(kept).filter(|(position, one)| one.position != *position);
    placed.map(|(position, one)| stored::change_position(one, position)).collect()
}
