//! Checks of what is stored: nothing belongs to a share that is not there, everything reads, and no ShortId waits in the pool twice.

use crate::{
    keys::{self, Part},
    model::{AddedItem, Ballot, Claim, Reply, ShortId, Tick},
    service::delete_shareable,
    stored::{read_answer, read_mark, read_shareable},
    tables::{SHAREABLES, SHORT_ID_POOL},
};
use async_trait::async_trait;
use futures::TryStreamExt;
use std::collections::{HashMap, HashSet, hash_map::Entry};
use store::{Item, Key, Value, View, scan_all};
use web::{DoctorCheck, Finding, Services, fill, unfinished};

/// Every item reads as what its key says, and what belongs to a share has that share.
pub struct Orphans;

#[async_trait]
impl DoctorCheck for Orphans {
    fn name(&self) -> &'static str {
        "shareables: every tick, RSVP and vote has its share"
    }

    async fn check(&self, services: &Services, repair: bool) -> store::Result<Vec<Finding>> {
        let (mut findings, mut known) = (Vec::new(), HashMap::new());
        let mut rows = scan_all(services.store.as_ref(), &SHAREABLES);
        while let Some(item) = rows.try_next().await? {
            let key = Key::of(&item, &SHAREABLES.key)?;
            let pk = item.get("pk").and_then(View::as_str).unwrap_or_default();
            match keys::owner_of(pk) {
                None => findings.push(Finding::loose(&SHAREABLES, &key, "an item of no known kind")),
                Some((id, None)) => findings.extend(share(services, key, id, &item, repair).await?),
                Some((id, Some(part))) => {
                    let stamps = stamps_of(services, id, &mut known).await?;
                    findings.extend(answer(services, (key, &item), (id, part), stamps, repair).await?);
                }
            }
        }
        Ok(findings)
    }
}

/// Of a share: that it reads, and that its deletion goes on where one was begun.
async fn share(
    services: &Services,
    key: Key,
    id: ShortId,
    item: &Item,
    repair: bool,
) -> store::Result<Option<Finding>> {
    if let Err(error) = read_shareable(item) {
        return Ok(Some(Finding::unreadable(&SHAREABLES, &key, error)));
    }
    if !item.contains("deletedAt") {
        return Ok(None);
    }
    unfinished(services, (&SHAREABLES, key), (delete_shareable::KIND, id.compact()), repair).await
}

/// Of what belongs to a share: that the share is there, and that it reads. What it lacks and the share has is filled in.
async fn answer(
    services: &Services,
    (key, item): (Key, &Item),
    (id, part): (ShortId, Part),
    stamps: Option<&Stamps>,
    repair: bool,
) -> store::Result<Vec<Finding>> {
    let mut findings = Vec::new();
    // Ticks and claims have a time of their own kind.
    let has = |name: &str| name != CREATED_AT || !matches!(part, Part::Tick | Part::Claim);
    let wanted = || stamps.into_iter().flatten().filter(|(name, _)| has(name)).cloned();
    let mut item = item.clone();
    if let Some(filled) = fill(&SHAREABLES, key.clone(), &item, wanted()) {
        for (name, value) in wanted().filter(|(name, _)| !item.contains(name)).collect::<Stamps>() {
            item.set(name, value);
        }
        match if repair { services.store.write(filled).await } else { Ok(()) } {
            Err(error) if !error.is_condition_failed() => return Err(error),
            _ => findings.push(Finding::mendable(&SHAREABLES, &key, "it lacks what its share says", repair)),
        }
    }
    if let Err(error) = read(part, &item) {
        findings.push(Finding::unreadable(&SHAREABLES, &key, error));
    } else if stamps.is_none() {
        let what = format!("{part:?} of {id}, which is not there");
        findings.push(match part {
            Part::Tick | Part::Claim | Part::Rsvp | Part::Vote => Finding::removable(&SHAREABLES, key, what),
            Part::Added => Finding::loose(&SHAREABLES, &key, what),
        });
    }
    Ok(findings)
}

fn read(part: Part, item: &Item) -> store::Result<()> {
    match part {
        Part::Tick => read_mark::<Tick>(item).map(drop),
        Part::Claim => read_mark::<Claim>(item).map(drop),
        Part::Added => read_mark::<AddedItem>(item).map(drop),
        Part::Rsvp => read_answer::<Reply>(item).map(drop),
        Part::Vote => read_answer::<Ballot>(item).map(drop),
    }
}

const CREATED_AT: &str = "createdAt";

/// What answers have of their share: when it was made, before which none was given, and when it goes.
type Stamps = Vec<(&'static str, Value)>;

/// The stamps of a share, where it is there; many parts in a row ask about the same one.
async fn stamps_of<'a>(
    services: &Services,
    id: ShortId,
    known: &'a mut HashMap<ShortId, Option<Stamps>>,
) -> store::Result<Option<&'a Stamps>> {
    let stamps = match known.entry(id) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(unknown) => {
            let share = services.store.get(&SHAREABLES, &keys::shareable(&id)).await?;
            let stamp = |share: &Item, name| share.get(name).map(|value| (name, value.to_value()));
            unknown.insert(share.map(|share| {
                [CREATED_AT, "ttl"].into_iter().filter_map(|name| stamp(&share, name)).collect()
            }))
        }
    };
    Ok(stamps.as_ref())
}

/// Each entry of the pool is a ShortId that nothing else has.
pub struct Pool;

#[async_trait]
impl DoctorCheck for Pool {
    fn name(&self) -> &'static str {
        "shareables: every ShortId in the pool is free and there once"
    }

    async fn check(&self, services: &Services, _repair: bool) -> store::Result<Vec<Finding>> {
        let mut findings = Vec::new();
        let mut seen = HashSet::new();
        let mut entries = scan_all(services.store.as_ref(), &SHORT_ID_POOL);
        while let Some(entry) = entries.try_next().await? {
            let text = entry.get("id").and_then(View::as_str).unwrap_or_default();
            let what = match text.parse::<ShortId>() {
                Err(_) => format!("the pool holds “{text}”, which is no ShortId"),
                Ok(id) if !seen.insert(id) => format!("the pool holds {id} twice"),
                Ok(id) if services.store.get(&SHAREABLES, &keys::shareable(&id)).await?.is_some() => {
                    format!("the pool holds {id}, which is in use")
                }
                Ok(_) => continue,
            };
            findings.push(Finding::loose(&SHORT_ID_POOL, &Key::of(&entry, &SHORT_ID_POOL.key)?, what));
        }
        Ok(findings)
    }
}
