//! Somebody's calendar, for a calendar program to follow: made of what the features offer, at an address that is its own key.

use super::while_alive;
use crate::{
    error::{Error, Result},
    keys,
    model::{Secret, SecretKind, SecretRow},
};
use kernel::{Moment, UserId};
use store::{Transaction, Write, from_item, put};
use web::{CalendarSources, Ctx, calendar, system::SYSTEM};

const NAME: &str = "Roundtable";

/// Makes an address, which is shown this once. An earlier one is dead from here on.
pub async fn make_feed(ctx: &Ctx) -> Result<String> {
    let user = ctx.actor.signed_in()?.user_id;
    let now = Moment::from(ctx.clock.now());
    let secret = Secret::draw(&ctx.rng, SecretKind::Feed, user, now);
    let writes = [while_alive(user), put(&SYSTEM, keys::feed(user), &SecretRow::of(&secret, now))?];
    ctx.store.transact(Transaction::of(writes)).await?;
    tracing::info!(target: "audit", %user, "calendar address made");
    Ok(ctx.url(&format!("/calendar/{}.ics", secret.reveal())))
}

/// Ends the address at once; where there is none, that is done already.
pub async fn stop_feed(ctx: &Ctx) -> Result<()> {
    let user = ctx.actor.signed_in()?.user_id;
    ctx.store.write(Write::delete(&SYSTEM, keys::feed(user))).await?;
    tracing::info!(target: "audit", %user, "calendar address stopped");
    Ok(())
}

/// When the caller's address was made, if there is one.
pub async fn get_feed(ctx: &Ctx) -> Result<Option<Moment>> {
    let row = find(ctx, ctx.actor.signed_in()?.user_id).await?;
    Ok(row.map(|row| row.created_at))
}

/// The calendar behind an address, for whoever has it.
pub async fn read_feed(ctx: &Ctx, sources: &CalendarSources, secret: &str) -> Result<String> {
    let secret = Secret::parse(secret).filter(|secret| secret.kind == SecretKind::Feed);
    let secret = secret.ok_or(Error::NoSuchCalendar)?;
    let row = find(ctx, secret.user_id).await?;
    row.filter(|row| row.is_of(&secret)).ok_or(Error::NoSuchCalendar)?;
    let mut entries = Vec::new();
    for source in sources.iter() {
        entries.extend(source.upcoming(ctx, secret.user_id).await?);
    }
    entries.sort_by_key(|entry| entry.start);
    Ok(calendar::write(NAME, &entries, ctx.clock.now()))
}

async fn find(ctx: &Ctx, user: UserId) -> Result<Option<SecretRow>> {
    let row = ctx.store.get(&SYSTEM, &keys::feed(user)).await?;
    Ok(row.map(from_item).transpose()?)
}
