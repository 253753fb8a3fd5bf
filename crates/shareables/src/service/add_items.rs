//! Adding items to a checklist: the organiser at its end, others behind that where the organiser allows it.

use super::edit_shareable::change_share;
use crate::{
    Error,
    gate::{Opened, Visitor},
    keys::Part,
    model::{AddedItem, Checklist, ChecklistItem, ItemFields, ItemId, Shareable, ShortId, fields::NAME},
    stored,
    tables::SHAREABLES,
};
use kernel::{check::trimmed, checked};
use store::{StoreError, Write};
use web::{Ctx, Edit, Expected, Fault, Once, Seed, create::begun};

/// Items of one transaction, which has room for the record of the request.
const CHUNK: usize = 95;
/// Tries when the same request is under way twice.
const TRIES: usize = 8;

#[derive(Debug, Clone, Default)]
pub struct AddItems {
    pub once: Once,
    pub expected: Expected,
    pub items: Vec<ItemFields>,
    /// Who adds them, where that is not the organiser.
    pub by: Option<String>,
}

/// Adds one item, or a whole pasted list, and gives what was added and the version of the share.
pub async fn add_items(
    ctx: &Ctx,
    visitor: &Visitor,
    opened: Opened,
    cmd: AddItems,
) -> Result<(Vec<ChecklistItem>, u64), Error> {
    let seed = cmd.once.seed(ctx)?;
    let items = identified(ctx, &seed, cmd.items.clone());
    if opened.access.is_admin() {
        return add_to_share(ctx, visitor, &cmd.expected, &seed, &items).await;
    }
    if !opened.share.checklist()?.viewers_add {
        return Err(opened.needs_admin());
    }
    add_beside(ctx, &opened, &seed, items, cmd).await
}

/// The items with ids that follow from the request's key, so that the same request adds them once.
fn identified(ctx: &Ctx, seed: &Seed, items: Vec<ItemFields>) -> Vec<ChecklistItem> {
    let named = |(at, item): (usize, ItemFields)| {
        let id = item
            .checklist_item_id
            .or_else(|| seed.is_keyed().then(|| ItemId(seed.uuid(&format!("item {at}")))));
        ItemFields { checklist_item_id: id, ..item }.into_item(&ctx.rng)
    };
    items.into_iter().enumerate().map(named).collect()
}

async fn add_to_share(
    ctx: &Ctx,
    visitor: &Visitor,
    expected: &Expected,
    seed: &Seed,
    items: &[ChecklistItem],
) -> Result<(Vec<ChecklistItem>, u64), Error> {
    let (share, added) = change_share(ctx, visitor, expected, |share| {
        let checklist = share.checklist_mut()?;
        if let Some(before) = added_before(seed, items, |id| checklist.find(id).cloned())? {
            return Ok(Edit::of(before));
        }
        checked(|checks| checklist.add(items.to_vec(), checks))?;
        Ok(Edit::of(items.to_vec()))
    })
    .await?;
    Ok((added, share.version))
}

async fn add_beside(
    ctx: &Ctx,
    opened: &Opened,
    seed: &Seed,
    items: Vec<ChecklistItem>,
    cmd: AddItems,
) -> Result<(Vec<ChecklistItem>, u64), Error> {
    let (id, share, by) = (opened.id(), &opened.share, trimmed(cmd.by));
    let mut counted = false;
    for _ in 0..TRIES {
        let marks = stored::marks_on(ctx.store.as_ref(), share).await?;
        let there = |item: ItemId| {
            let added = marks.added.iter().map(|added| &added.item);
            added.clone().find(|one| one.checklist_item_id == item).cloned()
        };
        let goes_on = items.len() > CHUNK && begun::is_begun(ctx, &cmd.once, seed).await?;
        if !goes_on && let Some(before) = added_before(seed, &items, there)? {
            return Ok((before, share.version));
        }
        // A chunk is there or not: one of which anything is there has been added, whatever became of its items since.
        let is_missing =
            |chunk: &&[ChecklistItem]| chunk.iter().all(|item| there(item.checklist_item_id).is_none());
        let missing: Vec<_> = items.chunks(CHUNK).filter(is_missing).collect();
        let mut together = Checklist { note: None, viewers_add: true, ..share.checklist()?.clone() };
        together.items.extend(marks.added.iter().map(|added| added.item.clone()));
        checked(|checks| {
            checks.optional_text("by", by.as_deref(), NAME);
            if !missing.is_empty() {
                together.add(missing.concat(), checks);
            }
        })?;
        if !counted {
            ctx.take_answer_bytes()?;
            counted = true;
        }
        let put = |item: &ChecklistItem| {
            let (item_id, created_at) = (item.checklist_item_id, Some(ctx.clock.now().into()));
            let added = AddedItem { item: item.clone(), added_by: by.clone(), created_at, ttl: share.ttl };
            Ok(store::put(&SHAREABLES, Part::Added.of_item(id, item_id), &added)?.if_new())
        };
        let chunks = missing.iter().map(|chunk| chunk.iter().map(put).collect::<store::Result<Vec<_>>>());
        let mut chunks: Vec<_> = chunks.collect::<store::Result<_>>()?;
        if items.len() > CHUNK {
            let begin =
                if goes_on { None } else { begun::begin(ctx, &cmd.once, seed, "checklist items", id)? };
            if let Some(first) = chunks.first_mut() {
                first.extend(begin);
            }
            match chunks.last_mut() {
                Some(last) => last.extend(begun::finish(seed)),
                None => chunks.push(begun::finish(seed).into_iter().collect()),
            }
        }
        match write_chunks(ctx, id, chunks).await {
            Ok(()) => return Ok((items, share.version)),
            // The same request is under way beside this one: the next try goes on with what it left.
            Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Fault::Contended.into())
}

async fn write_chunks(ctx: &Ctx, id: &ShortId, chunks: Vec<Vec<Write>>) -> store::Result<()> {
    for writes in chunks.into_iter().filter(|writes| !writes.is_empty()) {
        ctx.commit(writes).edited::<Shareable>(id).await?;
    }
    Ok(())
}

/// What the same request added before. With other items the key means something else, which is refused.
fn added_before(
    seed: &Seed,
    items: &[ChecklistItem],
    there: impl Fn(ItemId) -> Option<ChecklistItem>,
) -> Result<Option<Vec<ChecklistItem>>, Error> {
    let Some(first) =
        items.first().filter(|_| seed.is_keyed()).and_then(|first| there(first.checklist_item_id))
    else {
        return Ok(None);
    };
    let before: Vec<_> = items.iter().filter_map(|item| there(item.checklist_item_id)).collect();
    // What begins as that request did and ends sooner is another request.
    let is_longer = there(ItemId(seed.uuid(&format!("item {}", items.len())))).is_some();
    if before == items && !is_longer {
        Ok(Some(before))
    } else {
        Err(Fault::KeyUsed { kind: "item".into(), id: first.checklist_item_id.to_string() }.into())
    }
}
