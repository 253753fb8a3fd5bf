//! Suggests other films for a draft. What people added by hand stays.

use super::{
    change_shortlist::change_shortlist, create_round::on_the_list, remove_suggestion::renumbered,
    tonight::Tonight,
};
use crate::{
    Error, facts,
    gate::Who,
    keys,
    model::{Film, FilmId, Fitting, MOST_SUGGESTIONS, RoundId, suggest},
    stored,
    tables::SUGGESTIONS,
};
use std::collections::BTreeSet;
use store::Write;
use web::Ctx;

pub async fn reshuffle(ctx: &Ctx, who: &Who, id: RoundId) -> Result<(), Error> {
    let household = who.household()?;
    let tonight = Tonight::load(ctx, household).await?;
    let round = stored::get_round(ctx, household, id).await?;
    let constraints = tonight.constraints(&round.present(&tonight.ids()));
    let pool = facts::pool(ctx, &constraints, &ctx.rng).await;
    let shuffled = change_shortlist(ctx, who, id, |list| {
        let (kept, old): (Vec<_>, Vec<_>) = list.iter().partition(|one| one.added_by.is_some());
        let ids = |list: &[&crate::model::Suggestion]| -> BTreeSet<FilmId> {
            list.iter().map(|one| one.tmdb_movie_id).collect()
        };
        let most = MOST_SUGGESTIONS - kept.len();
        let draw = |not: &BTreeSet<FilmId>| -> Vec<(&Film, Fitting)> {
            suggest(&pool, &constraints, not, most, &ctx.rng)
        };
        // Others where there are others; where there are too few, the same once more.
        let others = draw(&ids(&kept).into_iter().chain(ids(&old)).collect());
        let enough = others.len() >= old.len().min(most);
        let chosen = if enough { others } else { draw(&ids(&kept)) };
        let position = u32::try_from(kept.len() + 1).unwrap_or(u32::MAX);
        let new = on_the_list(id, position, &chosen, &constraints.ratings);
        let mut writes = renumbered(kept);
        let gone = old.iter().filter(|one| new.iter().all(|stays| stays.tmdb_movie_id != one.tmdb_movie_id));
        writes.extend(gone.map(|one| Write::delete(&SUGGESTIONS, keys::suggestion(id, one.tmdb_movie_id))));
        for one in &new {
            writes.push(stored::put_suggestion(one)?);
        }
        Ok(((), writes))
    });
    shuffled.await
}
