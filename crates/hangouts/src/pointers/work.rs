//! Brings the pointers of one hangout in step with it, however many there are, and clears away a deleted one. It may be killed at any
//! instant and begin again: what is right already is left alone.

use super::{Canonical, group_is_there, put, remove, same};
use crate::{
    keys,
    linked::Linked,
    live,
    model::{GroupId, Hangout, HangoutId, Pointer, Target},
    stored,
    tables::INVITER_TABLE,
};
use async_trait::async_trait;
use kernel::Moment;
use store::{Condition, Item, StoreError, Write};
use web::{Entity, Expected, Fault, Notices, Progress, Services, WorkHandler, WorkItem};

pub const KIND: &str = "hangouts.keep_in_step";
/// Pointers written in one transaction: each may need its group checked, and the hangout is checked too.
const PUTS: usize = 47;
const REMOVES: usize = 95;

/// Whether somebody is about to bring this hangout's pointers in step.
pub async fn is_noted(services: &Services, hangout: &HangoutId) -> store::Result<bool> {
    web::work::is_pending(services, KIND, &hangout.to_string()).await
}

pub struct KeepInStep;

#[async_trait]
impl WorkHandler for KeepInStep {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let id = item.id.parse().map_err(|_| StoreError::Invalid("not a hangout's id".into()))?;
        bring_in_step(services, &id).await
    }
}

/// Makes every pointer of a hangout what it should be. `More` when the hangout changed in the meantime or there is more to remove.
pub async fn bring_in_step(services: &Services, id: &HangoutId) -> store::Result<Progress> {
    let Some(hangout) = stored::any_hangout(services, id).await? else { return Ok(Progress::Done) };
    match write_chunks(services, &hangout).await {
        Ok(()) => {}
        Err(error) if error.is_condition_failed() => return meanwhile(services, &hangout, &error).await,
        Err(error) => return Err(error),
    }
    let mut notices = Notices::default();
    live::notify_hangout(&mut notices, id, hangout.targets().union(hangout.leaving()));
    services.commit([]).and(notices).await?;
    if hangout.deleted_at.is_some() { clear_away(services, id).await } else { Ok(Progress::Done) }
}

async fn write_chunks(services: &Services, hangout: &Hangout) -> store::Result<()> {
    let pointers: Vec<_> = hangout.pointers().collect();
    for chunk in pointers.chunks(PUTS) {
        let wrong = wrong_ones(services, chunk).await?;
        let puts: store::Result<Vec<_>> = wrong.iter().map(|pointer| put(pointer)).collect();
        let groups = wrong.iter().filter_map(|pointer| pointer.target().group()).map(group_is_there);
        // The groups come last: `meanwhile` finds them by their place from the end.
        write_chunk(services, hangout, puts?.into_iter().chain(groups).collect()).await?;
    }
    let leaving: Vec<_> = hangout.leaving().iter().cloned().collect();
    for chunk in leaving.chunks(REMOVES) {
        let removes = chunk.iter().map(|target| remove(target, &hangout.hangout_id));
        write_chunk(services, hangout, removes.collect()).await?;
    }
    if leaving.is_empty() {
        return Ok(());
    }
    let mut rid = hangout.clone();
    rid.has_left();
    let (before, after) = (Canonical(hangout.clone()), Canonical(rid));
    let (table, key) = before.place();
    services.commit([store::difference(table, key, &before, &after)?.when(before.unchanged())]).await
}

/// Those of the pointers that are not stored just so.
async fn wrong_ones<'a>(services: &Services, pointers: &'a [Pointer]) -> store::Result<Vec<&'a Pointer>> {
    let keys: Vec<_> =
        pointers.iter().map(|pointer| keys::pointer(pointer.target(), &pointer.hangout_id)).collect();
    let held = services.store.batch_get(&INVITER_TABLE, &keys).await?;
    let mut wrong = Vec::new();
    for (pointer, held) in pointers.iter().zip(held) {
        let wanted = store::to_item(pointer)?;
        // What a pointer holds beside the projection is another program's.
        let says = |held: &Item| {
            wanted.iter().all(|(name, value)| held.get(name) == Some(value))
                && Pointer::OPTIONAL.iter().all(|name| wanted.contains(name) || !held.contains(name))
        };
        if !held.as_ref().is_some_and(says) {
            wrong.push(pointer);
        }
    }
    Ok(wrong)
}

