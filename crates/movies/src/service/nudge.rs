//! Reminds those who have not voted: by hand at most once an hour, and once by itself when only one is missing.

use super::announce::{self, Occasion};
use crate::{
    Error,
    gate::Who,
    model::{HouseholdId, Member, MemberId, Round, RoundId, Status, Vote, waiting_for},
    service::move_round::why,
    stored,
};
use jiff::SignedDuration;
use kernel::Moment;
use web::{Ctx, Edit, Expected, edit, notify::Topic};

const REST: SignedDuration = SignedDuration::from_hours(1);

pub async fn nudge(ctx: &Ctx, who: &Who, id: RoundId) -> Result<Round, Error> {
    let household = who.household()?;
    let (members, votes) =
        futures::try_join!(stored::list_members(ctx, household), stored::list_votes(ctx, id))?;
    let reachable = announce::list_reachable(ctx, &members, Topic::VoteNudge).await?;
    let now = Moment::from(ctx.clock.now());
    let decide = |round: &mut Round| {
        match round.status_at(*now) {
            Status::Voting => {}
            status => return Err(Error::OffTheArrows(why(status))),
        }
        if round.nudged_at.is_some_and(|last| last.duration_until(*now) < REST) {
            return Err(Error::NudgedAlready);
        }
        let missing = missing(round, &members, &votes);
        if missing.is_empty() {
            return Err(Error::NobodyToNudge);
        }
        let told = Occasion::VoteNudge(&missing);
        let writes = announce::announce(ctx, told, round, &members, who, &reachable)?;
        if writes.is_empty() {
            return Err(Error::NobodyReachable);
        }
        round.nudged_at = Some(now);
        Ok(Edit::of(()).with(writes))
    };
    let load = async || stored::get_round(ctx, household, id).await;
    let (round, ()) = edit(ctx, &Expected::any(), load, decide).await?;
    ctx.work_bell.notify_one();
    Ok(round)
}

/// Reminds the last one, once for each round. Nobody waits for it: what goes wrong is logged.
pub async fn when_one_is_missing(
    ctx: &Ctx,
    household: HouseholdId,
    round: &Round,
    who: &Who,
) -> Result<(), Error> {
    // Alone there is nobody to remind, and the voter of a round of two knows.
    if round.nudged_by_itself_at.is_some() || round.attendees.as_ref().is_some_and(|named| named.len() < 3) {
        return Ok(());
    }
    let (members, votes) =
        futures::try_join!(stored::list_members(ctx, household), stored::list_votes(ctx, round.round_id))?;
    let missing = missing(round, &members, &votes);
    if missing.len() != 1 {
        return Ok(());
    }
    let reachable = announce::list_reachable(ctx, &members, Topic::VoteNudge).await?;
    let now = Moment::from(ctx.clock.now());
    let decide = |round: &mut Round| {
        if round.nudged_by_itself_at.is_some() {
            return Ok::<_, Error>(Edit::of(()));
        }
        round.nudged_by_itself_at = Some(now);
        let told = Occasion::VoteNudge(&missing);
        Ok(Edit::of(()).with(announce::announce(ctx, told, round, &members, who, &reachable)?))
    };
    let load = async || stored::get_round(ctx, household, round.round_id).await;
    match edit(ctx, &Expected::any(), load, decide).await {
        Ok(_) => {
            ctx.work_bell.notify_one();
            Ok(())
        }
        Err(Error::Fault(web::Fault::Contended)) => Ok(()),
        Err(error) => Err(error),
    }
}

fn missing(round: &Round, members: &[Member], votes: &[Vote]) -> Vec<MemberId> {
    let ids: Vec<_> = members.iter().map(Member::id).collect();
    waiting_for(votes, &round.present(&ids))
}
