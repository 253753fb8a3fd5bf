//! Somebody says whether they come. It touches their own item only; counts follow in the background.

use super::get_hangout;
use crate::{
    Error, live,
    model::{Answer, HangoutId, Response},
    pointers, stored,
};
use store::Transaction;
use web::Ctx;

/// Records what the caller said; saying something else replaces it.
pub async fn respond(ctx: &Ctx, id: HangoutId, answer: Answer) -> Result<Response, Error> {
    let account = ctx.actor.signed_in()?;
    let seen = get_hangout::get_hangout(ctx, id).await?;
    if seen.hangout.cancelled {
        return Err(Error::Cancelled);
    }
    let now = ctx.clock.now();
    let response = Response::new(id, account, answer, now.into());
    let writes = [stored::put_response(&response)?, pointers::note_to_count(id, account.user_id, now)?];
    let mark = live::mark(ctx, id, account.user_id)?;
    ctx.store.transact(Transaction::of(writes.into_iter().chain(mark))).await?;
    live::responded(ctx, id, account.user_id);
    ctx.work_bell.notify_one();
    Ok(response)
}
