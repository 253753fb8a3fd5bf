//! Takes ballots again. A poll whose time has passed also needs a later one.

use crate::{
    Error,
    model::{Credentials, Poll, PollId},
    service::edit_poll::change_poll,
};
use web::{Ctx, Edit, Expected};

pub async fn reopen_poll(
    ctx: &Ctx,
    id: PollId,
    credentials: &Credentials,
    expected: &Expected,
) -> Result<Poll, Error> {
    change_poll(ctx, id, credentials, expected, |poll| {
        poll.closed_at = None;
        Ok(Edit::of(()))
    })
    .await
}
