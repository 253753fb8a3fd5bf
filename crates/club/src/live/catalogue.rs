//! The followed catalogue: what lists, the filter box and the orders answer from.

use super::whole::{All, Collection, Whole};
use crate::{
    keys,
    model::{Site, SiteId, Tag, catalogue::Catalogue, ids::site_ref},
};
use store::{Item, Query, Write, from_item};
use web::Services;

/// Tags that pages offer to filter by.
const OFFERED: usize = 24;

/// Every site of the catalogue.
pub type Sites = All<Catalogue>;

impl Collection for Catalogue {
    const NAME: &'static str = "sites";
    /// The tags of most sites, with how many have them.
    type Seen = Vec<(Tag, usize)>;

    fn rows() -> Vec<Query> {
        vec![keys::sites()]
    }

    fn take(&mut self, row: &Item) -> store::Result<()> {
        let site: Site = from_item(row)?;
        if site.deleted_at.is_some() {
            self.remove(site.id);
        } else {
            self.put(site);
        }
        Ok(())
    }

    fn let_go(&mut self, partition: &str) {
        if let Some(id) = site_ref::parse(partition) {
            self.remove(id);
        }
    }

    fn see(&self) -> Self::Seen {
        self.top_tags(OFFERED)
    }

    fn memory(&self) -> usize {
        self.bytes()
    }
}

impl Sites {
    /// The mark of a change to a site, where one is needed.
    pub fn mark(services: &Services, id: SiteId) -> store::Result<Option<Write>> {
        services.mark::<Self>(&Whole, &keys::site(id))
    }

    /// After the commit: the site is looked at again.
    pub fn changed(services: &Services, id: SiteId) {
        services.answered::<Self>(&Whole, [keys::site(id)]);
    }
}
