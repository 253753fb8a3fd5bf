//! Editing a share by its fields, and letting it last longer.

use super::{remove_item::remove_marks, restamp_parts};
use crate::{
    Error, announce,
    gate::{To, Visitor},
    model::{Content, ItemId, Shareable, ShareableFields, shareable::check_lifetime},
};
use kernel::Checks;
use web::{
    Ctx, Edit, Expected,
    mine::{self, Owned},
};

/// Items whose marks go in the transaction which removes them; of more the rest is never shown and goes with the share.
const MOST_WITH: usize = 45;

pub struct EditShareable {
    pub expected: Expected,
    pub fields: ShareableFields,
}

/// Changes what `fields` speaks of.
pub async fn edit_shareable(ctx: &Ctx, visitor: &Visitor, cmd: EditShareable) -> Result<Shareable, Error> {
    let decide = |share: &mut Shareable| apply(ctx, share, cmd.fields.clone());
    let (share, ()) = change_share(ctx, visitor, &cmd.expected, decide).await?;
    Ok(share)
}

/// Makes the organiser's change to a share.
pub async fn change_share<T>(
    ctx: &Ctx,
    visitor: &Visitor,
    expected: &Expected,
    decide: impl FnMut(&mut Shareable) -> Result<Edit<T>, Error>,
) -> Result<(Shareable, T), Error> {
    web::edit(ctx, expected, || visitor.share(ctx, To::Edit), decide).await
}

fn apply(ctx: &Ctx, share: &mut Shareable, mut fields: ShareableFields) -> Result<Edit<()>, Error> {
    let now = ctx.clock.now();
    let mut checks = Checks::new();
    checks
        .that(fields.entity.is_none(), "entity", "This is chosen when creating.")
        .that(fields.view_passcode.is_none(), "viewPasscode", "Change passcodes at /passcodes.")
        .that(fields.admin_passcode.is_none(), "adminPasscode", "Change passcodes at /passcodes.");
    share.apply_names(&mut fields, &mut checks);
    let lifetime = std::mem::take(&mut fields.expires_after);
    let lasts = lifetime.is_given().then(|| check_lifetime(lifetime.value(), &mut checks));
    let before = share.content.clone();
    share.content.apply(fields, &ctx.rng, &mut checks);
    let moved = is_moved(&before, &share.content);
    if let (true, Content::Event(event)) = (moved, &share.content) {
        event.check_start(now, &mut checks);
    }
    checks.done()?;
    let mut with: Vec<_> = announce::changed(ctx, share, &before, ctx.actor.user_id())?.into_iter().collect();
    // Its first edit stamps a share that another program stored; what belongs to it follows.
    if share.expires_at.is_none() && lasts.is_none() && !moved {
        with.push(restamp_parts::work(&share.short_id, now)?);
    }
    let lasts_anew = lasts.is_some() || moved;
    if lasts_anew {
        share.last(lasts.unwrap_or(share.expires_after), now);
    }
    if lasts_anew || share.reach_dates() {
        with.push(restamp_parts::work(&share.short_id, now)?);
        if let Some(owner) = share.owner_id {
            with.push(mine::note(owner, mine::Part::Made, share.row())?);
        }
    }
    let removed = removed_items(&before, &share.content).into_iter().take(MOST_WITH);
    with.extend(removed.flat_map(|item| remove_marks(&share.short_id, item)));
    Ok(Edit::of(()).with(with))
}

fn is_moved(before: &Content, after: &Content) -> bool {
    match (before, after) {
        (Content::Event(before), Content::Event(after)) => {
            (before.start_time, before.end_time) != (after.start_time, after.end_time)
        }
        _ => false,
    }
}

fn removed_items(before: &Content, after: &Content) -> Vec<ItemId> {
    match (before, after) {
        (Content::Checklist(before), Content::Checklist(after)) => after.removed_since(before),
        _ => Vec::new(),
    }
}
