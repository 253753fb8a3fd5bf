//! Withdraws an invite that nobody has used yet, or all that a person made who is removed from the household.

use crate::{
    Error,
    gate::Who,
    keys,
    model::{HouseholdId, Invite, InviteId, InviteStatus},
    stored,
    tables::INVITES,
};
use kernel::{Moment, UserId};
use store::{Condition, Write, batch_get_all, from_item, query_all};
use web::Services;

pub async fn revoke_invite(services: &Services, who: &Who, id: InviteId) -> Result<(), Error> {
    let household = who.household()?;
    let invite = stored::find_invite(services, id).await?;
    let invite = invite.filter(|invite| invite.group_id == household).ok_or(Error::NoInvite)?;
    match invite.status_at(services.clock.now()) {
        InviteStatus::Pending => {}
        InviteStatus::Accepted => return Err(Error::InviteTaken),
        InviteStatus::Revoked | InviteStatus::Expired => return Ok(()),
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
    let read = |row| from_item::<Invite>(row);
    let listed = query_all(store, keys::invites_of(household)).await?;
    let listed: Vec<Invite> = listed.into_iter().map(read).collect::<store::Result<_>>()?;
    let theirs = listed.iter().filter(|invite| invite.created_by == maker.into());
    let keys: Vec<_> = theirs.map(|invite| keys::invite(invite.invite_id)).collect();
    // An index may show as pending what was used since.
    let rows = batch_get_all(store, &INVITES, &keys).await?;
    let current: Vec<Invite> = rows.into_iter().flatten().map(read).collect::<store::Result<_>>()?;
    let now = services.clock.now();
    let open =
        |invite: &&Invite| invite.created_at <= until && invite.status_at(now) == InviteStatus::Pending;
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
