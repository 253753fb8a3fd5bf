//! Adding a share to an account, and giving it up: on any device its owner is then its organiser.

use crate::{Error, gate::Visitor, live, model::Shareable};
use kernel::actor::Refused;
use store::Write;
use web::{Ctx, Edit, Expected, mine};

/// What becomes of the ownership.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// `is_maker`: whether the request comes from the browser in which the share was created.
    Claim {
        is_maker: bool,
    },
    GiveUp,
}

/// Adds the share to the visitor's account, or gives it up.
pub async fn keep_shareable(ctx: &Ctx, visitor: &Visitor, keep: Keep) -> Result<Shareable, Error> {
    let user = visitor.user.ok_or(Refused::SignedOut)?;
    let load = || visitor.share_to_organise(ctx);
    let (share, ()) = web::edit(ctx, &Expected::any(), load, |share| {
        let row = row(share);
        let with = match (keep, share.owner_id) {
            (Keep::Claim { .. }, Some(owner)) if owner == user => return Ok(Edit::of(())),
            (Keep::Claim { .. }, Some(_)) => return Err(Error::Owned),
            (Keep::Claim { is_maker: false }, None) => return Err(Error::NotTheMaker),
            (Keep::Claim { is_maker: true }, None) => {
                share.owner_id = Some(user);
                mine::note(user, mine::Part::Made, row)?
            }
            (Keep::GiveUp, owner) if owner == Some(user) => {
                share.owner_id = None;
                Write::delete(&web::system::SYSTEM, row.key(user, mine::Part::Made))
            }
            (Keep::GiveUp, _) => return Err(Error::AdminOnly),
        };
        Ok(Edit::of(()).with([with]))
    })
    .await?;
    live::edited(ctx, &share.short_id);
    web::audit(ctx, "share", share.short_id.compact(), "owner of a share changed");
    Ok(share)
}

/// The place of a share among its owner's things.
pub fn row(share: &Shareable) -> mine::Mine {
    mine::Mine {
        kind: share.entity().name().into(),
        id: share.short_id.to_string(),
        created_at: share.created_at,
        code: None,
        ttl: Some(share.ttl),
    }
}
