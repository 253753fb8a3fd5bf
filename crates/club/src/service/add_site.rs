//! Adds a link to the catalogue. Its page is read afterwards, by `work`.

use crate::{
    Error,
    account::pointers,
    gate::{Allowed, Writes},
    keys,
    live::Sites,
    model::{
        Site, SiteId, Tag,
        ids::site_ref,
        site::{NewSite, read_description, read_title, read_url},
        tag::read_tags,
    },
    service::{claims, counters, read_page},
    stored,
    tables::FUS_MAIN,
};
use kernel::{Checks, UserId};
use store::Write;
use web::{Made, New, Once, Services};

/// A link as somebody describes it.
#[derive(Debug, Clone, Default)]
pub struct AddSite {
    pub url: String,
    pub title: Option<String>,
    pub description: Option<String>,
    pub tags: Vec<String>,
}

pub async fn add_site(by: &Allowed<Writes>, once: &Once, cmd: AddSite) -> Result<Made<Site>, Error> {
    let (new, user) = (cmd.checked()?, by.user_id()?);
    let made = web::create(
        by,
        once,
        async |_| {
            let id = by.rng.uuid_v7(by.clock.now()).into();
            let address = claims::take_address(by, &new.url, &id).await?;
            counters::of_tags(by, &new.tags).await?;
            let site = Site::new(id, new.clone(), user, by.clock.now().into());
            let writes = writes(by, &site, address)?;
            Ok::<_, Error>(New { owned: false, ..New::of("site", site.id.clone(), site, writes) })
        },
        async |_, id| match id.parse() {
            Ok(id) => stored::if_there(stored::site(by, &id).await),
            Err(_) => Ok(None),
        },
    )
    .await?;
    if let Made::New(site) = &made {
        Sites::changed(by, &site.id);
        by.work_bell.notify_one();
    }
    Ok(made)
}

impl AddSite {
    fn checked(self) -> Result<NewSite, Error> {
        let mut checks = Checks::new();
        let new = NewSite {
            url: read_url(&self.url, &mut checks),
            title: read_title(self.title.as_deref(), &mut checks),
            description: read_description(self.description.as_deref(), &mut checks),
            tags: read_tags(&self.tags, &mut checks),
        };
        checks.done()?;
        Ok(new)
    }
}

/// A new site with everything that stands beside it: its address, its tags, their counts, and the work of reading its page.
pub fn writes(services: &Services, site: &Site, address: Write) -> store::Result<Vec<Write>> {
    let mut writes = vec![store::put(&FUS_MAIN, keys::site(&site.id), site)?.if_new()];
    writes.push(address);
    writes.extend(tag_writes(&site.id, &site.tags, &[]));
    writes.extend(pointers::site_added(site));
    writes.push(read_page::enqueued(services, &site.id)?);
    writes.extend(Sites::mark(services, &site.id)?);
    Ok(writes)
}

/// A new site of an import. Returns whether the link is there now by this call or an earlier one; refuses an address that another has.
pub async fn add(services: &Services, id: SiteId, new: NewSite, by: UserId) -> Result<bool, Error> {
    let address = claims::take_address(services, &new.url, &id).await?;
    counters::of_tags(services, &new.tags).await?;
    let site = Site::new(id, new, by, services.clock.now().into());
    match services.store.transact(store::Transaction::of(writes(services, &site, address)?)).await {
        Ok(()) => {
            Sites::changed(services, &site.id);
            Ok(true)
        }
        Err(error) if error.failed_at(0) => Ok(true),
        // The same address came by another request at the same moment.
        Err(error) if error.failed_at(1) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// What follows when a site gets some tags and loses others: its tag items, and how many sites have each.
pub fn tag_writes(site: &SiteId, come: &[Tag], go: &[Tag]) -> Vec<Write> {
    let mut writes = Vec::with_capacity((come.len() + go.len()) * 2);
    for tag in come {
        let item = Write::update(&FUS_MAIN, keys::site_tag(site, tag));
        writes.push(item.set("tag", tag.as_str()).set("siteId", site_ref::text(site)));
        writes.push(count(tag, 1));
    }
    for tag in go {
        writes.push(Write::delete(&FUS_MAIN, keys::site_tag(site, tag)));
        writes.push(count(tag, -1));
    }
    writes
}

fn count(tag: &Tag, by: i64) -> Write {
    Write::update(&FUS_MAIN, keys::tag_count(tag))
        .set("entityType", keys::TAG)
        .set("entitySk", keys::tag_sk(tag))
        .add("siteCount", by)
}
