//! Somebody joins a group by an invite link.

use super::{
    change_members::{self, Entry},
    get_group::GroupSeen,
    get_invite::{self, Invitation},
};
use crate::{Error, model::InviteToken, stored};
use web::Ctx;

/// Lets the caller in; who is in already stays as they are.
pub async fn join_group(ctx: &Ctx, token: &InviteToken) -> Result<GroupSeen, Error> {
    let account = ctx.actor.signed_in()?;
    let invite = see_invite(ctx, token).await?.invite;
    let who = (account.user_id, account.display_name.as_str());
    let (group, mine) = change_members::admit(ctx, &token.group_id, who, &Entry::Link(&invite)).await?;
    Ok(GroupSeen { group, mine })
}

/// The invitation as the caller sees it. Fails with [`Error::Removed`] when the caller was removed from the group after the link was
/// made.
pub async fn see_invite(ctx: &Ctx, token: &InviteToken) -> Result<Invitation, Error> {
    let found = get_invite::get_invite(ctx, token).await?;
    if let Some(user) = ctx.actor.user_id() {
        let removal = stored::find_removal(ctx, &token.group_id, &user.into()).await?;
        if removal.is_some_and(|removal| removal.refuses(&found.invite)) {
            return Err(Error::Removed);
        }
    }
    Ok(found)
}
