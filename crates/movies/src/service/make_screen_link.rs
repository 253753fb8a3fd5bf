//! A link for a television that is not signed in: it shows the household's round and can change nothing.

use crate::{
    Error,
    gate::Who,
    keys,
    model::{HouseholdId, MemberId},
    stored,
};
use kernel::{Moment, UserId, secret};
use serde::{Deserialize, Serialize};
use store::{from_item, put};
use uuid::Uuid;
use web::{Ctx, Services, system::SYSTEM};

/// What is kept of a link: enough to know it again.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ScreenRow {
    hash: String,
    created_at: Moment,
}

/// A user's id without dashes.
const ID_LENGTH: usize = 32;

/// Makes the secret of a link; an earlier one is dead from here on.
pub async fn make_screen_link(ctx: &Ctx, who: &Who) -> Result<String, Error> {
    who.household()?;
    let link = format!("{}{}", who.account().0.simple(), ctx.rng.token());
    let row = ScreenRow { hash: secret::hash(&link), created_at: ctx.clock.now().into() };
    identity::write_in_person(ctx, [put(&SYSTEM, keys::screen(who.account()), &row)?]).await?;
    // Screens that show the earlier one end.
    ctx.live.account_changed(who.account());
    web::audit(ctx, "screen", &who.account().to_string(), "a link was made");
    Ok(link)
}

/// The household that a link shows: that of whoever made it, as long as they are in one.
pub async fn household_of(services: &Services, link: &str) -> Result<HouseholdId, Error> {
    let user = user_of(link).ok_or(Error::NoScreen)?;
    let row = services.store.get(&SYSTEM, &keys::screen(user)).await?;
    let row: Option<ScreenRow> = row.map(from_item).transpose()?;
    row.filter(|row| secret::fits(link, &row.hash)).ok_or(Error::NoScreen)?;
    stored::find_user(services, user.into()).await?.and_then(|user| user.group_id).ok_or(Error::NoScreen)
}

/// In whose name a screen watches.
pub fn maker_of(link: &str) -> Option<MemberId> {
    user_of(link).map(MemberId::from)
}

fn user_of(link: &str) -> Option<UserId> {
    Uuid::try_parse(link.get(..ID_LENGTH)?).ok().map(UserId)
}
