//! Reads the page behind a link: what nobody wrote (title, description) and its text are filled from it.

use crate::{
    Error,
    gate::{Allowed, Writes},
    keys,
    live::{SitePage, Sites},
    model::{Scrape, ScrapeStatus, Site, SiteId},
    stored,
};
use async_trait::async_trait;
use outbound::{fetch::FetchError, page::ReadablePage};
use store::{StoreError, Transaction, Write};
use web::{Entity, Progress, Services, WorkHandler, WorkItem, live::Change, work};

const WORK: &str = "club.read_page";
/// How often the result is written anew when somebody edits the site at the same moment.
const TRIES: usize = 8;

/// Reads the page again, now. The fetcher gives up after ten seconds.
pub async fn read_page(by: &Allowed<Writes>, id: &SiteId) -> Result<Site, Error> {
    read(by, id).await
}

/// The write that has a site's page read soon.
pub fn enqueued(services: &Services, id: &SiteId) -> store::Result<Write> {
    work::enqueue(WORK, &id.to_string(), &(), services.clock.now())
}

/// Reads pages of new links.
pub struct ReadNewPages;

#[async_trait]
impl WorkHandler for ReadNewPages {
    fn kind(&self) -> &'static str {
        WORK
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let Ok(id) = item.id.parse::<SiteId>() else { return Ok(Progress::Done) };
        match read(services, &id).await {
            Err(Error::Fault(web::Fault::Store(error))) => Err(error),
            // Gone meanwhile, or edited all the time: whoever edits can have it read again.
            _ => Ok(Progress::Done),
        }
    }
}

async fn read(services: &Services, id: &SiteId) -> Result<Site, Error> {
    let url = stored::site(services, id).await?.url;
    let result = fetch(services, &url).await;
    for _ in 0..TRIES {
        let before = stored::site(services, id).await?;
        if before.url != url {
            // It leads elsewhere now, and that page is read in its own turn.
            return Ok(before);
        }
        let after = filled(&before, &result, services);
        let changed = store::difference(&crate::tables::FUS_MAIN, keys::site(id), &before, &after)?;
        let writes = std::iter::once(changed.when(before.unchanged())).chain(Sites::mark(services, id)?);
        match services.store.transact(Transaction::of(writes)).await {
            Ok(()) => {
                Sites::changed(services, id);
                services.live.changed::<SitePage>(id, Change::Edited);
                return Ok(after);
            }
            Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(web::Fault::Contended.into())
}

/// The site with what its page said. Its version counts up only when something changed that an editor has before them.
fn filled(before: &Site, result: &Result<ReadablePage, String>, services: &Services) -> Site {
    let mut site = before.clone();
    let now = services.clock.now();
    let (status, error) = match result {
        Ok(page) => {
            if site.fill(page.title.clone(), page.description.clone(), page.text.clone()) {
                site.edited(now);
            }
            (ScrapeStatus::Done, None)
        }
        Err(why) => (ScrapeStatus::Failed, Some(why.clone())),
    };
    site.scrape = Some(Scrape { status: status.into(), at: Some(now.into()), error });
    site
}

/// The page as text, or why not in a sentence.
async fn fetch(services: &Services, url: &str) -> Result<ReadablePage, String> {
    let page = services.outbound.pages.fetch(url).await.map_err(|error| match error {
        FetchError::Refused(why) => format!("This page can’t be read: {why}."),
        FetchError::Failed(why) => format!("The page did not answer: {why}."),
    })?;
    let read = tokio::task::spawn_blocking(move || outbound::page::read(&page)).await;
    read.map_err(|error| error.to_string())
        .and_then(|page| page.map_err(|error| error.to_string()))
        .map_err(|why| format!("This page can’t be read: {why}."))
}
