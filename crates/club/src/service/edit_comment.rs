//! Edits one's own comment.

use crate::{
    Error,
    gate::{Allowed, TakesPart},
    live::SitePage,
    model::{Comment, CommentPlace, comment::read_body},
    stored,
};
use kernel::Checks;
use web::{Edit, Expected, Services, live::Change};

pub async fn edit_comment(
    by: &Allowed<TakesPart>,
    place: &CommentPlace,
    expected: &Expected,
    body: &str,
) -> Result<Comment, Error> {
    let mut checks = Checks::new();
    let (user, body) = (by.user_id()?, read_body(body, &mut checks));
    let load = async || match stored::find_own_comment(by, user, place).await? {
        Some(comment) => Ok(comment),
        None => Err(not_mine(by, place).await?),
    };
    load().await?;
    checks.done()?;
    let (comment, ()) = web::edit(by, expected, load, |comment| {
        comment.body.clone_from(&body);
        comment.index();
        Ok::<_, Error>(Edit::of(()))
    })
    .await?;
    by.live.changed::<SitePage>(&place.site, Change::Answered);
    Ok(comment)
}

/// Why a comment that the caller did not write cannot be theirs to change.
pub async fn not_mine(services: &Services, place: &CommentPlace) -> Result<Error, Error> {
    let someones = stored::find_comment(services, place).await?;
    Ok(if someones.is_some() { Error::NotYourComment } else { Error::NoComment })
}
