//! A member's calendar of one group: an address with a key of its own, good while the member is in the group.

use super::get_group;
use crate::{
    Error, calendar, keys,
    model::{Direction, FeedKey, GroupId, Membership, Pointer, Target, Watermark},
    stored,
};
use identity::{service::reset_password::has_ended, write_in_person};
use web::{Ctx, Fault, Services};

/// Makes the key of the address, which is shown this once. An earlier one stops working.
pub async fn make_feed(ctx: &Ctx, id: &GroupId) -> Result<FeedKey, Error> {
    let key = FeedKey::draw(&ctx.rng, id, ctx.actor.signed_in()?.user_id);
    set_hash(ctx, id, Some(key.hash())).await?;
    web::audit(ctx, "group", &id.to_string(), "a group's calendar address was made");
    Ok(key)
}

/// Stops the address at once; where there is none, that is done already.
pub async fn stop_feed(ctx: &Ctx, id: &GroupId) -> Result<(), Error> {
    set_hash(ctx, id, None).await?;
    web::audit(ctx, "group", &id.to_string(), "a group's calendar address was stopped");
    Ok(())
}

async fn set_hash(ctx: &Ctx, id: &GroupId, feed_hash: Option<String>) -> Result<(), Error> {
    let before = get_group::get_group(ctx, id).await?.mine;
    let made_at = feed_hash.is_some().then(|| ctx.clock.now().into());
    let after = before.but(|mine| (mine.feed_hash, mine.feed_made_at) = (feed_hash, made_at));
    if before == after {
        ctx.in_person()?;
        return Ok(());
    }
    match write_in_person(ctx, [stored::change_membership(&before, &after)?]).await {
        Err(Fault::Store(error)) if error.is_condition_failed() => Err(Error::NoGroup),
        done => Ok(done?),
    }
}

/// Returns whether the member has an address that works.
pub async fn has_feed(services: &Services, mine: &Membership) -> Result<bool, Error> {
    let Some(user) = mine.user_id.account() else { return Ok(false) };
    Ok(mine.feed_hash.is_some() && !has_ended(services, user, mine.feed_made_at).await?)
}

/// The calendar behind an address, for whoever has it.
pub async fn read_feed(services: &Services, key: &FeedKey) -> Result<String, Error> {
    let mine = membership(services, key).await?.ok_or(Error::NoCalendar)?;
    if !mine.feed_hash.as_deref().is_some_and(|hash| key.fits(hash)) || !has_feed(services, &mine).await? {
        return Err(Error::NoCalendar);
    }
    let group = stored::find_group(services, &mine.group_id).await?.ok_or(Error::NoCalendar)?;
    let from = Watermark::at(calendar::from(services));
    let query = keys::by_time(&Target::Group(mine.group_id), Direction::Upcoming, &from);
    let rows = services.store.query(query.limit(calendar::MOST)).await?;
    let pointers: Vec<Pointer> = stored::read_all(rows.items);
    Ok(calendar::of_pointers(services, &group.name, &pointers).await?)
}

/// The membership that a key is of.
async fn membership(services: &Services, key: &FeedKey) -> store::Result<Option<Membership>> {
    let named = stored::find_membership(services, &key.group_id(), key.user_id()).await?;
    if named.is_some() {
        return Ok(named);
    }
    let groups = stored::groups_of(services, key.user_id()).await?;
    Ok(groups.into_iter().find(|mine| key.is_of(&mine.group_id)))
}
