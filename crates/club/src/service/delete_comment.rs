//! Deletes a comment: one's own, or any by a moderator.

use super::edit_comment::not_mine;
use crate::{
    Error,
    gate::{self, Allowed, TakesPart},
    keys,
    live::SitePage,
    model::{Act, CommentPlace},
    stored,
    tables::FUS_MAIN,
};
use store::Write;
use web::{Entity, Expected, live::Change};

pub async fn delete_comment(
    by: &Allowed<TakesPart>,
    place: &CommentPlace,
    expected: &Expected,
) -> Result<(), Error> {
    let comment = match stored::find_own_comment(by, by.user_id()?, place).await? {
        Some(mine) => mine,
        None if gate::allows(by, Act::Moderate).await? => {
            stored::find_comment(by, place).await?.ok_or(Error::NoComment)?
        }
        None => return Err(not_mine(by, place).await?),
    };
    expected.check(comment.version)?;
    let key = keys::comment(&comment.user_id, place);
    match by.store.write(Write::delete(&FUS_MAIN, key).when(comment.unchanged())).await {
        Err(error) if error.is_condition_failed() => return Err(web::Fault::Contended.into()),
        deleted => deleted?,
    }
    by.live.changed::<SitePage>(&place.site, Change::Answered);
    if !comment.user_id.is(by.user_id()?) {
        web::audit(by, "comment", &place.id.to_string(), "deleted by a moderator");
    }
    Ok(())
}
