//! What an invite link leads to, for whoever has it.

use crate::{
    Error,
    model::{Household, Invite, InviteStatus, InviteToken},
    stored,
};
use kernel::secret;
use web::Services;

/// An invite as its link shows it.
pub struct SeenInvite {
    pub invite: Invite,
    pub status: InviteStatus,
    pub household: Household,
    /// Who made it; nobody where they have left.
    pub invited_by: Option<String>,
}

pub async fn get_invite(services: &Services, token: &str) -> Result<SeenInvite, Error> {
    let token: InviteToken = token.parse().map_err(|_| Error::NoInvite)?;
    let invite = stored::find_invite(services, token.invite).await?;
    let invite = invite
        .filter(|invite| secret::same(&invite.invite_token, token.to_string()))
        .ok_or(Error::NoInvite)?;
    let household = stored::get_household(services, invite.group_id).await.map_err(|_| Error::NoInvite)?;
    let invited_by = stored::find_user(services, invite.created_by).await?.map(|user| user.display_name);
    let maker = match invite.created_by.account() {
        Some(maker) => stored::find_removal(services, invite.group_id, maker).await?,
        None => None,
    };
    let status = match invite.status_at(services.clock.now()) {
        InviteStatus::Pending if maker.is_some_and(|removal| removal.refuses(&invite)) => {
            InviteStatus::Revoked
        }
        status => status,
    };
    Ok(SeenInvite { invite, status, household, invited_by })
}
