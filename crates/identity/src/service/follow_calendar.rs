//! Someone's calendar, for a calendar program to follow: made of what the features offer, at an address that is its own key.

use crate::{
    error::{Error, Result},
    gate::{Me, write_in_person},
    keys,
    model::{Secret, SecretKind, SecretRow},
    stored, urls,
};
use kernel::{Moment, UserId};
use store::{Write, put, readable_row};
use web::{Ctx, Services, calendar, system::SYSTEM};

const NAME: &str = "Roundtable";

/// Makes an address and gives its path, which is shown this once. An earlier one is dead from here on.
pub async fn make_feed(me: &Me) -> Result<String> {
    let (user, now) = (me.user(), Moment::from(me.clock.now()));
    let secret = Secret::draw(&me.rng, SecretKind::Feed, user, now);
    write_in_person(me, [put(&SYSTEM, keys::feed(user), &SecretRow::of(&secret, now))?]).await?;
    tracing::info!(target: "audit", audit = true, %user, "calendar address made");
    Ok(urls::calendar(&secret.reveal()))
}

/// Ends the address at once; where there is none, that is done already.
pub async fn stop_feed(services: &Services, user: UserId) -> Result<()> {
    services.store.write(Write::delete(&SYSTEM, keys::feed(user))).await?;
    tracing::info!(target: "audit", audit = true, %user, "calendar address removed");
    Ok(())
}

/// What is stored of a person's address, if there is one.
pub async fn find_feed(services: &Services, user: UserId) -> Result<Option<SecretRow>> {
    let row = services.store.get(&SYSTEM, &keys::feed(user)).await?;
    Ok(row.and_then(|row| readable_row(&SYSTEM, row)))
}

/// The calendar behind an address.
pub async fn read_feed(ctx: &Ctx, secret: &str) -> Result<String> {
    let secret = Secret::parse(secret).filter(|secret| secret.kind == SecretKind::Feed);
    let secret = secret.ok_or(Error::NoSuchCalendar)?;
    let row = find_feed(ctx, secret.user_id()).await?;
    row.filter(|row| row.is_of(&secret)).ok_or(Error::NoSuchCalendar)?;
    match stored::get_account(ctx.store.as_ref(), secret.user_id()).await {
        Ok(account) if account.is_active() => {}
        Ok(_) | Err(Error::NoSuchAccount) => return Err(Error::NoSuchCalendar),
        Err(error) => return Err(error),
    }
    let mut entries = Vec::new();
    for source in &ctx.joined.calendar {
        entries.extend(source.upcoming(ctx, secret.user_id()).await?);
    }
    Ok(calendar::feed(ctx, NAME, entries))
}
