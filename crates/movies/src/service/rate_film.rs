//! Says what one thought of the film. When everybody who was there has, the round is over.

use super::move_round::why;
use crate::{
    Error,
    gate::Who,
    keys,
    live::{self, RoundWatched},
    model::{FilmRating, HouseholdId, MemberId, Membership, Move, Pick, Round, RoundId, Status, Verdict},
    stored,
    tables::GROUP_MEMBERSHIPS,
};
use jiff::Timestamp;
use store::{batch_get_all, readable};
use web::{Ctx, Edit, Expected, Services, edit, live::Change};

pub async fn rate_film(
    ctx: &Ctx,
    who: &Who,
    id: RoundId,
    member: MemberId,
    verdict: Verdict,
) -> Result<FilmRating, Error> {
    let who = who.acting_as(ctx, member).await?;
    let household = who.household()?;
    let round = stored::get_round(ctx, household, id).await?;
    let status = round.status_at(ctx.clock.now());
    if !matches!(status, Status::Watched | Status::Rated) {
        return Err(Error::OffTheArrows(why(status)));
    }
    if !round.is_attended_by(member) {
        return Err(Error::NotAttending);
    }
    let rating = FilmRating {
        round_id: id,
        member_id: member,
        rating: verdict.into(),
        rated_at: Some(ctx.clock.now().into()),
    };
    let pick = stored::find_pick_of(ctx, &round).await?.ok_or(Error::OffTheArrows(why(status)))?.pick_id;
    let before = stored::list_ratings(ctx, id).await?;
    let load = async || stored::find_pick(ctx, pick).await?.ok_or(Error::NoRound);
    let note = |pick: &mut Pick| {
        let ratings = pick.ratings.get_or_insert_with(|| stored::verdicts(&before));
        ratings.insert(member, verdict.into());
        Ok::<_, Error>(Edit::of(()).with([stored::set_rating(&rating)?]))
    };
    edit(ctx, &Expected::any(), load, note).await?;
    ctx.live.changed::<RoundWatched>(&id, Change::Answered);
    if status == Status::Watched {
        finish_if_complete(ctx, &round).await?;
    }
    Ok(rating)
}

/// Looks again, consistently, after one's own rating is stored: of two last raters at least one sees all.
async fn finish_if_complete(services: &Services, round: &Round) -> Result<(), Error> {
    let ratings = stored::list_ratings(services, round.round_id).await?;
    let present = present(services, round).await?;
    if is_complete(round, &present, &ratings, services.clock.now()) {
        finish(services, round.group_id, round.round_id).await?;
    }
    Ok(())
}

/// Who was there and is still in the household: those who were named by their keys, or everybody.
async fn present(services: &Services, round: &Round) -> Result<Vec<MemberId>, Error> {
    let Some(named) = &round.attendees else {
        let members = stored::list_members(services, round.group_id).await?;
        return Ok(members.iter().map(crate::model::Member::id).collect());
    };
    let keys: Vec<_> = named.iter().map(|member| keys::membership(round.group_id, *member)).collect();
    let rows = batch_get_all(services.store.as_ref(), &GROUP_MEMBERSHIPS, &keys).await?;
    let members: Vec<Membership> = readable(&GROUP_MEMBERSHIPS, rows.into_iter().flatten());
    Ok(members.iter().map(|membership| membership.user_id).collect())
}

/// Whether nobody's rating is missing. A round that nobody is left of is never complete.
pub fn is_complete(round: &Round, present: &[MemberId], ratings: &[FilmRating], now: Timestamp) -> bool {
    let rated = |member: &MemberId| ratings.iter().any(|rating| rating.member_id == *member);
    round.status_at(now) == Status::Watched && !present.is_empty() && present.iter().all(rated)
}

/// Moves the round to its end; where somebody else has just done so, that is fine.
pub async fn finish(services: &Services, household: HouseholdId, id: RoundId) -> Result<Round, Error> {
    let now = services.clock.now().into();
    let load = async || stored::get_round(services, household, id).await;
    let decide = |round: &mut Round| {
        // Nothing changes where it has been moved already.
        round.moved(Move::Rate, now);
        Ok::<_, Error>(Edit::of(()))
    };
    let (round, ()) = edit(services, &Expected::any(), load, decide).await?;
    live::round_changed(services, household, id);
    Ok(round)
}
