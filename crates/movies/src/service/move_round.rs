//! Moves a round along an arrow, on its newest version, and says why where there is no such arrow.

use crate::{
    Error, live,
    model::{HouseholdId, Move, Round, RoundId, Status},
    stored,
};
use kernel::Moment;
use store::Write;
use web::{Ctx, Edit, Expected, edit};

/// Moves the round; `with` says what else is written in the same transaction, and may refuse.
pub async fn move_round<T>(
    ctx: &Ctx,
    household: HouseholdId,
    id: RoundId,
    by: Move,
    mut with: impl FnMut(&mut Round, Moment) -> Result<(T, Vec<Write>), Error>,
) -> Result<(Round, T), Error> {
    let now = Moment::from(ctx.clock.now());
    let decide = |round: &mut Round| {
        let status = round.status_at(*now);
        round.moved(by, now).ok_or_else(|| refusal(by, status))?;
        let (answer, writes) = with(round, now)?;
        Ok::<_, Error>(Edit::of(answer).with(writes))
    };
    let load = async || stored::get_round(ctx, household, id).await;
    let moved = edit(ctx, &Expected::any(), load, decide).await?;
    live::round_changed(ctx, household, id);
    // Whoever is to be told of it.
    ctx.work_bell.notify_one();
    Ok(moved)
}

fn refusal(by: Move, status: Status) -> Error {
    if by == Move::Pick && matches!(status, Status::Selected | Status::Watched | Status::Rated) {
        return Error::AlreadyPicked;
    }
    Error::OffTheArrows(why(status))
}

/// What a round is doing, as the reason why something else cannot be done.
pub fn why(status: Status) -> &'static str {
    match status {
        Status::Draft => "Voting has not started yet.",
        Status::Voting => "Voting is going on: pick a film first.",
        Status::Selected => "A film is picked: watch it first.",
        Status::Watched => "The film was watched already.",
        Status::Rated => "This round is over: everyone has rated the film.",
        Status::Expired | Status::Unknown => "This round has ended. Start a new one.",
    }
}
