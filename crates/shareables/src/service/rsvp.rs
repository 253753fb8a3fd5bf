//! One person's answer to an event: given, looked at, changed and withdrawn by its code. It touches its own item alone.

use crate::{
    Error, keys,
    model::{Code, Rsvp, RsvpFields, ShortId},
    service::{
        guess::by_code,
        live,
        open::{self, Opened},
    },
    tables::SHAREABLES,
    view::RsvpView,
};
use kernel::{Checks, Moment};
use store::{Write, from_item};
use web::Ctx;

/// Answers for the first time; the code in the answer is the person's own key to it.
pub async fn submit_rsvp(ctx: &Ctx, id: &ShortId, fields: RsvpFields) -> Result<RsvpView, Error> {
    let opened = open::for_answering(ctx, id).await?;
    check_takes_rsvps(ctx, &opened)?;
    let (name, guest_count) = check(&fields)?;
    let now = Moment::from(ctx.clock.now());
    loop {
        let rsvp = Rsvp {
            short_id: *id,
            code: Code::draw(&ctx.rng),
            name: name.clone(),
            response: fields.response,
            guest_count,
            created_at: now,
            updated_at: now,
            ttl: opened.share.ttl,
        };
        match ctx.store.write(store::put(&SHAREABLES, keys::rsvp(id, &rsvp.code), &rsvp)?.if_new()).await {
            Ok(()) => {
                live::tell_answered(ctx, id);
                return Ok(RsvpView::with_code(rsvp));
            }
            // Somebody has this code: another is drawn.
            Err(error) if error.is_condition_failed() => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// A person's own answer.
pub async fn get_rsvp(ctx: &Ctx, id: &ShortId, code: &str) -> Result<RsvpView, Error> {
    let opened = open::for_reading(ctx, id).await?;
    opened.share.event()?;
    load(ctx, &opened, code).await.map(RsvpView::with_code)
}

/// Changes an answer.
pub async fn change_rsvp(ctx: &Ctx, id: &ShortId, code: &str, fields: RsvpFields) -> Result<RsvpView, Error> {
    let opened = open::for_answering(ctx, id).await?;
    check_takes_rsvps(ctx, &opened)?;
    let (name, guest_count) = check(&fields)?;
    let before = load(ctx, &opened, code).await?;
    let updated_at = Moment::from(ctx.clock.now());
    let rsvp =
        Rsvp { name, guest_count, response: fields.response, updated_at, ttl: opened.share.ttl, ..before };
    let put = store::put(&SHAREABLES, keys::rsvp(id, &rsvp.code), &rsvp)?.if_there();
    match ctx.store.write(put).await {
        Ok(()) => {
            live::tell_answered(ctx, id);
            Ok(RsvpView::with_code(rsvp))
        }
        Err(error) if error.is_condition_failed() => Err(Error::NoSuchAnswer),
        Err(error) => Err(error.into()),
    }
}

/// Withdraws an answer. The organiser may do so also after the deadline.
pub async fn withdraw_rsvp(ctx: &Ctx, id: &ShortId, code: &str) -> Result<(), Error> {
    let opened = open::for_answering(ctx, id).await?;
    opened.share.event()?;
    if !opened.access.is_admin() {
        check_takes_rsvps(ctx, &opened)?;
    }
    let rsvp = load(ctx, &opened, code).await?;
    ctx.store.write(Write::delete(&SHAREABLES, keys::rsvp(id, &rsvp.code))).await?;
    live::tell_answered(ctx, id);
    Ok(())
}

fn check_takes_rsvps(ctx: &Ctx, opened: &Opened) -> Result<(), Error> {
    let open = opened.share.event()?.takes_rsvps(ctx.clock.now());
    if open { Ok(()) } else { Err(Error::DeadlinePassed) }
}

fn check(fields: &RsvpFields) -> Result<(String, u32), Error> {
    let mut checks = Checks::new();
    let checked = fields.check(&mut checks);
    checks.done()?;
    Ok(checked)
}

/// AP6. The answer that belongs to a code as typed; wrong ones are counted.
pub async fn load(ctx: &Ctx, opened: &Opened, code: &str) -> Result<Rsvp, Error> {
    let id = &opened.share.short_id;
    by_code(ctx, opened, code, async |code| find(ctx, id, &code).await).await
}

pub async fn find(ctx: &Ctx, id: &ShortId, code: &Code) -> Result<Option<Rsvp>, Error> {
    Ok(ctx.store.get(&SHAREABLES, &keys::rsvp(id, code)).await?.map(from_item).transpose()?)
}
