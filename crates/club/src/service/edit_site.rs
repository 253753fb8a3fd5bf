//! Edits a link. Its tags, their items and their counts change in one transaction.

use super::add_site::tag_writes;
use crate::{
    Error,
    gate::{Allowed, Writes},
    live::{SitePage, Sites},
    model::{
        Scrape, Site, SiteId, Tag,
        site::{host_of, read_description, read_title, read_url, same_address},
        tag::{MOST_TAGS, changed, read_tags},
    },
    service::{claims, counters, read_page},
    stored,
};
use kernel::{Checks, Patch};
use std::sync::{Mutex, PoisonError};
use store::Write;
use web::{Edit, Expected, Fault, live::Change};

/// What to change.
#[derive(Debug, Clone, Default)]
pub struct EditSite {
    pub url: Patch<String>,
    pub title: Patch<String>,
    pub description: Patch<String>,
    pub tags: Patch<Vec<String>>,
}

pub async fn edit_site(
    by: &Allowed<Writes>,
    id: &SiteId,
    expected: &Expected,
    cmd: EditSite,
) -> Result<Site, Error> {
    // The writes that go with another address, as of the latest load.
    let moves = Mutex::new(Vec::new());
    let load = async || {
        let site = stored::site(by, id).await?;
        if let Patch::Set(tags) = &cmd.tags {
            let typed: Vec<_> = tags.iter().filter_map(|tag| Tag::parse(tag)).collect();
            counters::of_tags(by, site.tags.iter().chain(&typed)).await?;
        }
        *moves.lock().unwrap_or_else(PoisonError::into_inner) = cmd.moves(by, &site).await?;
        Ok::<_, Error>(site)
    };
    let decide =
        |site: &mut Site| cmd.decide(by, site, &moves.lock().unwrap_or_else(PoisonError::into_inner));
    let (site, read_again) = web::edit(by, expected, load, decide).await?;
    Sites::changed(by, id);
    by.live.changed::<SitePage>(id, Change::Edited);
    if read_again {
        by.work_bell.notify_one();
    }
    Ok(site)
}

impl EditSite {
    /// Takes the new address and gives the old one back.
    async fn moves(&self, by: &Allowed<Writes>, site: &Site) -> Result<Vec<Write>, Error> {
        let Patch::Set(typed) = &self.url else { return Ok(Vec::new()) };
        let mut checks = Checks::new();
        let url = read_url(typed, &mut checks);
        if !checks.is_empty() || same_address(&url) == same_address(&site.url) {
            return Ok(Vec::new());
        }
        let taken = claims::take_address(by, &url, &site.id).await?;
        let left = claims::leave_address(by, &site.url, &site.id).await?;
        Ok(std::iter::once(taken).chain(left).collect())
    }

    /// The edit, and whether the page has to be read: it is another one, or what was typed is gone.
    fn decide(&self, by: &Allowed<Writes>, site: &mut Site, moves: &[Write]) -> Result<Edit<bool>, Error> {
        let before = site.clone();
        self.apply(site)?;
        let read =
            site.url != before.url || (site.shown_title() == site.host() && before.title != site.title);
        let mut writes: Vec<Write> = moves.to_vec();
        if read {
            site.scrape = Some(Scrape::default());
            writes.push(read_page::enqueued(by, &site.id)?);
        }
        let (come, go) = changed(&before.tags, &site.tags);
        // A link by another program may have more tags than one transaction has room for.
        if come.len() + go.len() > MOST_TAGS * 2 {
            let most = MOST_TAGS * 2;
            return Err(Fault::about("tags", format!("Add and remove at most {most} tags at a time.")).into());
        }
        writes.extend(tag_writes(&site.id, &come, &go));
        if *site != before {
            site.index();
            writes.extend(Sites::mark(by, &site.id)?);
        }
        Ok(Edit::of(read).with(writes))
    }

    fn apply(&self, site: &mut Site) -> Result<(), Error> {
        let mut checks = Checks::new();
        match &self.url {
            Patch::Keep => {}
            url => site.url = read_url(&url.clone().value().unwrap_or_default(), &mut checks),
        }
        match &self.title {
            Patch::Keep => {}
            title => {
                let given = read_title(title.clone().value().as_deref(), &mut checks);
                site.title = given.unwrap_or_else(|| host_of(&site.url));
            }
        }
        match &self.description {
            Patch::Keep => {}
            text => site.description = read_description(text.clone().value().as_deref(), &mut checks),
        }
        match &self.tags {
            Patch::Keep => {}
            tags => site.tags = read_tags(&tags.clone().value().unwrap_or_default(), &mut checks),
        }
        Ok(checks.done()?)
    }
}
