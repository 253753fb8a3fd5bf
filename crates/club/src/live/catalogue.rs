//! The followed catalogue: what lists, the filter box and the orders answer from.

use super::whole::{All, Collection, Whole, partition};
use crate::{
    keys,
    model::{Site, SiteId, Tag, catalogue::Catalogue, ids::site_ref},
};
use store::{Item, Key, Query, Write, from_item};
use web::{Held, Services};

/// Tags that pages offer to filter by.
const OFFERED: usize = 24;

/// Every site of the catalogue.
pub type Sites = All<Catalogue>;

impl Collection for Catalogue {
    const NAME: &'static str = "sites";

    fn rows() -> Vec<Query> {
        vec![keys::sites()]
    }
}

impl Held for Catalogue {
    type Parent = Whole;
    /// The tags of most sites, with how many have them.
    type Seen = Vec<(Tag, usize)>;

    fn empty(_: &Whole) -> store::Result<Self> {
        Ok(Self::default())
    }

    fn put(&mut self, row: &Item) -> store::Result<()> {
        let site: Site = from_item(row)?;
        if site.deleted_at.is_some() {
            Self::remove(self, &site.id);
        } else {
            Self::put(self, site);
        }
        Ok(())
    }

    fn remove(&mut self, key: &Key) {
        if let Some(id) = site_ref::parse(partition(key)) {
            Self::remove(self, &id);
        }
    }

    fn see(&mut self, _: &Whole) -> store::Result<Self::Seen> {
        Ok(self.top_tags(OFFERED))
    }

    fn bytes(&self) -> usize {
        Self::bytes(self)
    }
}

impl Sites {
    /// The mark of a change to a site, where one is needed.
    pub fn mark(services: &Services, id: &SiteId) -> store::Result<Option<Write>> {
        services.mark::<Self>(&Whole, &keys::site(id))
    }

    /// After the commit: the site is looked at again.
    pub fn changed(services: &Services, id: &SiteId) {
        services.answered::<Self>(&Whole, [keys::site(id)]);
    }
}
