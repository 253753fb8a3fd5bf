//! Changing a share's passcodes. A new one signs out everyone who used the old one.

use super::{create_shareable::mint, edit_shareable::change_share};
use crate::{
    Error,
    gate::Visitor,
    model::{Patch, Role, Shareable, passcode, shareable::next_passcode_version},
};
use kernel::Checks;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{Ctx, Edit, Expected};

/// What is to change.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = PasscodesBody)]
pub struct ChangePasscodes {
    /// `null` opens the share to everyone who has its link.
    #[schema(value_type = Option<String>, min_length = 4, max_length = 100)]
    #[serde(default)]
    pub view_passcode: Patch<String>,
    /// Can be changed, not removed.
    #[schema(value_type = String, min_length = 4, max_length = 100)]
    #[serde(default)]
    pub admin_passcode: Patch<String>,
}

/// Sets new passcodes; gives the share and a token that replaces the organiser's own.
pub async fn change_passcodes(
    ctx: &Ctx,
    visitor: &Visitor,
    expected: &Expected,
    cmd: &ChangePasscodes,
) -> Result<(Shareable, String), Error> {
    let decide = |share: &mut Shareable| apply(ctx, share, cmd.clone());
    let (share, ()) = change_share(ctx, visitor, expected, decide).await?;
    web::audit(ctx, "share", share.short_id.compact(), "passcodes of a share changed");
    let token = mint(ctx, &share, Role::Admin);
    Ok((share, token))
}

fn apply(ctx: &Ctx, share: &mut Shareable, cmd: ChangePasscodes) -> Result<Edit<()>, Error> {
    let (now, id) = (ctx.clock.now(), share.short_id);
    let mut checks = Checks::new();
    let typed = |text: String| passcode::typed(&text).to_owned();
    let changes = (cmd.view_passcode.is_given(), cmd.admin_passcode.is_given());
    let mut view = share.open_view_passcode(&ctx.keys)?;
    let mut admin = passcode::open(&ctx.keys, &id, Role::Admin, &share.admin_passcode)?;
    cmd.view_passcode.change_optional(&mut view);
    cmd.admin_passcode.change("adminPasscode", &mut admin, &mut checks);
    let (view, admin) = (view.map(typed), typed(admin));
    if let (true, Some(view)) = (changes.0, &view) {
        passcode::check(&mut checks, "viewPasscode", view);
    }
    if changes.1 {
        passcode::check(&mut checks, "adminPasscode", &admin);
    }
    passcode::check_differ(&mut checks, view.as_deref(), &admin);
    checks.done()?;
    if changes.0 {
        let seal = |text: String| passcode::seal(&ctx.keys, &ctx.rng, &id, Role::View, &text);
        share.view_passcode = view.map(seal).transpose()?;
        share.view_passcode_version = next_passcode_version(now, share.view_passcode_version);
    }
    if changes.1 {
        share.admin_passcode = passcode::seal(&ctx.keys, &ctx.rng, &id, Role::Admin, &admin)?;
        share.admin_passcode_version = next_passcode_version(now, share.admin_passcode_version);
    }
    Ok(Edit::of(()))
}
