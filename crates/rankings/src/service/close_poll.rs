//! Closes a poll. Doing it twice changes nothing.

use crate::{Error, gate::Visitor, model::Poll, service::edit_poll::change_poll};
use web::{Ctx, Edit, Expected};

pub async fn close_poll(ctx: &Ctx, visitor: &Visitor, expected: &Expected) -> Result<Poll, Error> {
    change_poll(ctx, visitor, expected, |poll| {
        poll.closed_at = poll.closed_at.or_else(|| Some(ctx.clock.now().into()));
        Ok(Edit::of(()))
    })
    .await
}
