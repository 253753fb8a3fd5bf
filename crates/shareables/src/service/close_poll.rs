//! Closing a poll by hand: it takes no more votes. A poll that is closed stays so.

use super::edit_shareable::change_share;
use crate::{Error, gate::Visitor, model::Shareable};
use web::{Ctx, Edit, Expected};

pub async fn close_poll(ctx: &Ctx, visitor: &Visitor, expected: &Expected) -> Result<Shareable, Error> {
    let close = |share: &mut Shareable| {
        share.poll_mut()?.is_closed = true;
        Ok(Edit::of(()))
    };
    Ok(change_share(ctx, visitor, expected, close).await?.0)
}
