//! Gives a poll up: it stays, without an owner.

use crate::{Error, gate::Visitor, model::Poll, service::edit_poll::change_poll};
use web::{Ctx, Expected, mine};

pub async fn give_up_poll(ctx: &Ctx, visitor: &Visitor) -> Result<Poll, Error> {
    let user = ctx.actor.signed_in()?.user_id;
    change_poll(ctx, visitor, &Expected::any(), |poll| Ok(mine::give_up(poll, user)?)).await
}
