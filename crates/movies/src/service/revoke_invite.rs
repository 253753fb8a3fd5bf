//! Withdraws an invite that nobody has used yet, or all that a person made who is removed from the household.

use crate::{
    Error,
    gate::Who,
    keys,
    model::{HouseholdId, Invite, InviteId, InviteStatus},
    stored,
    tables::INVITES,
};
use kernel::{Moment, Open, UserId};
use store::{Condition, Write, batch_get_all, query_all, readable};
use web::Services;

pub async fn revoke_invite(services: &Services, who: &Who, id: InviteId) -> Result<(), Error> {
    let household = who.household()?;
    let invite = stored::find_invite(services, id).await?;
    let invite = invite.filter(|invite| invite.group_id == household).ok_or(Error::NoInvite)?;
    match invite.status_at(services.clock.now()) {
        Open::Known(InviteStatus::Pending) => {}
        Open::Known(InviteStatus::Accepted) => return Err(Error::InviteTaken),
        Open::Known(InviteStatus::Revoked | InviteStatus::Expired) | Open::Other(_) => return Ok(()),
    }
    match services.store.write(revocation(&invite)).await {
        Ok(()) => Ok(()),
        Err(error) if error.is_condition_failed() => Err(Error::InviteTaken),
        Err(error) => Err(error.into()),
    }
}

fn revocation(invite: &Invite) -> Write {
    let pending = Condition::equals("status", InviteStatus::Pending.as_str());
    let revoke = Write::update(&INVITES, keys::invite(invite.invite_id));
    revoke.set("status", InviteStatus::Revoked.as_str()).when(pending)
}

/// The writes that revoke what `maker` made until `until` and nobody has used. They are found by an index: one that it does not show
/// yet is refused because its maker was removed.
pub async fn revocations(
    services: &Services,
    household: HouseholdId,
    maker: UserId,
    until: Moment,
) -> Result<Vec<Write>, Error> {
    let store = services.store.as_ref();
    let listed: Vec<Invite> = readable(&INVITES, query_all(store, keys::invites_of(household)).await?);
    let theirs = listed.iter().filter(|invite| invite.is_made_by(maker.into()));
    let keys: Vec<_> = theirs.map(|invite| keys::invite(invite.invite_id)).collect();
    // An index may show as pending what was used since.
    let rows = batch_get_all(store, &INVITES, &keys).await?;
    let current: Vec<Invite> = readable(&INVITES, rows.into_iter().flatten());
    let now = services.clock.now();
    let open = |invite: &&Invite| {
        invite.created_at.is_none_or(|made| made <= until) && invite.status_at(now).is(&InviteStatus::Pending)
    };
    Ok(current.iter().filter(open).map(revocation).collect())
}

/// Revokes what did not fit beside the removal, or was not shown by the index then.
pub async fn revoke_rest(
    services: &Services,
    household: HouseholdId,
    maker: UserId,
    until: Moment,
) -> Result<(), Error> {
    for write in revocations(services, household, maker, until).await? {
        match services.store.write(write).await {
            Err(error) if !error.is_condition_failed() => return Err(error.into()),
            _ => {}
        }
    }
    Ok(())
}
