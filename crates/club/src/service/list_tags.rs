//! AP22: every tag that a link has, with how many have it.

use crate::{
    Error,
    gate::{Allowed, Reads},
    keys,
    model::TagCount,
    stored,
};

/// The most used first.
pub async fn list_tags(by: &Allowed<Reads>) -> Result<Vec<TagCount>, Error> {
    let mut tags: Vec<TagCount> = stored::all(by, keys::tags()).await?;
    tags.retain(|tag| tag.site_count > 0);
    tags.sort_by(|a, b| b.site_count.cmp(&a.site_count).then_with(|| a.tag().cmp(b.tag())));
    Ok(tags)
}
