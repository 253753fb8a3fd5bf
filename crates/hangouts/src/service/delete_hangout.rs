//! Deletes a hangout: hidden at once, its pointers and responses removed, itself last.

use super::{edit_hangout::may_edit, get_hangout::standing_of};
use crate::{Error, model::HangoutId, pointers, stored};
use web::{Ctx, Expected};

pub async fn delete_hangout(ctx: &Ctx, id: &HangoutId, expected: &Expected) -> Result<(), Error> {
    let user = ctx.actor.signed_in()?.user_id;
    let load = async || stored::find_hangout(ctx, id).await?.ok_or(Error::NoHangout);
    let (linked, mine) = standing_of(ctx, &mut load().await?, user).await?;
    pointers::change(ctx, Some(user), expected, load, |hangout| {
        linked.join(hangout);
        may_edit(hangout, user, &mine)?;
        hangout.deleted_at = Some(ctx.clock.now().into());
        Ok::<_, Error>(())
    })
    .await?;
    web::audit(ctx, "hangout", &id.to_string(), "a hangout was deleted");
    Ok(())
}
