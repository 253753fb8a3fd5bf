//! Making a new share.

use crate::{
    Error,
    model::{
        Common, Content, Entity, Lifetime, Patch, Role, Shareable, ShareableFields, ShortId,
        fields::NAME,
        passcode,
        shareable::{check_lifetime, next_passcode_version, ttl},
        token,
    },
    service::pool,
};
use jiff::Timestamp;
use kernel::{Checks, Moment};
use web::{Ctx, Quota};

/// A share just made, with what only its maker is told.
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
    pub lifetime: Lifetime,
    pub content: Content,
    pub view_passcode: Option<String>,
    pub admin_passcode: String,
}

/// Creates a share from what was filled in.
pub async fn create_shareable(ctx: &Ctx, fields: ShareableFields) -> Result<Created, Error> {
    check_may_create(ctx)?;
    let draft = draft(ctx, fields)?;
    store_new(ctx, draft).await
}

/// Whether this caller may create at all.
pub fn check_may_create(ctx: &Ctx) -> Result<(), Error> {
    let may = ctx.actor.account.is_some() || ctx.settings.anonymous_creation;
    if may { Ok(()) } else { Err(Error::SignInToCreate) }
}

fn draft(ctx: &Ctx, mut fields: ShareableFields) -> Result<Draft, Error> {
    let mut checks = Checks::new();
    let name = std::mem::take(&mut fields.name).value().unwrap_or_default().trim().to_owned();
    checks.text("name", &name, NAME);
    let lifetime = check_lifetime(std::mem::take(&mut fields.expires_after).value(), &mut checks);
    let view_passcode = fields.view_passcode.take();
    let admin_passcode = fields.admin_passcode.take();
    let content = fields.entity.take().map(|entity| {
        let needs_start = entity == Entity::Event && !matches!(fields.start_time, Patch::Set(_));
        checks.that(!needs_start, "startTime", "This is needed.");
        let mut content = Content::blank(entity);
        content.apply(fields, &ctx.rng, &mut checks);
        content.check_new(ctx.clock.now(), &mut checks);
        content
    });
    checks.that(content.is_some(), "entity", "Choose checklist, event or poll.");
    let (view_passcode, admin_passcode) = check_passcodes(ctx, view_passcode, admin_passcode, &mut checks);
    checks.done()?;
    match (lifetime, content) {
        (Some(lifetime), Some(content)) => {
            Ok(Draft { name, lifetime, content, view_passcode, admin_passcode })
        }
        _ => Err(Error::Internal("a draft passed its checks without its parts".into())),
    }
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
    let differ = admin.is_none() || view != admin;
    checks.that(differ, "adminPasscode", "The two passcodes must differ, or every viewer is an organiser.");
    (view, admin.unwrap_or_else(|| passcode::generate(&ctx.rng)))
}

/// Stores a draft under a ShortId of its own. Who has no account can do so only so often.
pub async fn store_new(ctx: &Ctx, draft: Draft) -> Result<Created, Error> {
    if ctx.actor.account.is_none() {
        ctx.quotas.take(Quota::Creations, ctx.actor.address)?;
    }
    let now = ctx.clock.now();
    let share = pool::claim(&ctx.services(), |id| new_share(ctx, &draft, id, now)).await?;
    let admin_token = mint(ctx, &share, Role::Admin);
    Ok(Created { share, admin_passcode: draft.admin_passcode, admin_token })
}

fn new_share(ctx: &Ctx, draft: &Draft, id: ShortId, now: Timestamp) -> Shareable {
    let seal = |role, text: &str| passcode::seal(&ctx.keys, &ctx.rng, &id, role, text);
    let created_at = Moment::from(now);
    let expires_at = created_at.plus_days(draft.lifetime.in_days());
    let common = Common {
        short_id: id,
        name: draft.name.clone(),
        view_passcode: draft.view_passcode.as_deref().map(|text| seal(Role::View, text)),
        admin_passcode: seal(Role::Admin, &draft.admin_passcode),
        view_passcode_version: next_passcode_version(now, 0),
        admin_passcode_version: next_passcode_version(now, 0),
        expires_after: draft.lifetime,
        created_at,
        updated_at: created_at,
        expires_at,
        version: 1,
        ttl: ttl(expires_at),
        deleted_at: None,
    };
    Shareable { common, content: draft.content.clone() }
}

/// A token for `role` on a share as it is now.
pub fn mint(ctx: &Ctx, share: &Shareable, role: Role) -> String {
    let until = Moment::from(ctx.clock.now()).plus_days(token::DAYS);
    token::mint(&ctx.keys, &share.short_id, role, share.passcode_version(role), *until)
}
