//! A link for a television that is not signed in: it shows the household's round and can change nothing.

use crate::{
    Error,
    gate::Who,
    keys,
    model::{HouseholdId, MemberId},
    stored,
};
use data_encoding::HEXLOWER;
use kernel::{Moment, UserId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
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
    let secret = format!("{}{}", who.account().0.simple(), ctx.rng.token());
    let row = ScreenRow { hash: hash(&secret), created_at: ctx.clock.now().into() };
    ctx.store.write(put(&SYSTEM, keys::screen(who.account()), &row)?).await?;
    web::audit(ctx, "screen", &who.account().to_string(), "a link was made");
    Ok(secret)
}

/// The household that a link shows: that of whoever made it, as long as they are in one.
pub async fn household_of(services: &Services, secret: &str) -> Result<HouseholdId, Error> {
    let user = user_of(secret).ok_or(Error::NoScreen)?;
    let row = services.store.get(&SYSTEM, &keys::screen(user)).await?;
    let row: Option<ScreenRow> = row.map(from_item).transpose()?;
    row.filter(|row| row.hash == hash(secret)).ok_or(Error::NoScreen)?;
    stored::find_user(services, user.into()).await?.and_then(|user| user.group_id).ok_or(Error::NoScreen)
}

/// In whose name a screen watches.
pub fn maker_of(secret: &str) -> Option<MemberId> {
    user_of(secret).map(MemberId::from)
}

fn user_of(secret: &str) -> Option<UserId> {
    Uuid::try_parse(secret.get(..ID_LENGTH)?).ok().map(UserId)
}

fn hash(secret: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(secret))
}
