//! Creating a share.

use crate::{
    Error,
    model::{
        Common, Content, Entity, Lifetime, Patch, Role, Shareable, ShareableFields, ShortId,
        fields::NAME,
        passcode,
        shareable::{check_lifetime, next_passcode_version},
        token,
    },
    stored::{self, pool::Draws},
    urls,
};
use kernel::{Checks, Moment};
use std::sync::Arc;
use tokio::sync::Mutex;
use web::{Ctx, Fault, Made, New, Once, outcome::Cause};

pub struct CreateShareable {
    pub once: Once,
    pub fields: ShareableFields,
    /// The decision that it is made from.
    pub cause: Option<Cause>,
}

/// A share just created, with what only its organiser is told.
#[derive(Debug, Clone)]
pub struct Created {
    pub share: Shareable,
    /// Shown this once.
    pub admin_passcode: String,
    pub admin_token: String,
}

/// Everything a new share is made of but its id.
pub struct Draft {
    pub name: String,
    pub by: Option<String>,
    pub lifetime: Lifetime,
    pub content: Content,
    pub view_passcode: Option<String>,
    pub admin_passcode: String,
    pub cause: Option<Cause>,
}

/// Creates a share from what was filled in.
pub async fn create_shareable(ctx: &Ctx, cmd: CreateShareable) -> Result<Made<Created>, Error> {
    store_new(ctx, &cmd.once, || {
        let draft = draft(ctx, cmd.fields.clone())?;
        Ok(Draft { cause: cmd.cause.clone(), ..draft })
    })
    .await
}

/// Stores what `draft` says under a ShortId of its own, once for each key.
pub async fn store_new(
    ctx: &Ctx,
    once: &Once,
    draft: impl Fn() -> Result<Draft, Error>,
) -> Result<Made<Created>, Error> {
    let pool = Mutex::new(Draws::new(ctx.services()));
    let make = |_| {
        let (draft, pool) = (draft(), &pool);
        async move {
            let draft = draft?;
            let (id, taken) = pool.lock().await.next().await?;
            let share = new_share(ctx, &draft, id)?;
            let (kind, ttl, at) = (share.entity().name(), share.ttl, share.created_at);
            let note = draft.cause.as_ref().map(|cause| cause.note(kind, id, urls::page(&id))).transpose()?;
            let writes = taken.into_iter().chain([stored::put_new(&share)?]).chain(note);
            let made = created(ctx, share, draft.admin_passcode);
            Ok(New { ttl, created_at: at, ..New::of(kind, id, made, writes) })
        }
    };
    web::create(ctx, once, make, |_, id| again(ctx, id)).await
}

fn created(ctx: &Ctx, share: Shareable, admin_passcode: String) -> Created {
    Created { admin_token: mint(ctx, &share, Role::Admin), share, admin_passcode }
}

/// What was told when this share was created, unless its organiser passcode is another one by now.
async fn again(ctx: &Ctx, id: String) -> Result<Option<Created>, Error> {
    let id: ShortId =
        id.parse().map_err(|_| Fault::Internal("the memory of a key names no ShortId".into()))?;
    let share = stored::find(ctx, &id).await?;
    let unchanged = |share: &Arc<Shareable>| {
        let first = share.created_at.map(|at| next_passcode_version(*at, 0));
        Some(share.admin_passcode_version) == first
    };
    let Some(share) = share.filter(unchanged) else { return Ok(None) };
    let passcode = share.open_admin_passcode(&ctx.keys)?;
    Ok(passcode.map(|passcode| created(ctx, Arc::unwrap_or_clone(share), passcode)))
}

fn draft(ctx: &Ctx, mut fields: ShareableFields) -> Result<Draft, Error> {
    let mut checks = Checks::new();
    let name = std::mem::take(&mut fields.name).trimmed().value();
    let name = name.or_else(|| fields.first_question()).unwrap_or_default();
    checks.text("name", &name, NAME);
    let by = std::mem::take(&mut fields.by).trimmed().value();
    checks.optional_text("by", by.as_deref(), NAME);
    let lifetime = check_lifetime(std::mem::take(&mut fields.expires_after).value(), &mut checks);
    let view_passcode = fields.view_passcode.take();
    let admin_passcode = fields.admin_passcode.take();
    if fields.entity == Some(Entity::Event) && !matches!(fields.time_zone, Patch::Set(_)) {
        fields.time_zone = Patch::Set(ctx.zones().for_form().name().to_owned());
    }
    let content = fields.entity.take().map(|entity| {
        let needs_start = entity == Entity::Event && !matches!(fields.start_time, Patch::Set(_));
        checks.that(fields.cancelled != Patch::Set(true), "cancelled", "Create it first, then cancel it.");
        checks.that(!needs_start, "startTime", "This is required.");
        let mut content = Content::blank(entity);
        content.apply(fields, &ctx.rng, &mut checks);
        content.check_new(ctx.clock.now(), &mut checks);
        content
    });
    checks.that(content.is_some(), "entity", "Choose checklist, event or poll.");
    let (view_passcode, admin_passcode) = check_passcodes(ctx, view_passcode, admin_passcode, &mut checks);
    checks.done()?;
    let content =
        content.ok_or_else(|| Fault::Internal("a draft passed its checks without a kind".into()))?;
    Ok(Draft { name, by, lifetime, content, view_passcode, admin_passcode, cause: None })
}

/// The passcodes as chosen, or a generated one for the organiser.
pub fn check_passcodes(
    ctx: &Ctx,
    view: Option<String>,
    admin: Option<String>,
    checks: &mut Checks,
) -> (Option<String>, String) {
    let typed = |text: String| Some(passcode::typed(&text).to_owned()).filter(|text| !text.is_empty());
    let (view, admin) = (view.and_then(typed), admin.and_then(typed));
    for (field, chosen) in [("viewPasscode", &view), ("adminPasscode", &admin)] {
        if let Some(chosen) = chosen {
            passcode::check(checks, field, chosen);
        }
    }
    let admin = admin.unwrap_or_else(|| kernel::words::passcode(&ctx.rng));
    passcode::check_differ(checks, view.as_deref(), &admin);
    (view, admin)
}

fn new_share(ctx: &Ctx, draft: &Draft, id: ShortId) -> Result<Shareable, Error> {
    let now = ctx.clock.now();
    let seal = |role, text: &str| passcode::seal(&ctx.keys, &ctx.rng, &id, role, text);
    let created_at = Moment::from(now);
    let common = Common {
        short_id: id,
        name: draft.name.clone(),
        by: draft.by.clone(),
        owner_id: ctx.actor.user_id(),
        from: draft.cause.as_ref().map(|cause| cause.from.clone()),
        view_passcode: draft.view_passcode.as_deref().map(|text| seal(Role::View, text)).transpose()?,
        admin_passcode: Some(seal(Role::Admin, &draft.admin_passcode)?),
        view_passcode_version: next_passcode_version(now, 0),
        admin_passcode_version: next_passcode_version(now, 0),
        expires_after: draft.lifetime,
        created_at: Some(created_at),
        updated_at: Some(created_at),
        expires_at: None,
        version: 1,
        ttl: None,
        unannounced: None,
        announced_at: None,
        deleted_at: None,
    };
    let mut share = Shareable { common, content: draft.content.clone() };
    share.last(draft.lifetime, now);
    Ok(share)
}

/// A token for `role` on a share as it is now.
pub fn mint(ctx: &Ctx, share: &Shareable, role: Role) -> String {
    let until = Moment::from(ctx.clock.now()).plus_days(token::DAYS);
    token::mint(&ctx.keys, &share.short_id, role, share.passcode_version(role), *until)
}
