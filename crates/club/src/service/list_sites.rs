//! Lists links: newest by storage itself, everything else (words, several tags, other orders) from the followed catalogue.

use crate::{
    Error,
    gate::{Allowed, Reads},
    keys,
    live::{Sites, Whole},
    model::{
        Site, SiteId, SiteTag, Tag,
        catalogue::{Found, Order, Search},
    },
    service::list_ratings,
    stored,
};
use kernel::PageRequest;
use std::collections::HashSet;
use store::Position;
use web::Services;

/// What is looked for.
#[derive(Debug, Clone, Default)]
pub struct ListSites {
    pub words: String,
    pub tags: Vec<Tag>,
    pub order: Order,
    pub after: Option<crate::model::catalogue::After>,
    pub limit: u32,
}

/// The sites that fit, from memory.
pub async fn search_sites(by: &Allowed<Reads>, cmd: &ListSites) -> Result<Found, Error> {
    let mine = match (cmd.order, &by.actor.account) {
        (Order::Unrated, Some(account)) => Some(list_ratings::rated_by(by, account.user_id).await?),
        _ => None,
    };
    let search = Search {
        words: &cmd.words,
        tags: &cmd.tags,
        order: cmd.order,
        without: mine.as_ref(),
        after: cmd.after.clone(),
        limit: cmd.limit as usize,
    };
    Ok(by.with_followed::<Sites, _>(&Whole, |catalogue| catalogue.search(&search)).await?)
}

/// AP3: the sites with one tag, newest first: one query and one batch read.
pub async fn sites_by_tag(
    by: &Allowed<Reads>,
    tag: &Tag,
    page: PageRequest<Position>,
) -> Result<(Vec<Site>, Option<Position>), Error> {
    let rows = by.store.query(keys::sites_by_tag(tag).reverse().limit(page.limit).after(page.after)).await?;
    let tagged: Vec<SiteTag> = stored::read(rows.items);
    let ids: Vec<_> = tagged.into_iter().map(|tagged| tagged.site_id).collect();
    Ok((sites(by, &ids).await?, rows.next))
}

/// These sites, in this order; those that are gone are left out.
pub async fn sites(services: &Services, ids: &[SiteId]) -> Result<Vec<Site>, Error> {
    let mut seen = HashSet::new();
    let wanted: Vec<_> = ids.iter().filter(|id| seen.insert(*id)).map(keys::site).collect();
    let sites: Vec<Site> = stored::each(services, &wanted).await?;
    Ok(sites.into_iter().filter(|site| site.deleted_at.is_none()).collect())
}
