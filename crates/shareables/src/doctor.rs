//! Checks of what is stored: nothing hangs on a share that is not there, everything reads, and no ShortId waits in the pool twice.

use crate::{
    Error, keys,
    model::{Rsvp, Shareable, ShortId, Tick, Vote},
    service::open,
    tables::{SHAREABLES, SHORT_ID_POOL},
};
use async_trait::async_trait;
use std::collections::{HashMap, HashSet};
use store::{Item, Key, Scan, StoreError, Table, View, Write, from_item};
use web::{DoctorCheck, Finding, Services};

/// Every item reads as what its key says, and what hangs on a share has that share.
pub struct Orphans;

#[async_trait]
impl DoctorCheck for Orphans {
    fn name(&self) -> &'static str {
        "shareables: every tick, RSVP and vote has its share"
    }

    async fn check(&self, services: &Services, repair: bool) -> store::Result<Vec<Finding>> {
        let mut findings = Vec::new();
        let mut known = HashMap::new();
        let mut scan = Scan { table: &SHAREABLES, limit: None, after: None };
        loop {
            let rows = services.store.scan(scan.clone()).await?;
            for item in rows.items {
                let key = Key::of(&item, &SHAREABLES.key)?;
                let Some(what) = wrong_with(services, item, &mut known).await? else { continue };
                findings.push(if what.can_go {
                    Finding::mendable(&SHAREABLES, &key, what.sentence, repair)
                } else {
                    Finding::told(
                        &SHAREABLES,
                        &key,
                        what.sentence,
                        "restore the item from a backup, or delete it",
                    )
                });
                if repair && what.can_go {
                    services.store.write(Write::delete(&SHAREABLES, key)).await?;
                }
            }
            match rows.next {
                Some(next) => scan.after = Some(next),
                None => return Ok(findings),
            }
        }
    }
}

struct Wrong {
    sentence: String,
    can_go: bool,
}

async fn wrong_with(
    services: &Services,
    item: Item,
    known: &mut HashMap<ShortId, bool>,
) -> store::Result<Option<Wrong>> {
    let pk = item.get("pk").and_then(View::as_str).unwrap_or_default().to_owned();
    let kind = pk.split('#').next().unwrap_or_default();
    let Some((id, is_shareable)) = keys::owner_of(&pk) else {
        return Ok(Some(Wrong { sentence: format!("an item of an unknown kind: {kind}"), can_go: false }));
    };
    if let Err(error) = reads(kind, item) {
        return Ok(Some(Wrong { sentence: format!("{pk} cannot be read: {error}"), can_go: false }));
    }
    if is_shareable {
        known.insert(id, true);
        return Ok(None);
    }
    let has_owner = match known.get(&id) {
        Some(there) => *there,
        None => services.store.get(&SHAREABLES, &keys::shareable(&id)).await?.is_some(),
    };
    known.insert(id, has_owner);
    Ok((!has_owner).then(|| Wrong { sentence: format!("{kind} of {id}, which is not there"), can_go: true }))
}

fn reads(kind: &str, item: Item) -> Result<(), StoreError> {
    match kind {
        "shareable" => Shareable::from_item(&item).map(drop),
        "checklist_tick" => from_item::<Tick>(item).map(drop),
        "event_rsvp" => from_item::<Rsvp>(item).map(drop),
        _ => from_item::<Vote>(item).map(drop),
    }
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
        for entry in all(services, &SHORT_ID_POOL).await? {
            let text = entry.get("id").and_then(View::as_str).unwrap_or_default();
            let what = match text.parse::<ShortId>() {
                Err(_) => format!("the pool holds “{text}”, which is no ShortId"),
                Ok(id) if !seen.insert(id) => format!("the pool holds {id} twice"),
                Ok(id) => match open::load(services, &id).await {
                    Ok(_) => format!("the pool holds {id}, which is in use"),
                    Err(Error::Store(error)) => return Err(error),
                    Err(_) => continue,
                },
            };
            let key = Key::of(&entry, &SHORT_ID_POOL.key)?;
            findings.push(Finding::mendable(&SHORT_ID_POOL, &key, what, repair));
            if repair {
                services.store.write(Write::delete(&SHORT_ID_POOL, key)).await?;
            }
        }
        Ok(findings)
    }
}

async fn all(services: &Services, table: &'static Table) -> store::Result<Vec<Item>> {
    let mut items = Vec::new();
    let mut scan = Scan { table, limit: None, after: None };
    loop {
        let rows = services.store.scan(scan.clone()).await?;
        items.extend(rows.items);
        match rows.next {
            Some(next) => scan.after = Some(next),
            None => return Ok(items),
        }
    }
}
