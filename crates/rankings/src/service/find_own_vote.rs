//! The ballot of whoever asks, if they have cast one.

use crate::{
    Error,
    model::{Credentials, PollId, Vote},
    stored,
};
use web::Ctx;

pub async fn find_own_vote(
    ctx: &Ctx,
    poll: PollId,
    credentials: &Credentials,
) -> Result<Option<Vote>, Error> {
    match credentials.vote_in(poll, &ctx.keys) {
        Some(vote) => Ok(stored::find_vote(ctx, poll, vote).await?),
        None => Ok(None),
    }
}
