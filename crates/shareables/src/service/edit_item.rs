//! Changing an item's name or note.

use super::edit_shareable::change_share;
use crate::{
    Error,
    gate::Visitor,
    keys::Part,
    live,
    model::{AddedItem, ChecklistItem, ItemId, ItemPatch},
    stored,
};
use kernel::checked;
use web::{Ctx, Edit, Expected};

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

async fn edit_added(ctx: &Ctx, cmd: &EditItem, id: &crate::model::ShortId) -> Result<ChecklistItem, Error> {
    let found: Option<AddedItem> = stored::find_mark(ctx, Part::Added, id, cmd.item).await?;
    let mut added = found.ok_or(Error::NoSuchItem)?;
    checked(|checks| added.item.edit(cmd.patch.clone(), checks))?;
    match ctx.store.write(stored::put_mark(Part::Added, id, cmd.item, &added)?.if_there()).await {
        Ok(()) => {
            live::edited(ctx, id);
            Ok(added.item)
        }
        Err(error) if error.is_condition_failed() => Err(Error::NoSuchItem),
        Err(error) => Err(error.into()),
    }
}
