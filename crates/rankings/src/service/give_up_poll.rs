//! Gives a poll up: it stays, without an owner.

use crate::{
    Error,
    model::{Credentials, Poll, PollId},
    service::{create_poll::KIND, edit_poll::change_poll},
};
use store::Write;
use web::{
    Ctx, Edit, Expected,
    mine::{Mine, Part},
    system::SYSTEM,
};

pub async fn give_up_poll(ctx: &Ctx, id: PollId, credentials: &Credentials) -> Result<Poll, Error> {
    let user = ctx.actor.signed_in()?.user_id;
    change_poll(ctx, id, credentials, &Expected::any(), |poll| {
        if poll.owner_id != Some(user) {
            return Err(Error::NotTheManager);
        }
        poll.owner_id = None;
        let (kind, id) = (KIND.to_owned(), poll.id.to_string());
        let mine = Mine { kind, id, created_at: poll.created_at, code: None, ttl: None };
        Ok(Edit::of(()).with([Write::delete(&SYSTEM, mine.key(user, Part::Made))]))
    })
    .await
}
