//! Swaps a film of a draft's shortlist for another one that fits, in the same place.

use super::{change_shortlist::change_shortlist, create_round::on_the_list, tonight::Tonight};
use crate::{
    Error, facts,
    gate::Who,
    keys,
    model::{FilmId, RoundId, Suggestion, suggest},
    stored,
    tables::SUGGESTIONS,
};
use store::Write;
use web::Ctx;

pub async fn swap_suggestion(ctx: &Ctx, who: &Who, id: RoundId, film: FilmId) -> Result<Suggestion, Error> {
    let household = who.household()?;
    let tonight = Tonight::load(ctx, household).await?;
    let round = stored::get_round(ctx, household, id).await?;
    let constraints = tonight.constraints(&round.present(&tonight.ids()));
    let pool = facts::pool(ctx, &constraints, &ctx.rng).await;
    let swapped = change_shortlist(ctx, who, id, |list| {
        let old = list.iter().find(|one| one.tmdb_movie_id == film).ok_or(Error::NoSuggestion)?;
        let there = list.iter().map(|one| one.tmdb_movie_id).collect();
        let chosen = suggest(&pool, &constraints, &there, 1, &ctx.rng);
        let new = on_the_list(id, old.position, &chosen, &constraints.ratings)
            .pop()
            .ok_or(Error::NothingElseFits)?;
        let writes = vec![
            Write::delete(&SUGGESTIONS, keys::suggestion(id, film)),
            stored::put_suggestion(&new)?.if_new(),
        ];
        Ok((new, writes))
    });
    swapped.await
}
