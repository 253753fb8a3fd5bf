//! Opening a closed poll again: it takes votes again.

use super::edit_shareable::change_share;
use crate::{Error, gate::Visitor, model::Shareable};
use web::{Ctx, Edit, Expected};

pub async fn reopen_poll(ctx: &Ctx, visitor: &Visitor, expected: &Expected) -> Result<Shareable, Error> {
    let reopen = |share: &mut Shareable| {
        share.poll_mut()?.reopen(ctx.clock.now());
        Ok(Edit::of(()))
    };
    Ok(change_share(ctx, visitor, expected, reopen).await?.0)
}
