//! Looking at and changing a share's passcodes. A new one shuts out everyone who came in on the old one.

use crate::{
    Error,
    model::{Patch, Role, Shareable, ShortId, passcode, shareable::next_passcode_version},
    service::{
        audit,
        create::mint,
        open,
        save::{self, Edit},
    },
};
use kernel::Checks;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::Ctx;

/// What is to change.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasscodeFields {
    /// `null` opens the share to everyone who has its link.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub view_passcode: Patch<String>,
    /// Can be changed, not taken away.
    #[schema(value_type = String)]
    #[serde(default)]
    pub admin_passcode: Patch<String>,
}

/// The passcodes as the organiser may see them: their own was shown once.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Passcodes {
    pub view_passcode: Option<String>,
    pub view_passcode_version: u64,
    pub admin_passcode_version: u64,
}

/// What changing them came to; the token replaces the organiser's own.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasscodesChanged {
    pub view_passcode_version: u64,
    pub admin_passcode_version: u64,
    pub admin_token: String,
}

/// Shows the organiser the view passcode again.
pub async fn get_passcodes(ctx: &Ctx, id: &ShortId) -> Result<Passcodes, Error> {
    let share = open::for_organising(ctx, id).await?.share;
    Ok(Passcodes {
        view_passcode: view_passcode(ctx, &share)?,
        view_passcode_version: share.view_passcode_version,
        admin_passcode_version: share.admin_passcode_version,
    })
}

/// The view passcode in the clear, where there is one.
pub fn view_passcode(ctx: &Ctx, share: &Shareable) -> Result<Option<String>, Error> {
    let open = |sealed: &String| passcode::open(&ctx.keys, &share.short_id, Role::View, sealed);
    Ok(share.view_passcode.as_ref().map(open).transpose()?)
}

/// Sets new passcodes.
pub async fn change_passcodes(
    ctx: &Ctx,
    id: &ShortId,
    fields: PasscodeFields,
) -> Result<PasscodesChanged, Error> {
    let (share, ()) = save::edit(ctx, id, |share| apply(ctx, share, fields.clone())).await?;
    audit::line(ctx, id, "passcodes of a shareable changed");
    Ok(PasscodesChanged {
        view_passcode_version: share.view_passcode_version,
        admin_passcode_version: share.admin_passcode_version,
        admin_token: mint(ctx, &share, Role::Admin),
    })
}

fn apply(ctx: &Ctx, share: &mut Shareable, fields: PasscodeFields) -> Result<Edit<()>, Error> {
    let (now, id) = (ctx.clock.now(), share.short_id);
    let mut checks = Checks::new();
    let typed = |text: String| passcode::typed(&text).to_owned();
    let changes = (fields.view_passcode.is_given(), fields.admin_passcode.is_given());
    let mut view = view_passcode(ctx, share)?;
    let mut admin = passcode::open(&ctx.keys, &id, Role::Admin, &share.admin_passcode)?;
    fields.view_passcode.change_optional(&mut view);
    fields.admin_passcode.change("adminPasscode", &mut admin, &mut checks);
    let (view, admin) = (view.map(typed), typed(admin));
    if let (true, Some(view)) = (changes.0, &view) {
        passcode::check(&mut checks, "viewPasscode", view);
    }
    if changes.1 {
        passcode::check(&mut checks, "adminPasscode", &admin);
    }
    let differ = view.as_ref() != Some(&admin);
    checks.that(differ, "adminPasscode", "The two passcodes must differ, or every viewer is an organiser.");
    checks.done()?;
    if changes.0 {
        share.view_passcode = view.map(|text| passcode::seal(&ctx.keys, &ctx.rng, &id, Role::View, &text));
        share.view_passcode_version = next_passcode_version(now, share.view_passcode_version);
    }
    if changes.1 {
        share.admin_passcode = passcode::seal(&ctx.keys, &ctx.rng, &id, Role::Admin, &admin);
        share.admin_passcode_version = next_passcode_version(now, share.admin_passcode_version);
    }
    Ok(Edit::of(()))
}
