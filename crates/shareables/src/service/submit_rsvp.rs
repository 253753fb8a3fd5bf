//! Replying to an event, and changing one's reply.

use super::give_answer::{Given, Way, give_answer};
use crate::{
    Error,
    gate::Opened,
    model::{Reply, RsvpFields},
};
use web::Ctx;

pub struct SubmitRsvp {
    pub way: Way,
    pub fields: RsvpFields,
}

pub async fn submit_rsvp(ctx: &Ctx, opened: &Opened, cmd: SubmitRsvp) -> Result<Given<Reply>, Error> {
    let event = opened.share.event()?;
    let allowed = if event.takes_rsvps(ctx.clock.now()) { Ok(()) } else { Err(Error::DeadlinePassed) };
    give_answer(ctx, opened, cmd.way, allowed, cmd.fields.accept()?).await
}
