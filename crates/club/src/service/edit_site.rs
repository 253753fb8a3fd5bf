//! Edits a link. Its tags, their items and their counts change in one transaction.

use super::add_site::tag_writes;
use crate::{
    Error,
    gate::{Allowed, Writes},
    live::{SitePage, Sites},
    model::{
        Scrape, Site, SiteId, Tag,
        site::{host_of, read_description, read_title, read_url},
        tag::{changed, read_tags},
    },
    service::{counters, read_page},
    stored,
};
use kernel::{Checks, Patch};
use store::Write;
use web::{Edit, Expected, live::Change};

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
    let load = async || {
        let site = stored::site(by, id).await?;
        if let Patch::Set(tags) = &cmd.tags {
            let typed: Vec<_> = tags.iter().filter_map(|tag| Tag::parse(tag)).collect();
            counters::of_tags(by, site.tags.iter().chain(&typed)).await?;
        }
        Ok::<_, Error>(site)
    };
    let (site, read_again) = web::edit(by, expected, load, |site| cmd.decide(by, site)).await?;
    Sites::changed(by, id);
    by.live.changed::<SitePage>(id, Change::Edited);
    if read_again {
        by.work_bell.notify_one();
    }
    Ok(site)
}

impl EditSite {
    /// The edit, and whether the page has to be read: it is another one, or what was typed is gone.
    fn decide(&self, by: &Allowed<Writes>, site: &mut Site) -> Result<Edit<bool>, Error> {
        let before = site.clone();
        self.apply(site)?;
        let read =
            site.url != before.url || (site.shown_title() == site.host() && before.title != site.title);
        let mut writes: Vec<Write> = Vec::new();
        if read {
            site.scrape = Some(Scrape::default());
            writes.push(read_page::enqueued(by, &site.id)?);
        }
        let (come, go) = changed(&before.tags, &site.tags);
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
