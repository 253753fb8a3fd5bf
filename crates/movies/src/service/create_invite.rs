//! Makes an invite link: for one person, for a week. Any adult of the household may.

use crate::{
    Error,
    gate::Who,
    keys,
    model::{Invite, InviteId, InviteToken},
    stored,
    tables::{GROUP_MEMBERSHIPS, GROUPS},
};
use kernel::Moment;
use store::{Condition, Write};
use web::{Ctx, New, Once, create};

pub async fn create_invite(ctx: &Ctx, who: &Who, once: &Once) -> Result<Invite, Error> {
    let household = who.household()?;
    let made = create(
        ctx,
        once,
        async |seed| {
            stored::get_household(ctx, household).await?;
            let membership = keys::membership(household, who.account().into());
            // The maker may be losing the household at this moment, which the transaction checks too.
            if ctx.store.get(&GROUP_MEMBERSHIPS, &membership).await?.is_none() {
                return Err(Error::NoHousehold);
            }
            let id = InviteId(seed.uuid("invite"));
            let token = InviteToken::new(id, seed.token("invite secret"));
            let now = Moment::from(ctx.clock.now());
            let invite = Invite::new(&token, household, who.account().into(), now);
            let there = Condition::exists("group_id").and(Condition::absent("deleted_at"));
            let writes = [
                stored::put_invite(&invite)?.if_new(),
                Write::check(&GROUPS, keys::household(household), there),
                Write::check(&GROUP_MEMBERSHIPS, membership, Condition::exists("group_id")),
            ];
            let new = New::of("invite", id, invite, writes);
            Ok::<_, Error>(New { owned: false, ..new })
        },
        async |_, id| match id.parse() {
            // By one that was made for a household that the maker has left since, nothing is told.
            Ok(id) => Ok(stored::find_invite(ctx, id).await?.filter(|invite| invite.group_id == household)),
            Err(_) => Ok(None),
        },
    )
    .await?;
    Ok(made.into_inner())
}
