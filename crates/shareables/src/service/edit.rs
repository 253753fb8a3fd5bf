//! Editing a share by its fields, and letting it last longer.

use crate::{
    Error, keys,
    model::{Content, ItemId, Shareable, ShareableFields, ShortId, shareable::check_lifetime},
    service::{
        restamp,
        save::{self, Edit},
    },
    tables::SHAREABLES,
};
use kernel::Checks;
use store::Write;
use web::Ctx;

/// Ticks that go in the transaction which removes their items; of more the rest is never shown and goes with the share.
const MOST_WITH: usize = 90;

/// Changes what `fields` speaks of.
pub async fn edit_shareable(ctx: &Ctx, id: &ShortId, fields: ShareableFields) -> Result<Shareable, Error> {
    let (share, ()) = save::edit(ctx, id, |share| apply(ctx, share, fields.clone())).await?;
    ctx.work_bell.notify_one();
    Ok(share)
}

fn apply(ctx: &Ctx, share: &mut Shareable, mut fields: ShareableFields) -> Result<Edit<()>, Error> {
    let mut checks = Checks::new();
    let mut with = Vec::new();
    checks
        .that(fields.entity.is_none(), "entity", "This is chosen when creating.")
        .that(fields.view_passcode.is_none(), "viewPasscode", "Change passcodes at /passcodes.")
        .that(fields.admin_passcode.is_none(), "adminPasscode", "Change passcodes at /passcodes.");
    share.apply_name(&mut fields, &mut checks);
    let lifetime = std::mem::take(&mut fields.expires_after);
    if lifetime.is_given()
        && let Some(lifetime) = check_lifetime(lifetime.value(), &mut checks)
    {
        let now = ctx.clock.now();
        share.last(lifetime, now);
        with.push(restamp::work(&share.short_id, now)?);
    }
    let before = share.content.clone();
    share.content.apply(fields, &ctx.rng, &mut checks);
    checks.done()?;
    let removed = removed_items(&before, &share.content);
    with.extend(removed.into_iter().take(MOST_WITH).map(|item| untick(&share.short_id, item)));
    Ok(Edit::of(()).with(with))
}

fn removed_items(before: &Content, after: &Content) -> Vec<ItemId> {
    match (before, after) {
        (Content::Checklist(before), Content::Checklist(after)) => after.removed_since(before),
        _ => Vec::new(),
    }
}

/// The write that takes an item's tick away, if there is one.
pub fn untick(id: &ShortId, item: ItemId) -> Write {
    Write::delete(&SHAREABLES, keys::tick(id, item))
}
