//! What an invite link leads to, for anyone who has it.

use crate::{
    Error,
    model::{Invite, InviteToken},
    stored,
};
use web::Services;

/// The group's name and who invited: nothing else of the group is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    pub invite: Invite,
    pub group_name: String,
    pub member_count: u64,
    /// Nothing where they have left the group since.
    pub invited_by: Option<String>,
}

pub async fn get_invite(services: &Services, token: &InviteToken) -> Result<Invitation, Error> {
    let group = &token.group_id;
    let invite = stored::find_invite(services, group, &token.id()).await?.ok_or(Error::NoInvite)?;
    if invite.has_expired(services.clock.now()) {
        return Err(Error::InviteExpired);
    }
    let group = stored::find_group(services, group).await?.ok_or(Error::NoInvite)?;
    let by = stored::find_membership(services, &group.group_id, &invite.created_by).await?;
    if by.is_none() && stored::find_removal(services, &group.group_id, &invite.created_by).await?.is_some() {
        return Err(Error::NoInvite);
    }
    Ok(Invitation {
        invite,
        group_name: group.name,
        member_count: group.member_count,
        invited_by: by.map(|by| by.display_name),
    })
}
