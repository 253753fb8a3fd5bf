//! Opens voting. A household votes on one round at a time, which the household's own row decides.

use super::{
    announce::{self, Occasion},
    get_round,
    move_round::move_round,
    tonight::{self, Tonight},
};
use crate::{
    Error,
    gate::Who,
    keys,
    model::{Household, HouseholdId, Move, Round, RoundId, Status},
    stored,
    tables::GROUPS,
};
use store::{Condition, Write};
use web::{Ctx, notify::Topic};

pub async fn start_round(ctx: &Ctx, who: &Who, id: RoundId) -> Result<Round, Error> {
    let household = who.household()?;
    let tonight = Tonight::load(ctx, household).await?;
    let suggestions = stored::list_suggestions(ctx, id).await?;
    let reachable = announce::list_reachable(ctx, &tonight.members, Topic::NewRound).await?;
    let free = no_other_round(ctx, &tonight.household, id).await?;
    let started = move_round(ctx, household, id, Move::Start, |round, _| {
        if suggestions.is_empty() {
            return Err(Error::ShortlistEmpty);
        }
        let present = round.present(&tonight.ids());
        tonight::must_be_within(&suggestions, &tonight.constraints(&present))?;
        let active = Write::update(&GROUPS, keys::household(household))
            .set("active_round_id", id.to_string())
            .when(free.clone());
        let mut writes = vec![active];
        writes.extend(announce::announce(ctx, Occasion::NewRound, round, &tonight.members, who, &reachable)?);
        Ok(((), writes))
    })
    .await;
    match started {
        Ok((round, ())) => Ok(round),
        // Another round was started at the same moment.
        Err(Error::Fault(web::Fault::Contended)) => Err(Error::AnotherRoundIsVoting),
        Err(error) => Err(error),
    }
}

/// Holds while no other round is voting: none is noted, or one that has expired by itself.
async fn no_other_round(ctx: &Ctx, household: &Household, id: RoundId) -> Result<Condition, Error> {
    if get_round::find_other_vote(ctx, household, Some(id)).await?.is_some() {
        return Err(Error::AnotherRoundIsVoting);
    }
    match household.active_round_id {
        None => Ok(stored::unset("active_round_id")),
        Some(active) if active == id => Ok(Condition::equals("active_round_id", id.to_string())),
        Some(active) => match stored::get_round(ctx, household.group_id, active).await {
            Ok(round) if round.status_at(ctx.clock.now()) == Status::Voting => {
                Err(Error::AnotherRoundIsVoting)
            }
            Ok(_) | Err(Error::NoRound) => Ok(Condition::equals("active_round_id", active.to_string())),
            Err(error) => Err(error),
        },
    }
}

/// The write by which a round that leaves voting makes room for the next.
pub fn room_for_another(household: HouseholdId, round: RoundId) -> Write {
    let ours = Condition::equals("active_round_id", round.to_string());
    let none = stored::unset("active_round_id");
    Write::update(&GROUPS, keys::household(household)).remove("active_round_id").when(ours.or(none))
}
