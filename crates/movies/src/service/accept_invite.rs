//! Comes into a household by an invite. One transaction decides: the invite is still good, and the person is in no household.

use super::{
    get_invite::{self, SeenInvite},
    join, revoke_invite,
};
use crate::{
    Error,
    gate::Who,
    keys, live,
    model::{Household, InviteStatus, Removal, Role},
    stored,
    tables::INVITES,
};
use kernel::{Moment, Open, UserId};
use store::{Condition, StoreError, Transaction, Write};
use web::{Ctx, Fault, Services};

const TRIES: usize = 8;

pub async fn accept_invite(ctx: &Ctx, who: &Who, token: &str) -> Result<Household, Error> {
    if who.acting().is_some() {
        return Err(Error::NotYours);
    }
    for _ in 0..TRIES {
        let seen = get_invite::get_invite(ctx, token).await?;
        match seen.status {
            Open::Known(InviteStatus::Pending) => {}
            Open::Known(InviteStatus::Accepted) => return Err(Error::InviteTaken),
            Open::Known(InviteStatus::Expired | InviteStatus::Revoked) | Open::Other(_) => {
                return Err(Error::InviteOver);
            }
        }
        let user = stored::find_user(ctx, who.account().into()).await?.ok_or(Error::NoMember)?;
        if user.group_id.is_some() {
            return Err(Error::AlreadyInHousehold);
        }
        if seen.invite.is_made_by(user.user_id) {
            return Err(Error::OwnInvite);
        }
        let removal = must_not_be_removed(ctx, who.account(), &seen).await?;
        let (household, now) = (seen.household.group_id, Moment::from(ctx.clock.now()));
        if !seen.invite.status_at(*now).is(&InviteStatus::Pending) {
            return Err(Error::InviteOver);
        }
        let pending = Condition::equals("status", InviteStatus::Pending.as_str());
        let accept = Write::update(&INVITES, keys::invite(seen.invite.invite_id))
            .set("status", InviteStatus::Accepted.as_str())
            .when(pending);
        let mut writes = vec![accept, join::counted(household)];
        writes.extend(join::writes(ctx, household, &user, Role::Member, now).await?);
        writes.extend(join::let_in_again(household, who.account(), &seen.invite));
        match ctx.store.transact(Transaction::of(writes)).await {
            Ok(()) => {
                live::people_changed(ctx, &seen.household, who.account().into());
                web::audit(ctx, "household", &household.to_string(), "a member joined");
                if let Some(removal) = removal {
                    // Nothing else refuses what they made before from here on.
                    revoke_invite::revoke_rest(ctx, household, who.account(), removal.removed_at).await?;
                }
                return stored::get_household(ctx, household).await;
            }
            // Somebody was faster; the next turn tells at what.
            Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Fault::Contended.into())
}

/// Returns how the person was removed before, if they were. Fails with [`Error::Removed`] when that was after the invite was made.
pub async fn must_not_be_removed(
    services: &Services,
    user: UserId,
    seen: &SeenInvite,
) -> Result<Option<Removal>, Error> {
    let removal = stored::find_removal(services, seen.household.group_id, user).await?;
    match removal {
        Some(removal) if removal.refuses(&seen.invite) => Err(Error::Removed),
        removal => Ok(removal),
    }
}
