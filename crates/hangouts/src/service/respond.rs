//! Somebody says whether they come. It touches their own items only; counts follow in the background.

use super::{create_hangout::KIND, get_hangout};
use crate::{
    Error, live,
    model::{Answer, HangoutId, Response},
    pointers, stored,
};
use web::{
    Ctx,
    mine::{self, Mine, Part},
};

/// Records what the caller said; saying something else replaces it.
pub async fn respond(ctx: &Ctx, id: HangoutId, answer: Answer) -> Result<Response, Error> {
    let account = ctx.actor.signed_in()?;
    let seen = get_hangout::get_hangout(ctx, id).await?;
    if seen.hangout.cancelled {
        return Err(Error::Cancelled);
    }
    let now = ctx.clock.now();
    let response = Response::new(id, account, answer, now.into());
    // One row however often somebody responds: it is filed under the hangout's own time.
    let created_at = seen.hangout.created_at;
    let mine = Mine { kind: KIND.into(), id: id.to_string(), created_at, code: None, ttl: None };
    let writes = [
        stored::put_response(&response)?,
        pointers::note_to_count(id, account.user_id, now)?,
        mine::note(account.user_id, Part::Answered, mine)?,
    ];
    ctx.commit(writes).and(live::of_response(id, account.user_id)).await?;
    Ok(response)
}
