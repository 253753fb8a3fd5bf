//! Adding a share to an account, and giving it up: on any device its owner is then its organiser.

use crate::{Error, gate::Visitor, live, model::Shareable};
use web::{Ctx, Expected, mine};

/// What becomes of the ownership.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// `created_here`: whether the request comes from the browser in which the share was created.
    Claim {
        created_here: bool,
    },
    GiveUp,
}

pub async fn keep_shareable(ctx: &Ctx, visitor: &Visitor, keep: Keep) -> Result<Shareable, Error> {
    let user = ctx.actor.signed_in()?.user_id;
    let load = || visitor.share_to_organise(ctx);
    let change = |share: &mut Shareable| match keep {
        Keep::Claim { created_here } => Ok::<_, Error>(mine::keep(share, user, created_here)?),
        Keep::GiveUp => Ok(mine::give_up(share, user)?),
    };
    let (share, ()) = web::edit(ctx, &Expected::any(), load, change).await?;
    live::edited(ctx, &share.short_id);
    web::audit(ctx, "share", share.short_id.compact(), "owner of a share changed");
    Ok(share)
}
