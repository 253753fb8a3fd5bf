//! Changing an item's name or note.

use super::edit_shareable::change_share;
use crate::{
    Error,
    gate::Visitor,
    keys::Part,
    model::{AddedItem, ChecklistItem, ItemId, ItemPatch, Shareable, ShortId},
    stored,
    tables::SHAREABLES,
};
use kernel::checked;
use store::{Condition, StoreError};
use web::{Ctx, Edit, Expected, Fault};

/// Tries when others edit the same item at the same moment.
const TRIES: usize = 8;

pub struct EditItem {
    pub expected: Expected,
    pub item: ItemId,
    pub patch: ItemPatch,
}

/// Changes an item, whoever added it, and gives it with the version of the share.
pub async fn edit_item(ctx: &Ctx, visitor: &Visitor, cmd: EditItem) -> Result<(ChecklistItem, u64), Error> {
    let (share, edited) = change_share(ctx, visitor, &cmd.expected, |share| {
        let checklist = share.checklist_mut()?;
        Ok(Edit::of(checked(|checks| checklist.edit(cmd.item, cmd.patch.clone(), checks))?))
    })
    .await?;
    let edited = match edited {
        Some(edited) => edited,
        None => edit_added(ctx, &cmd, &share.short_id).await?,
    };
    Ok((edited, share.version))
}

/// Changes an item that a viewer added, if it is as it was read: another edit at the same moment is built upon, not undone.
async fn edit_added(ctx: &Ctx, cmd: &EditItem, id: &ShortId) -> Result<ChecklistItem, Error> {
    for _ in 0..TRIES {
        let found: Option<AddedItem> = stored::find_mark(ctx, Part::Added, id, cmd.item).await?;
        let before = found.ok_or(Error::NoSuchItem)?;
        let mut after = before.clone();
        checked(|checks| after.item.edit(cmd.patch.clone(), checks))?;
        if after == before {
            return Ok(after.item);
        }
        let note = match &before.item.note {
            Some(note) => Condition::equals("note", note.as_str()),
            None => Condition::absent("note"),
        };
        let as_read = Condition::equals("name", before.item.name.as_str()).and(note);
        let write = store::difference(&SHAREABLES, Part::Added.of_item(id, cmd.item), &before, &after)?;
        match ctx.commit([write.when(as_read)]).edited::<Shareable>(id).await {
            Ok(()) => return Ok(after.item),
            Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Fault::Contended.into())
}
