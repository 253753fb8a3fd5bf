//! Closes a poll, and opens it again. Doing either twice changes nothing.

use crate::{
    Error,
    model::{Poll, PollId},
    service::{access::Credentials, edit_poll::change, load},
};
use kernel::Moment;
use web::Ctx;

pub async fn close_poll(ctx: &Ctx, id: PollId, credentials: &Credentials) -> Result<Poll, Error> {
    change(ctx, id, credentials, |poll| {
        let at = poll.closed_at.unwrap_or_else(|| Moment::from(ctx.clock.now()));
        let closed = Poll { closed_at: Some(at), version: poll.version + 1, ..poll.clone() };
        Ok((load::edit_of(poll).set("closedAt", at.to_string()), closed))
    })
    .await
}

pub async fn reopen_poll(ctx: &Ctx, id: PollId, credentials: &Credentials) -> Result<Poll, Error> {
    change(ctx, id, credentials, |poll| {
        let open = Poll { closed_at: None, version: poll.version + 1, ..poll.clone() };
        Ok((load::edit_of(poll).remove("closedAt"), open))
    })
    .await
}
