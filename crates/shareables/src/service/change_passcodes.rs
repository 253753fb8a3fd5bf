//! Changing a share's passcodes. A new one signs out everyone who used the old one.

use super::{create_shareable::mint, edit_shareable::change_share};
use crate::{
    Error,
    gate::Visitor,
    model::{Patch, Role, Shareable, ShortId, passcode, shareable::next_passcode_version},
    stored,
};
use kernel::Checks;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{Ctx, Edit, Expected, Services};

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

/// Makes new passcodes for the operator of the server, whatever the old ones are: an organiser passcode, and a viewing one where there
/// is one.
pub async fn reset_passcodes(services: &Services, id: &ShortId) -> Result<Vec<String>, Error> {
    let (keys, rng, now) = (&services.keys, &services.rng, services.clock.now());
    let load = || stored::load_to_change(services, id);
    let (share, made) = web::edit(services, &Expected::any(), load, |share: &mut Shareable| {
        let guarded = share.view_passcode.is_some();
        let admin = kernel::words::passcode(rng);
        let view = guarded.then(|| kernel::words::passcode(rng));
        share.admin_passcode = Some(passcode::seal(keys, rng, id, Role::Admin, &admin)?);
        share.admin_passcode_version = next_passcode_version(now, share.admin_passcode_version);
        if let Some(view) = &view {
            share.view_passcode = Some(passcode::seal(keys, rng, id, Role::View, view)?);
            share.view_passcode_version = next_passcode_version(now, share.view_passcode_version);
        }
        Ok::<_, Error>(Edit::of((admin, view)))
    })
    .await?;
    web::audit(services, "share", share.short_id.compact(), "passcodes of a share reset by the operator");
    let (admin, view) = made;
    let lines = [("Organiser passcode", Some(admin)), ("Viewing passcode", view)];
    Ok(lines.into_iter().filter_map(|(what, made)| Some(format!("{what}: {}", made?))).collect())
}

fn apply(ctx: &Ctx, share: &mut Shareable, cmd: ChangePasscodes) -> Result<Edit<()>, Error> {
    let (now, id) = (ctx.clock.now(), share.short_id);
    let mut checks = Checks::new();
    let typed = |text: String| passcode::typed(&text).to_owned();
    let changes = (cmd.view_passcode.is_given(), cmd.admin_passcode.is_given());
    let mut view = share.open_view_passcode(&ctx.keys)?;
    let mut admin = share.open_admin_passcode(&ctx.keys)?;
    cmd.view_passcode.change_optional(&mut view);
    checks.that(cmd.admin_passcode != Patch::Clear, "adminPasscode", "This is required.");
    cmd.admin_passcode.change_optional(&mut admin);
    let (view, admin) = (view.map(typed), admin.map(typed));
    if let (true, Some(view)) = (changes.0, &view) {
        passcode::check(&mut checks, "viewPasscode", view);
    }
    if let (true, Some(admin)) = (changes.1, &admin) {
        passcode::check(&mut checks, "adminPasscode", admin);
    }
    if let Some(admin) = &admin {
        passcode::check_differ(&mut checks, view.as_deref(), admin);
    }
    checks.done()?;
    if changes.0 {
        let seal = |text: String| passcode::seal(&ctx.keys, &ctx.rng, &id, Role::View, &text);
        share.view_passcode = view.map(seal).transpose()?;
        share.view_passcode_version = next_passcode_version(now, share.view_passcode_version);
    }
    if let (true, Some(admin)) = (changes.1, &admin) {
        share.admin_passcode = Some(passcode::seal(&ctx.keys, &ctx.rng, &id, Role::Admin, admin)?);
        share.admin_passcode_version = next_passcode_version(now, share.admin_passcode_version);
    }
    Ok(Edit::of(()))
}
