//! Edits one's own comment.

use crate::{
    Error,
    gate::{Allowed, TakesPart},
    live::SitePage,
    model::{Comment, CommentId, SiteId, comment::read_body},
    stored,
};
use kernel::Checks;
use web::{Edit, Expected, Services, live::Change};

pub async fn edit_comment(
    by: &Allowed<TakesPart>,
    (site, id): (SiteId, CommentId),
    expected: &Expected,
    body: &str,
) -> Result<Comment, Error> {
    let mut checks = Checks::new();
    let (user, body) = (by.user_id()?, read_body(body, &mut checks));
    let load = async || match stored::find_own_comment(by, user, site, id).await? {
        Some(comment) => Ok(comment),
        None => Err(not_mine(by, site, id).await?),
    };
    load().await?;
    checks.done()?;
    let (comment, ()) = web::edit(by, expected, load, |comment| {
        comment.body.clone_from(&body);
        Ok::<_, Error>(Edit::of(()))
    })
    .await?;
    by.live.changed::<SitePage>(&site, Change::Answered);
    Ok(comment)
}

/// Why a comment that the caller did not write cannot be theirs to change.
pub async fn not_mine(services: &Services, site: SiteId, id: CommentId) -> Result<Error, Error> {
    let someones = stored::find_comment(services, site, id).await?;
    Ok(if someones.is_some() { Error::NotYourComment } else { Error::NoComment })
}
