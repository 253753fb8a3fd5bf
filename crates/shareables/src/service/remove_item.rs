//! Removing an item and what is marked on it.

use super::edit_shareable::change_share;
use crate::{
    Error,
    gate::Visitor,
    keys::Part,
    model::{AddedItem, ItemId, Shareable, ShortId},
    stored::{self, remove_mark},
};
use store::Write;
use web::{Ctx, Edit, Expected};

/// Removes an item, whoever added it.
pub async fn remove_item(
    ctx: &Ctx,
    visitor: &Visitor,
    expected: &Expected,
    item: ItemId,
) -> Result<(), Error> {
    let (share, removed) = change_share(ctx, visitor, expected, |share| {
        let removed = share.checklist_mut()?.remove(item);
        let marks = if removed { remove_marks(&share.short_id, item).to_vec() } else { Vec::new() };
        Ok(Edit::of(removed).with(marks))
    })
    .await?;
    let id = &share.short_id;
    if !removed {
        stored::find_mark::<AddedItem>(ctx, Part::Added, id, item).await?.ok_or(Error::NoSuchItem)?;
        let writes = remove_marks(id, item).into_iter().chain([remove_mark(Part::Added, id, item)]);
        ctx.commit(writes).edited::<Shareable>(id).await?;
    }
    Ok(())
}

/// The writes that remove what is marked on an item.
pub fn remove_marks(id: &ShortId, item: ItemId) -> [Write; 2] {
    [Part::Tick, Part::Claim].map(|part| remove_mark(part, id, item))
}
