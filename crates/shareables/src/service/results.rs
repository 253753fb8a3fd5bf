//! The results of a poll, for those who may see them.

use crate::{
    Error,
    model::{Results, ResultsVisibility, ShortId},
    service::{
        guess::by_code,
        open::{self, Opened},
        rsvps::holds,
        votes,
    },
};
use web::Ctx;

/// The results, when the caller may see them. `code` is that of their own vote.
pub async fn get_results(ctx: &Ctx, id: &ShortId, code: Option<&str>) -> Result<Results, Error> {
    let opened = open::for_reading(ctx, id).await?;
    if !may_see(ctx, &opened, code).await? {
        return Err(Error::ResultsHidden);
    }
    let votes = votes::all(ctx.store.as_ref(), id).await?;
    Ok(Results::count(opened.share.poll()?, &votes))
}

/// Whether the caller may see the results. The code is looked at only where it decides.
pub async fn may_see(ctx: &Ctx, opened: &Opened, code: Option<&str>) -> Result<bool, Error> {
    let (poll, now) = (opened.share.poll()?, ctx.clock.now());
    let voted = match code {
        Some(code)
            if poll.results_visibility == ResultsVisibility::AfterSubmit
                && !poll.shows_results(opened.access, false, now) =>
        {
            let id = &opened.share.short_id;
            holds(by_code(ctx, opened, code, async |code| votes::find(ctx, id, &code).await).await)?
        }
        _ => false,
    };
    Ok(poll.shows_results(opened.access, voted, now))
}
