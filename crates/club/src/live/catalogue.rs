//! The followed catalogue: what lists, the filter box and the orders answer from.

use super::Whole;
use crate::{
    keys,
    model::{Site, SiteId, catalogue::Catalogue, ids::site_ref},
    tables::FUS_MAIN,
};
use store::{Item, Key, KeyValue, Query, Table, Write, from_item};
use web::{Services, follow::Follow};

/// Every site of the catalogue.
pub struct Sites;

impl Follow for Sites {
    const NAME: &'static str = "sites";
    type Id = Whole;
    type Parent = Whole;
    type State = Catalogue;
    /// How many there are.
    type Seen = usize;

    fn id(_: &Whole) -> Whole {
        Whole
    }

    fn version(_: &Whole) -> u64 {
        0
    }

    fn table() -> &'static Table {
        &FUS_MAIN
    }

    fn rows(_: &Whole) -> Vec<Query> {
        vec![keys::sites()]
    }

    fn named(key: &Key) -> String {
        partition(key).to_owned()
    }

    fn row(_: &Whole, named: &str) -> Option<Key> {
        Some(keys::named(named))
    }

    fn empty(_: &Whole) -> store::Result<Catalogue> {
        Ok(Catalogue::default())
    }

    fn put(state: &mut Catalogue, row: &Item) -> store::Result<()> {
        let site: Site = from_item(row)?;
        if site.deleted_at.is_some() {
            state.remove(site.id);
        } else {
            state.put(site);
        }
        Ok(())
    }

    fn remove(state: &mut Catalogue, key: &Key) {
        if let Some(id) = site_ref::parse(partition(key)) {
            state.remove(id);
        }
    }

    fn see(state: &mut Catalogue, _: &Whole) -> usize {
        state.len()
    }

    fn bytes(state: &Catalogue) -> usize {
        state.bytes()
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

fn partition(key: &Key) -> &str {
    match &key.pk {
        KeyValue::S(text) => text,
        KeyValue::N(_) => "",
    }
}
