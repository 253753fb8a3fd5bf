//! Replying to an event, and changing one's reply.

use super::give_answer::{Given, Way, give_answer};
use crate::{
    Error,
    gate::Opened,
    model::{Rsvp, RsvpFields},
};
use web::Ctx;

pub struct SubmitRsvp {
    pub way: Way,
    pub fields: RsvpFields,
}

pub async fn submit_rsvp(ctx: &Ctx, opened: &Opened, cmd: SubmitRsvp) -> Result<Given<Rsvp>, Error> {
    let (event, now) = (opened.share.event()?, ctx.clock.now());
    let allowed = if event.takes_rsvps(now) { Ok(()) } else { Err(Error::DeadlinePassed) };
    let response = cmd.fields.response;
    let (name, guest_count, note) = cmd.fields.accept()?;
    give_answer(ctx, opened, cmd.way, allowed, |code, created_at| Rsvp {
        short_id: *opened.id(),
        code,
        name: name.clone(),
        response,
        guest_count,
        note: note.clone(),
        created_at,
        updated_at: now.into(),
        ttl: opened.share.ttl,
    })
    .await
}
