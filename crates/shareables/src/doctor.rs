//! Checks of what is stored: nothing belongs to a share that is not there, everything reads, and no ShortId waits in the pool twice.

use crate::{
    keys::{self, Part},
    model::{AddedItem, Claim, Rsvp, ShortId, Tick, Vote},
    stored::{find, read_shareable},
    tables::{SHAREABLES, SHORT_ID_POOL},
};
use async_trait::async_trait;
use futures::TryStreamExt;
use std::collections::{HashMap, HashSet};
use store::{Item, Key, View, from_item, scan_all};
use web::{DoctorCheck, Finding, Services};

/// Every item reads as what its key says, and what belongs to a share has that share.
pub struct Orphans;

#[async_trait]
impl DoctorCheck for Orphans {
    fn name(&self) -> &'static str {
        "shareables: every tick, RSVP and vote has its share"
    }

    async fn check(&self, services: &Services, repair: bool) -> store::Result<Vec<Finding>> {
        let mut findings = Vec::new();
        let mut known = HashMap::new();
        let mut rows = scan_all(services.store.as_ref(), &SHAREABLES);
        while let Some(item) = rows.try_next().await? {
            let key = Key::of(&item, &SHAREABLES.key)?;
            let pk = item.get("pk").and_then(View::as_str).unwrap_or_default();
            let kind = pk.split('#').next().unwrap_or_default();
            match belongs(pk, &item) {
                Err(what) => findings.push(Finding::told(&SHAREABLES, &key, what, REMEDY)),
                Ok((id, None)) => drop(known.insert(id, true)),
                Ok((id, Some(_))) if has_share(services, id, &mut known).await? => {}
                Ok((id, Some(_))) => {
                    let (at, what) = ((&SHAREABLES, key), format!("{kind} of {id}, which is not there"));
                    findings.push(Finding::removable(services, at, what, repair).await?);
                }
            }
        }
        Ok(findings)
    }
}

const REMEDY: &str = "restore the item from a backup, or delete it";

/// The share that an item belongs to, and as which part of it; or why nobody can tell.
fn belongs(pk: &str, item: &Item) -> Result<(ShortId, Option<Part>), String> {
    let kind = pk.split('#').next().unwrap_or_default();
    let (id, part) = keys::owner_of(pk).ok_or_else(|| format!("an item of an unknown kind: {kind}"))?;
    let read = match part {
        None => read_shareable(item).map(drop),
        Some(Part::Tick) => from_item::<Tick>(item).map(drop),
        Some(Part::Claim) => from_item::<Claim>(item).map(drop),
        Some(Part::Added) => from_item::<AddedItem>(item).map(drop),
        Some(Part::Rsvp) => from_item::<Rsvp>(item).map(drop),
        Some(Part::Vote) => from_item::<Vote>(item).map(drop),
    };
    read.map(|()| (id, part)).map_err(|error| format!("{pk} cannot be read: {error}"))
}

/// Whether a share is there; many parts in a row ask about the same one.
async fn has_share(
    services: &Services,
    id: ShortId,
    known: &mut HashMap<ShortId, bool>,
) -> store::Result<bool> {
    if let Some(there) = known.get(&id) {
        return Ok(*there);
    }
    let there = services.store.get(&SHAREABLES, &keys::shareable(&id)).await?.is_some();
    known.insert(id, there);
    Ok(there)
}

/// Each entry of the pool is a ShortId that nothing else has.
pub struct Pool;

#[async_trait]
impl DoctorCheck for Pool {
    fn name(&self) -> &'static str {
        "shareables: every ShortId in the pool is free and there once"
    }

    async fn check(&self, services: &Services, repair: bool) -> store::Result<Vec<Finding>> {
        let mut findings = Vec::new();
        let mut seen = HashSet::new();
        let mut entries = scan_all(services.store.as_ref(), &SHORT_ID_POOL);
        while let Some(entry) = entries.try_next().await? {
            let text = entry.get("id").and_then(View::as_str).unwrap_or_default();
            let what = match text.parse::<ShortId>() {
                Err(_) => format!("the pool holds “{text}”, which is no ShortId"),
                Ok(id) if !seen.insert(id) => format!("the pool holds {id} twice"),
                Ok(id) if find(services, &id).await?.is_some() => {
                    format!("the pool holds {id}, which is in use")
                }
                Ok(_) => continue,
            };
            let at = (&SHORT_ID_POOL, Key::of(&entry, &SHORT_ID_POOL.key)?);
            findings.push(Finding::removable(services, at, what, repair).await?);
        }
        Ok(findings)
    }
}
