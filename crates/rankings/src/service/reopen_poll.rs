//! Takes ballots again. A poll whose time has passed also needs a later one.

use crate::{Error, gate::Visitor, model::Poll, service::edit_poll::change_poll};
use web::{Ctx, Edit, Expected};

pub async fn reopen_poll(ctx: &Ctx, visitor: &Visitor, expected: &Expected) -> Result<Poll, Error> {
    change_poll(ctx, visitor, expected, |poll| {
        poll.closed_at = None;
        Ok(Edit::of(()))
    })
    .await
}
