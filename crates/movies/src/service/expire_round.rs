//! Ends a round before its time.

use super::{move_round::move_round, start_round::room_for_another};
use crate::{
    Error,
    gate::Who,
    model::{Move, Round, RoundId},
};
use web::Ctx;

pub async fn expire_round(ctx: &Ctx, who: &Who, id: RoundId) -> Result<Round, Error> {
    let household = who.household()?;
    let moved = move_round(ctx, household, id, Move::Expire, |round, _| {
        // Only a round that was voting holds the place.
        let voted = round.voting_started_at.is_some() && round.selected_at.is_none();
        let writes = if voted { vec![room_for_another(household, id)] } else { Vec::new() };
        Ok(((), writes))
    });
    Ok(moved.await?.0)
}
