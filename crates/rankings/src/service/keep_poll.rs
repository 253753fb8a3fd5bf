//! Adding a poll to an account, and giving it up: its owner manages it without a key.

use crate::{Error, gate::Visitor, model::Poll};
use web::{
    Ctx,
    mine::{Keep, change_owner},
};

pub async fn keep_poll(ctx: &Ctx, visitor: &Visitor, keep: Keep) -> Result<Poll, Error> {
    let load = || async move {
        match keep {
            Keep::Claim { .. } => visitor.for_reading(ctx).await,
            Keep::GiveUp => visitor.for_managing(ctx).await,
        }
    };
    change_owner(ctx, keep, load).await
}
