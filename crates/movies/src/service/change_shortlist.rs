//! Changes the shortlist of a draft, whatever the change is: it is written with the round, so that two changes at one moment never both
//! count on the same places.

use super::{create_round::relaxed, move_round::why};
use crate::{
    Error,
    gate::Who,
    keys,
    live::RoundWatched,
    model::{FilmId, HouseholdId, MOST_SUGGESTIONS, Round, RoundId, Status, Suggestion},
    stored,
};
use std::sync::{Mutex, PoisonError};
use store::{Op, Write, from_item};
use web::{
    Ctx, Edit, Expected,
    edit::{edit, write_of},
    live::Change,
};

/// The shortlist of a draft, as it was read.
pub struct Shortlist {
    pub round: Round,
    list: Vec<Suggestion>,
}

impl Shortlist {
    pub async fn load(ctx: &Ctx, household: HouseholdId, id: RoundId) -> Result<Self, Error> {
        let round = stored::get_round(ctx, household, id).await?;
        match round.status_at(ctx.clock.now()) {
            Status::Draft => Ok(Self { round, list: stored::list_suggestions(ctx, id).await? }),
            Status::Voting => Err(Error::OffTheArrows("Voting has started: the shortlist stays as it is.")),
            status => Err(Error::OffTheArrows(why(status))),
        }
    }

    /// Where one more film goes.
    pub fn next_place_for(&self, film: FilmId) -> Result<u32, Error> {
        if self.list.iter().any(|one| one.tmdb_movie_id == film) {
            return Err(Error::AlreadySuggested);
        }
        if self.list.len() >= MOST_SUGGESTIONS {
            return Err(Error::ShortlistFull);
        }
        Ok(u32::try_from(self.list.len() + 1).unwrap_or(u32::MAX))
    }

    /// These changes of it, and that of the round, which holds while nobody else has changed it.
    pub fn with(&self, ctx: &Ctx, changes: Vec<Write>) -> Result<Vec<Write>, Error> {
        let mut round = self.round.clone();
        round.relaxed_constraints = relaxed(&after(&self.list, &changes)?);
        let round = write_of(&self.round, &mut round, ctx.clock.now())?;
        Ok(std::iter::once(round).chain(changes).collect())
    }
}

/// `decide` sees the shortlist as it is and says what is written.
pub async fn change_shortlist<T>(
    ctx: &Ctx,
    who: &Who,
    id: RoundId,
    mut decide: impl FnMut(&[Suggestion]) -> Result<(T, Vec<Write>), Error>,
) -> Result<T, Error> {
    let household = who.household()?;
    let list: Mutex<Vec<Suggestion>> = Mutex::default();
    let held = || list.lock().unwrap_or_else(PoisonError::into_inner);
    let load = async || {
        let Shortlist { round, list } = Shortlist::load(ctx, household, id).await?;
        *held() = list;
        Ok::<_, Error>(round)
    };
    let (_, answer) = edit(ctx, &Expected::any(), load, |round: &mut Round| {
        let before = held().clone();
        let (answer, writes) = decide(&before)?;
        round.relaxed_constraints = relaxed(&after(&before, &writes)?);
        Ok(Edit::of(answer).with(writes))
    })
    .await?;
    ctx.live.changed::<RoundWatched>(&id, Change::Edited);
    Ok(answer)
}

/// The shortlist once `writes` are done.
fn after(before: &[Suggestion], writes: &[Write]) -> store::Result<Vec<Suggestion>> {
    let mut list = before.to_vec();
    for write in writes {
        let key = write.key()?;
        // A film that only moves stays on the list.
        if matches!(write.op, Op::Update(..)) {
            continue;
        }
        list.retain(|one| keys::suggestion(one.round_id, one.tmdb_movie_id) != key);
        if let Op::Put(item) = &write.op {
            list.push(from_item(item)?);
        }
    }
    Ok(list)
}
