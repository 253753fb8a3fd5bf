//! The film was watched: it will not be suggested again, and everybody may rate it.

use super::{
    move_round::{move_round, why},
    tonight::film_list,
};
use crate::{
    Error,
    gate::Who,
    keys,
    model::{FilmId, Household, Move, Round, RoundId},
    stored,
    tables::{GROUPS, PICKS},
};
use store::{Condition, Write};
use web::Ctx;

/// How often it is tried anew when another film of the household is marked at the same moment.
const TRIES: usize = 8;

pub async fn mark_watched(ctx: &Ctx, who: &Who, id: RoundId) -> Result<Round, Error> {
    for _ in 0..TRIES {
        match try_once(ctx, who, id).await {
            Err(Error::Fault(web::Fault::Contended)) => {}
            done => return done,
        }
    }
    Err(web::Fault::Contended.into())
}

async fn try_once(ctx: &Ctx, who: &Who, id: RoundId) -> Result<Round, Error> {
    let household = stored::get_household(ctx, who.household()?).await?;
    let round = stored::get_round(ctx, household.group_id, id).await?;
    let pick = stored::find_pick_of(ctx, &round).await?;
    let watched = stored::list_watched(ctx, &household).await?;
    let moved = move_round(ctx, household.group_id, id, Move::Watch, |round, now| {
        let pick = pick.as_ref().ok_or_else(|| Error::OffTheArrows(why(round.stored_status())))?;
        round.pick_id = Some(pick.pick_id);
        let seen = Write::update(&PICKS, keys::pick(pick.pick_id))
            .set("watched", true)
            .set("watched_at", now.to_string())
            .add("version", 1)
            .if_there();
        Ok(((), vec![seen, one_more(&household, &watched, pick.tmdb_movie_id)]))
    });
    Ok(moved.await?.0)
}

/// The film among those that the household has seen, if nobody noted another meanwhile.
fn one_more(household: &Household, watched: &[FilmId], film: FilmId) -> Write {
    let same = match &household.watched_movie_ids {
        None => stored::unset("watched_movie_ids"),
        Some(seen) => Condition::equals("watched_movie_ids", film_list(seen)),
    };
    Write::update(&GROUPS, keys::household(household.group_id))
        .set("watched_movie_ids", film_list(&Household::watched_with(watched, film)))
        .when(same)
}
