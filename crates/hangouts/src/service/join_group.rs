//! Somebody joins a group by an invite link.

use super::{change_members, get_group::GroupSeen, get_invite};
use crate::{Error, keys, model::InviteToken, tables::INVITER_TABLE};
use store::{Comparison, Condition, Write};
use web::Ctx;

/// Lets the caller in; who is in already stays as they are.
pub async fn join_group(ctx: &Ctx, token: &InviteToken) -> Result<GroupSeen, Error> {
    let account = ctx.actor.signed_in()?;
    let invite = get_invite::get_invite(ctx, token).await?.invite;
    // The link must work at the very moment of joining: an owner may be stopping it.
    let now = kernel::Moment::from(ctx.clock.now());
    let works = Condition::compare("expiresAt", Comparison::Greater, now.to_string());
    let key = keys::invite(token.group_id, &invite.invite_id);
    let on = Write::check(&INVITER_TABLE, key, works);
    let who = (account.user_id, account.display_name.as_str());
    let (group, mine) = change_members::admit(ctx, token.group_id, who, Some(&on), None).await?;
    Ok(GroupSeen { group, mine })
}
