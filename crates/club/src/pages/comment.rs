//! `/club/sites/{id}/comments/{comment}`: edits one's own comment, or deletes it; a moderator deletes any.

use crate::{
    Error,
    gate::{self, Allowed, TakesPart},
    model::{Act, Comment, CommentId, CommentPlace, SiteId},
    service, stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use web::{Expected, Filled, Form, Layout, Linked, Path, Problem, done, words::paragraphs};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct CommentForm {
    body: String,
    version: u64,
}

#[derive(Template)]
#[template(path = "club/comment.html")]
struct CommentPage {
    layout: Layout,
    back: String,
    action: String,
    /// The form, for who wrote it.
    filled: Option<Filled<CommentForm>>,
    said: Vec<Linked>,
    may_delete: bool,
}

pub async fn show(
    by: Allowed<TakesPart>,
    Path((site, id)): Path<(SiteId, CommentId)>,
) -> Result<Response, Problem> {
    let comment = find(&by, &CommentPlace { site, id }).await?;
    let mine = comment.user_id.is(by.user_id()?);
    let filled =
        mine.then(|| Filled::fresh(CommentForm { body: comment.body.clone(), version: comment.version }));
    page(&by, &comment, filled).await
}

pub async fn save(
    by: Allowed<TakesPart>,
    Path((site, id)): Path<(SiteId, CommentId)>,
    Form(form): Form<CommentForm>,
) -> Result<Response, Problem> {
    let (place, expected) = (CommentPlace { site, id }, Expected::version(form.version));
    match service::edit_comment::edit_comment(&by, &place, &expected, &form.body).await {
        Ok(_) => Ok(done(urls::site(&place.site), "commented").into_response()),
        Err(error) => {
            let filled = Filled::refused(form, "Your comment was not saved.", error)?;
            page(&by, &find(&by, &place).await?, Some(filled)).await
        }
    }
}

pub async fn delete(
    by: Allowed<TakesPart>,
    Path((site, id)): Path<(SiteId, CommentId)>,
) -> Result<Redirect, Problem> {
    let place = CommentPlace { site, id };
    service::delete_comment::delete_comment(&by, &place, &Expected::any()).await?;
    Ok(done(urls::site(&place.site), "deleted"))
}

async fn find(by: &Allowed<TakesPart>, place: &CommentPlace) -> Result<Comment, Error> {
    match stored::find_own_comment(by, by.user_id()?, place).await? {
        Some(mine) => Ok(mine),
        None => stored::find_comment(by, place).await?.ok_or(Error::NoComment),
    }
}

async fn page(
    by: &Allowed<TakesPart>,
    comment: &Comment,
    filled: Option<Filled<CommentForm>>,
) -> Result<Response, Problem> {
    let status = filled.as_ref().map_or_else(|| Filled::fresh(()).status(), Filled::status);
    Ok(status.with(CommentPage {
        layout: Layout::of(by, if filled.is_some() { "Edit comment" } else { "Comment" }).noindex(),
        back: urls::site(comment.site_id()),
        action: urls::comment(&comment.place),
        may_delete: filled.is_some() || gate::allows(by, Act::Moderate).await?,
        said: paragraphs(&comment.body).into_iter().map(Linked::new).collect(),
        filled,
    }))
}
