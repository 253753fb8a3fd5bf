//! Withdraws an invite that nobody has used yet.

use crate::{
    Error,
    gate::Who,
    keys,
    model::{InviteId, InviteStatus},
    stored,
    tables::INVITES,
};
use store::{Condition, Write};
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
    let pending = Condition::equals("status", InviteStatus::Pending.as_str());
    let revoke = Write::update(&INVITES, keys::invite(id)).set("status", InviteStatus::Revoked.as_str());
    match services.store.write(revoke.when(pending)).await {
        Ok(()) => Ok(()),
        Err(error) if error.is_condition_failed() => Err(Error::InviteTaken),
        Err(error) => Err(error.into()),
    }
}
