//! Comes into a household by an invite. One transaction decides: the invite is still good, and the person is in no household.

use super::{get_invite, join};
use crate::{
    Error,
    gate::Who,
    keys, live,
    model::{Household, InviteStatus, Role},
    stored,
    tables::INVITES,
};
use kernel::Moment;
use store::{Comparison, Condition, StoreError, Transaction, Write};
use web::{Ctx, Fault};

const TRIES: usize = 8;

pub async fn accept_invite(ctx: &Ctx, who: &Who, token: &str) -> Result<Household, Error> {
    if who.acting().is_some() {
        return Err(Error::NotYours);
    }
    for _ in 0..TRIES {
        let seen = get_invite::get_invite(ctx, token).await?;
        match seen.status {
            InviteStatus::Pending => {}
            InviteStatus::Accepted => return Err(Error::InviteTaken),
            InviteStatus::Expired | InviteStatus::Revoked => return Err(Error::InviteOver),
        }
        let user = stored::find_user(ctx, who.account().into()).await?.ok_or(Error::NoMember)?;
        if user.group_id.is_some() {
            return Err(Error::AlreadyInHousehold);
        }
        let (household, now) = (seen.household.group_id, Moment::from(ctx.clock.now()));
        let pending = Condition::equals("status", InviteStatus::Pending.as_str()).and(Condition::compare(
            "expires_at",
            Comparison::Greater,
            now.to_string(),
        ));
        let accept = Write::update(&INVITES, keys::invite(seen.invite.invite_id))
            .set("status", InviteStatus::Accepted.as_str())
            .when(pending);
        let mut writes = vec![accept, join::counted(household)];
        writes.extend(join::writes(ctx, household, &user, Role::Member, now).await?);
        match ctx.store.transact(Transaction::of(writes)).await {
            Ok(()) => {
                live::people_changed(ctx, &seen.household, who.account().into());
                web::audit(ctx, "household", &household.to_string(), "a member joined");
                return stored::get_household(ctx, household).await;
            }
            // Somebody was faster; the next turn tells at what.
            Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Fault::Contended.into())
}
