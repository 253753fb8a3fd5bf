//! Picks the film: one transaction moves the round on, notes the pick and makes room for the next vote. A second pick is refused.

use super::{
    announce::{self, Occasion},
    move_round::move_round,
    start_round::room_for_another,
    tonight::{self, Tonight},
};
use crate::{
    Error,
    gate::Who,
    model::{FilmId, Move, Pick, PickId, Round, RoundId},
    stored,
};
use std::collections::BTreeMap;
use web::{Ctx, Once, Seed, notify::Topic};

pub async fn pick_film(ctx: &Ctx, who: &Who, once: &Once, id: RoundId, film: FilmId) -> Result<Pick, Error> {
    let (household, seed) = (who.household()?, once.seed(ctx)?);
    if let Some(pick) = made_before(ctx, &seed, &stored::get_round(ctx, household, id).await?).await? {
        return Ok(pick);
    }
    let tonight = Tonight::load(ctx, household).await?;
    let reachable = announce::list_reachable(ctx, &tonight.members, Topic::PickAnnounce).await?;
    let suggestion = stored::get_suggestion(ctx, id, film).await;
    let (_, pick) = move_round(ctx, household, id, Move::Pick, |round, now| {
        let chosen = match &suggestion {
            Ok(chosen) => chosen,
            Err(Error::NoSuggestion) => {
                return Err(Error::about("tmdbMovieId", Error::NoSuggestion.to_string()));
            }
            Err(error) => return Err(error.clone()),
        };
        tonight::must_be_within([chosen], &tonight.constraints(&round.present(&tonight.ids())))?;
        let pick = Pick {
            pick_id: PickId(seed.uuid("pick")),
            round_id: id,
            group_id: household,
            tmdb_movie_id: film,
            title: Some(chosen.title.clone()),
            poster_path: chosen.poster_path.clone(),
            picked_by: Some(who.id()),
            picked_at: Some(now),
            watched: false,
            watched_at: None,
            ratings: Some(BTreeMap::new()),
            added_by: chosen.added_by,
            version: 1,
        };
        round.pick_id = Some(pick.pick_id);
        let mut writes = vec![stored::put(&pick)?.if_new(), room_for_another(household, id)];
        let told = Occasion::PickAnnounce(pick.title());
        writes.extend(announce::announce(ctx, told, round, &tonight.members, who, &reachable)?);
        Ok((pick, writes))
    })
    .await?;
    Ok(pick)
}

/// The pick that the same request made before: its id follows from the request's key.
async fn made_before(ctx: &Ctx, seed: &Seed, round: &Round) -> Result<Option<Pick>, Error> {
    match round.pick_id {
        Some(pick) if seed.is_keyed() && pick.0 == seed.uuid("pick") => stored::find_pick(ctx, pick).await,
        _ => Ok(None),
    }
}
