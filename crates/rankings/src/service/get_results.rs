//! Results, for those who may see them.

use crate::{
    Error,
    live::{Ballots, Rights},
    model::{Poll, ResultsVisibility},
};
use std::sync::Arc;
use tally::Results;
use web::Ctx;

pub async fn get_results(ctx: &Ctx, poll: &Poll, rights: Rights) -> Result<Arc<Results>, Error> {
    if !rights.see_results(poll, ctx.clock.now()) {
        return Err(Error::ResultsHidden(match poll.settings.visibility() {
            ResultsVisibility::AfterVote => "Results are shown once you have voted.",
            _ => "Results are shown once the poll is closed.",
        }));
    }
    Ok(ctx.followed::<Ballots>(poll).await?)
}