/// How many pointers of a hangout are not stored just so.
pub async fn out_of_step(services: &Services, hangout: &Hangout) -> store::Result<usize> {
    let pointers: Vec<_> = hangout.pointers().collect();
    let mut wrong = 0;
    for chunk in pointers.chunks(store::port::BATCH) {
        wrong += wrong_ones(services, chunk).await?.len();
    }
    Ok(wrong)
}

/// One transaction, on the condition that the hangout is what it was.
async fn write_chunk(services: &Services, hangout: &Hangout, writes: Vec<Write>) -> store::Result<()> {
    if writes.is_empty() {
        return Ok(());
    }
    let unchanged = Write::check(&INVITER_TABLE, keys::hangout(&hangout.hangout_id), same(hangout));
    services.commit(std::iter::once(unchanged).chain(writes)).await
}

/// A chunk was refused: the hangout has changed, or a group has been deleted, which takes it off the hangout.
async fn meanwhile(services: &Services, hangout: &Hangout, error: &StoreError) -> store::Result<Progress> {
    if error.failed_at(0) {
        return Ok(Progress::More);
    }
    let keys: Vec<_> = hangout.group_ids.iter().map(keys::group).collect();
    let groups = store::batch_get_all(services.store.as_ref(), &INVITER_TABLE, &keys).await?;
    let there = stored::there();
    let gone = hangout.group_ids.iter().zip(groups).filter(|(_, group)| !there.holds(group.as_ref()));
    let gone: Vec<GroupId> = gone.map(|(group, _)| group.clone()).collect();
    drop_targets(services, &hangout.hangout_id, gone.into_iter().map(Target::Group).collect()).await?;
    Ok(Progress::More)
}

/// Takes groups or people off a hangout, where it is still there.
pub async fn drop_targets(services: &Services, id: &HangoutId, targets: Vec<Target>) -> store::Result<()> {
    let now = Moment::from(services.clock.now());
    change_targets(services, id, |hangout| {
        for target in &targets {
            hangout.drop_target(target, now);
        }
    })
    .await
}

/// Gives a hangout a group or a person whose pointer leads to it.
pub async fn add_target(services: &Services, id: &HangoutId, pointer: &Pointer) -> store::Result<()> {
    change_targets(services, id, |hangout| hangout.adopt(pointer)).await
}

/// Stores what was found of a hangout by its pointers.
pub async fn link(services: &Services, id: &HangoutId, linked: &Linked) -> store::Result<()> {
    change_targets(services, id, |hangout| linked.join(hangout)).await
}

async fn change_targets(
    services: &Services,
    id: &HangoutId,
    change: impl Fn(&mut Hangout),
) -> store::Result<()> {
    let load = async || stored::find_hangout(services, id).await?.ok_or(Gone::Nothing);
    let any = Expected::any();
    let changed = super::change(services, None, &any, load, |hangout| {
        change(hangout);
        Ok(())
    });
    match changed.await {
        Ok(_) | Err(Gone::Nothing) => Ok(()),
        Err(Gone::Fault(Fault::Store(error))) => Err(error),
        Err(Gone::Fault(_)) => Err(StoreError::Conflict),
    }
}

/// Why nothing was taken off a hangout.
enum Gone {
    Nothing,
    Fault(Fault),
}

impl From<Fault> for Gone {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<StoreError> for Gone {
    fn from(error: StoreError) -> Self {
        Self::Fault(error.into())
    }
}

/// Removes the responses to a deleted hangout, then the hangout itself.
async fn clear_away(services: &Services, id: &HangoutId) -> store::Result<Progress> {
    if store::remove_some(services.store.as_ref(), &INVITER_TABLE, [keys::responses_of(id)]).await? {
        return Ok(Progress::More);
    }
    let gone = Write::delete(&INVITER_TABLE, keys::hangout(id)).when(Condition::exists("deletedAt"));
    match services.store.write(gone).await {
        Err(error) if !error.is_condition_failed() => Err(error),
        _ => Ok(Progress::Done),
    }
}
