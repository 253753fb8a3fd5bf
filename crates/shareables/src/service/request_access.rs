//! Exchanging a passcode for a token.

use super::create_shareable::mint;
use crate::{
    Error,
    gate::Visitor,
    model::{Role, Shareable, passcode},
    stored,
};
use kernel::secret;
use serde::Serialize;
use utoipa::ToSchema;
use web::{Ctx, Subject};

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Granted {
    pub role: Role,
    /// Send it as `Authorization: Bearer …`; valid for 30 days, or until the passcode changes.
    pub token: String,
}

/// Tries a passcode. Once a share has expired only the organiser's opens it.
pub async fn request_access(ctx: &Ctx, visitor: &Visitor, given: &str) -> Result<Granted, Error> {
    let share = stored::load(ctx, &visitor.id).await?;
    let attempt = ctx.guesses.check(&Subject::share(share.short_id.compact(), ctx.actor.address)).await?;
    match role_for(ctx, &share, passcode::typed(given))? {
        None => Err(Error::WrongPasscode { tries_left: attempt.failed().await? }),
        Some(Role::View) if let Some(at) = share.expired_at(ctx.clock.now()) => {
            Err(Error::Expired { entity: share.entity(), at })
        }
        Some(role) => {
            // The viewing passcode is known to many, so it clears no counter.
            if role == Role::Admin {
                attempt.passed().await?;
            }
            Ok(Granted { role, token: mint(ctx, &share, role) })
        }
    }
}

/// The role that a passcode opens. Both are always opened and compared, so that the time taken tells nothing about either. One that
/// no server sealed opens with nothing.
fn role_for(ctx: &Ctx, share: &Shareable, given: &str) -> Result<Option<Role>, Error> {
    let (admin, view) = (share.open_admin_passcode(&ctx.keys)?, share.open_view_passcode(&ctx.keys)?);
    // Phones like to begin with a capital letter, so a passcode in lower case opens as that too.
    let lower = given.to_lowercase();
    let opens = |held: &str| secret::same(given, held) | secret::same(&lower, held);
    let is_admin = opens(admin.as_deref().unwrap_or_default()) & admin.is_some();
    let is_view = opens(view.as_deref().unwrap_or_default()) & view.is_some();
    Ok(match (is_admin, is_view) {
        (true, _) => Some(Role::Admin),
        (false, true) => Some(Role::View),
        (false, false) => None,
    })
}
