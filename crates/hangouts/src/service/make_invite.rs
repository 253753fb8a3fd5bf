//! An owner makes a link that lets people into the group until it expires.

use super::get_group;
use crate::{
    Error, keys,
    model::{GroupId, Invite, InviteToken, KEEPS_FOR, PersonId},
    stored,
    tables::INVITER_TABLE,
};
use futures::FutureExt;
use kernel::Moment;
use store::{Condition, Write};
use web::{Ctx, Fault, Made, New, Once, Seed};

const PURPOSE: &str = "group invite";
const DEFAULT_DAYS: u32 = 7;

/// Makes a link; its secret is in the answer only.
pub async fn make_invite(
    ctx: &Ctx,
    once: &Once,
    id: &GroupId,
    days: Option<u32>,
) -> Result<Made<(Invite, InviteToken)>, Error> {
    let user = get_group::get_own_group(ctx, id).await?.mine.user_id;
    let days = days.unwrap_or(DEFAULT_DAYS);
    if !KEEPS_FOR.contains(&days) {
        return Err(Fault::about("expiresAfter", "This must be 1, 7 or 30 days.").into());
    }
    let token = |seed: &Seed| InviteToken::new(id.clone(), seed.token(PURPOSE));
    let first = |seed: Seed| new_invite(ctx, token(&seed), user.clone(), days).boxed();
    let again = |seed: Seed, _: String| made_before(ctx, token(&seed)).boxed();
    let made = web::create(ctx, once, first, again).await?;
    web::audit(ctx, "group", &id.to_string(), "an invite link was made");
    Ok(made)
}

async fn new_invite(
    ctx: &Ctx,
    token: InviteToken,
    user: PersonId,
    days: u32,
) -> Result<New<(Invite, InviteToken)>, Error> {
    // Each try asks anew: the maker may be losing the group at this moment, which the transaction checks too.
    get_group::get_own_group(ctx, &token.group_id).await?;
    let invite = Invite::new(&token, user.clone(), days, Moment::from(ctx.clock.now()));
    let key = keys::invite(&invite.group_id, &invite.invite_id);
    let write = store::put(&INVITER_TABLE, key, &invite)?.if_new();
    let membership = keys::membership(&invite.group_id, &user);
    let by_owner = Write::check(&INVITER_TABLE, membership, Condition::equals("role", "owner"));
    let new = New::of("invite", &invite.invite_id, (invite.clone(), token), [write, by_owner]);
    Ok(New { owned: false, ..new })
}

/// What was told when this link was made, unless it has been stopped.
async fn made_before(ctx: &Ctx, token: InviteToken) -> Result<Option<(Invite, InviteToken)>, Error> {
    let invite = stored::find_invite(ctx, &token.group_id, &token.id()).await?;
    Ok(invite.map(|invite| (invite, token)))
}
