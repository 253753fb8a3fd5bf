//! Claiming an item of a checklist: one person does or brings it. The first wins. The claim is released by its code, by the account that
//! made it, or by the organiser.

use super::tick_item::check_there;
use crate::{
    Error,
    gate::Opened,
    keys::{self, Part},
    model::{Claim, Code, ItemId, Shareable, ShortId, fields::NAME},
    stored,
};
use kernel::{Keyring, UserId, checked};
use serde::Serialize;
use store::Write;
use web::{Ctx, system::SYSTEM};

/// A claim, and the code by which its holder releases it.
pub struct Claimed {
    pub claim: Claim,
    /// `None` where it was stored without one.
    pub code: Option<Code>,
}

/// Names an account's claim, by which it is found when the account is exported or deleted.
#[derive(Serialize)]
struct Noted {
    ttl: Option<i64>,
}

/// Claims an item. `code` is one that the holder has from another claim; else one is drawn. Who shows that they hold the claim holds it
/// still.
pub async fn claim_item(
    ctx: &Ctx,
    opened: &Opened,
    item: ItemId,
    by: &str,
    code: Option<Code>,
) -> Result<Claimed, Error> {
    check_there(ctx, opened, item).await?;
    checked(|checks| _ = checks.text("by", by, NAME))?;
    ctx.take_answer_bytes()?;
    let (id, ttl, user_id) = (opened.id(), opened.share.ttl, ctx.actor.user_id());
    let code = code.unwrap_or_else(|| Code::of(&ctx.rng.bytes()));
    let claim = Claim {
        checklist_item_id: item,
        claimed_by: by.trim().to_owned(),
        claimed_at: Some(ctx.clock.now().into()),
        ttl,
        code_hash: Some(hash(&ctx.keys, id, item, code)),
        user_id,
    };
    let write = stored::put_mark(Part::Claim, id, item, &claim)?.if_new();
    let noted = user_id.map(|user| store::put(&SYSTEM, keys::claim_of(user, id, item), &Noted { ttl }));
    let noted = noted.transpose()?;
    match ctx.commit([write].into_iter().chain(noted)).touched::<Shareable>(id).await {
        Ok(()) => Ok(Claimed { claim, code: Some(code) }),
        Err(error) if error.is_condition_failed() => {
            let held: Option<Claim> = stored::find_mark(ctx, Part::Claim, id, item).await?;
            let held = held.ok_or(web::Fault::Contended)?;
            let shown = opened.code.filter(|shown| held.is_of_code(&ctx.keys, id, *shown));
            if shown.is_some() || held.is_of(user_id) {
                return Ok(Claimed { claim: held, code: shown });
            }
            Err(Error::Claimed { by: held.by().to_owned() })
        }
        Err(error) => Err(error.into()),
    }
}

/// Releases an item. Where nobody has claimed it, nothing happens.
pub async fn release_claim(ctx: &Ctx, opened: &Opened, item: ItemId) -> Result<(), Error> {
    check_there(ctx, opened, item).await?;
    let id = opened.id();
    let held: Option<Claim> = stored::find_mark(ctx, Part::Claim, id, item).await?;
    let Some(held) = held else { return Ok(()) };
    if !may_release(ctx, opened, &held) {
        return Err(Error::NotYourClaim { by: held.by().to_owned() });
    }
    let noted = held.user_id.map(|user| Write::delete(&SYSTEM, keys::claim_of(user, id, item)));
    let writes = [stored::remove_mark(Part::Claim, id, item)].into_iter().chain(noted);
    Ok(ctx.commit(writes).touched::<Shareable>(id).await?)
}

/// Returns whether the visitor may release a claim: its holder, the organiser, and where it has no code anyone.
pub fn may_release(ctx: &Ctx, opened: &Opened, claim: &Claim) -> bool {
    claim.code_hash.is_none() || opened.access.is_admin() || is_holder(ctx, opened, claim)
}

/// Returns whether the visitor made a claim, by their code or account.
pub fn is_holder(ctx: &Ctx, opened: &Opened, claim: &Claim) -> bool {
    let by_code = opened.code.is_some_and(|code| claim.is_of_code(&ctx.keys, opened.id(), code));
    by_code || claim.is_of(ctx.actor.user_id())
}

impl Claim {
    fn is_of(&self, user: Option<UserId>) -> bool {
        self.user_id.is_some() && self.user_id == user
    }

    fn is_of_code(&self, keys: &Keyring, id: &ShortId, code: Code) -> bool {
        let hashed = hash(keys, id, self.checklist_item_id, code);
        self.code_hash.as_ref().is_some_and(|held| kernel::secret::same(held, &hashed))
    }
}

fn hash(keys: &Keyring, id: &ShortId, item: ItemId, code: Code) -> String {
    let parts = [id.compact().as_bytes(), item.0.as_bytes(), code.compact().as_bytes()];
    keys.mac_text("claim code", &parts)
}
