//! Deletes a link. At once nobody finds it any more; its ratings and comments go in the background, the site itself last.

use super::{add_site::tag_writes, claims, counters};
use crate::{
    Error,
    account::pointers,
    gate::{Allowed, Writes},
    keys,
    live::{SitePage, Sites},
    model::{SiteId, Stars, Tag, tag::MOST_TAGS},
    stored::{self, sk},
    tables::FUS_MAIN,
};
use async_trait::async_trait;
use std::sync::{Mutex, PoisonError};
use store::{Query, Write};
use web::{Edit, Expected, Progress, Services, WorkHandler, WorkItem, live::Change, work};

pub const WORK: &str = "club.delete_site";
/// Tags that one step of the work removes.
const CHUNK: u32 = 20;

pub async fn delete_site(by: &Allowed<Writes>, id: &SiteId, expected: &Expected) -> Result<(), Error> {
    let address = Mutex::new(None);
    let load = async || {
        let site = stored::site(by, id).await?;
        counters::of_tags(by, &site.tags).await?;
        *address.lock().unwrap_or_else(PoisonError::into_inner) =
            claims::leave_address(by, &site.url, id).await?;
        Ok::<_, Error>(site)
    };
    web::edit(by, expected, load, |site| {
        let now = by.clock.now();
        // The work takes those that one transaction has no room for.
        let mut tags = std::mem::take(&mut site.tags);
        tags.truncate(MOST_TAGS * 2);
        let mut writes = tag_writes(id, &[], &tags);
        site.deleted_at = Some(now.into());
        site.entity_type = None;
        writes.push(work::enqueue(WORK, &id.to_string(), &(), now)?);
        writes.extend(address.lock().unwrap_or_else(PoisonError::into_inner).clone());
        writes.extend(pointers::site_deleted(site));
        writes.extend(Sites::mark(by, id)?);
        Ok::<_, Error>(Edit::of(()).with(writes))
    })
    .await?;
    Sites::changed(by, id);
    by.live.changed::<SitePage>(id, Change::Edited);
    by.work_bell.notify_one();
    web::audit(by, "site", &id.to_string(), "deleted");
    Ok(())
}

/// Removes what is left of deleted sites. A rating or comment is written only while its site is there, so nothing is added.
pub struct RemoveWhatIsLeft;

#[async_trait]
impl WorkHandler for RemoveWhatIsLeft {
    fn kind(&self) -> &'static str {
        WORK
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let Ok(id) = item.id.parse::<SiteId>() else { return Ok(Progress::Done) };
        let began = services.clock.now();
        if remove_tags(services, &id).await? {
            return Ok(Progress::More);
        }
        if store::remove_some(services.store.as_ref(), &FUS_MAIN, left_of(&id)).await? {
            return Ok(Progress::More);
        }
        match work::after_pass(services, item, began, false).await? {
            Progress::Done => {}
            later => return Ok(later),
        }
        services.store.write(Write::delete(&FUS_MAIN, keys::site(&id))).await?;
        Ok(Progress::Done)
    }
}

/// Removes tags that the deletion had no room for. Returns whether there may be more.
async fn remove_tags(services: &Services, id: &SiteId) -> store::Result<bool> {
    let rows = services.store.query(keys::tags_of(id).limit(CHUNK)).await?;
    if rows.items.is_empty() {
        return Ok(false);
    }
    let tags = rows.items.iter().filter_map(|row| sk(row).strip_prefix("TAG#")).map(Tag::written);
    let tags: Vec<_> = tags.collect();
    counters::of_tags(services, &tags).await?;
    services.commit(tag_writes(id, &[], &tags)).await?;
    Ok(true)
}

/// Where ratings and comments of a site are found.
fn left_of(site: &SiteId) -> impl Iterator<Item = Query> {
    let ratings = Stars::all().into_iter().map(|stars| keys::ratings_of_site(site, stars));
    ratings.chain([keys::comments_on(site)])
}
