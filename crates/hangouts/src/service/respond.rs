//! Somebody says whether they come. It touches their own items only; counts follow in the background.

use super::{create_hangout::KIND, get_hangout};
use crate::{
    Error, live,
    model::{Answer, Hangout, HangoutId, Response},
    pointers, stored,
};
use kernel::UserId;
use store::Write;
use web::{
    Ctx,
    mine::{self, Mine, Part},
};

/// Records what the caller said; saying something else replaces it, and saying the same renews it.
pub async fn respond(ctx: &Ctx, id: &HangoutId, answer: Answer) -> Result<(Hangout, Response), Error> {
    let account = ctx.actor.signed_in()?;
    let seen = get_hangout::get_hangout(ctx, id).await?;
    if seen.hangout.cancelled {
        return Err(Error::Cancelled);
    }
    if !seen.linked.is_empty() {
        pointers::link(ctx, id, &seen.linked).await?;
    }
    let now = ctx.clock.now();
    let response = Response::new(id, account, answer, now.into()).in_place_of(seen.my_answer.as_ref());
    let count = pointers::note_to_count(id, &response.user_id, now)?;
    let writes = writes(account.user_id, &seen.hangout, &response)?;
    ctx.commit(writes.into_iter().chain([count])).and(live::of_response(id, &response.user_id)).await?;
    Ok((seen.hangout, response))
}

/// What a response of an account writes, beside the note to count it.
pub fn writes(user: UserId, hangout: &Hangout, response: &Response) -> store::Result<[Write; 2]> {
    // One row however often somebody responds: it is filed under the hangout's own time.
    let created_at = hangout.created_at.unwrap_or_default();
    let mine = Mine::of(KIND, &hangout.hangout_id, created_at);
    Ok([stored::put_response(response)?, mine::note(user, Part::Answered, mine)?])
}
