//! What an invite link leads to, for whoever has it.

use crate::{
    Error,
    model::{Household, Invite, InviteStatus, MemberId},
    stored,
};
use kernel::Open;
use web::Services;

/// An invite as its link shows it.
pub struct SeenInvite {
    pub invite: Invite,
    pub status: Open<InviteStatus>,
    pub household: Household,
    /// Who made it; nobody where they have left.
    pub invited_by: Option<String>,
}

pub async fn get_invite(services: &Services, token: &str) -> Result<SeenInvite, Error> {
    let invite = stored::find_invite_with(services, token).await?.ok_or(Error::NoInvite)?;
    let household = stored::get_household(services, invite.group_id).await.map_err(|_| Error::NoInvite)?;
    let made_by: Vec<_> = invite.created_by.into_iter().collect();
    let maker = stored::list_users(services, &made_by).await?.into_values().next();
    let invited_by = maker.map(|user| user.display_name);
    let maker = match invite.created_by.and_then(MemberId::account) {
        Some(maker) => stored::find_removal(services, invite.group_id, maker).await?,
        None => None,
    };
    let status = match invite.status_at(services.clock.now()) {
        Open::Known(InviteStatus::Pending) if maker.is_some_and(|removal| removal.refuses(&invite)) => {
            InviteStatus::Revoked.into()
        }
        status => status,
    };
    Ok(SeenInvite { invite, status, household, invited_by })
}
