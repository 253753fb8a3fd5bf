//! Deletes a comment: one's own, or any by a moderator.

use super::edit_comment::not_mine;
use crate::{
    Error,
    gate::{self, Allowed, TakesPart},
    keys,
    live::SitePage,
    model::{Act, CommentId, SiteId},
    stored,
    tables::FUS_MAIN,
};
use store::Write;
use web::{Entity, Expected, live::Change};

pub async fn delete_comment(
    by: &Allowed<TakesPart>,
    (site, id): (SiteId, CommentId),
    expected: &Expected,
) -> Result<(), Error> {
    let comment = match stored::find_own_comment(by, by.user_id()?, site, id).await? {
        Some(mine) => mine,
        None if gate::allows(by, Act::Moderate).await? => {
            stored::find_comment(by, site, id).await?.ok_or(Error::NoComment)?
        }
        None => return Err(not_mine(by, site, id).await?),
    };
    expected.check(comment.version)?;
    let place = keys::comment(comment.user_id, site, id);
    match by.store.write(Write::delete(&FUS_MAIN, place).when(comment.unchanged())).await {
        Err(error) if error.is_condition_failed() => return Err(web::Fault::Contended.into()),
        deleted => deleted?,
    }
    by.live.changed::<SitePage>(&site, Change::Answered);
    if comment.user_id != by.user_id()? {
        web::audit(by, "comment", &id.to_string(), "deleted by a moderator");
    }
    Ok(())
}
