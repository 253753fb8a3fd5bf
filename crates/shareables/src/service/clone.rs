//! Using a share again: the same content under a new code, without the answers.

use crate::{
    Error,
    model::{Patch, Role, ShortId, fields::NAME, passcode, shareable::check_lifetime},
    service::{
        create::{Created, Draft, check_may_create, check_passcodes, store_new},
        open,
    },
};
use kernel::Checks;
use serde::Deserialize;
use utoipa::ToSchema;
use web::Ctx;

/// What may differ in the copy.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CloneFields {
    /// The same name when left out.
    #[schema(max_length = 200)]
    pub name: Option<String>,
    /// 1, 7 or 30 days.
    pub expires_after: Option<i64>,
    /// The same when left out; none when null. What was not open to all does not become so by copying.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub view_passcode: Patch<String>,
    /// Made up when left out.
    pub admin_passcode: Option<String>,
}

/// The organiser copies a share, also an expired one.
pub async fn clone_shareable(ctx: &Ctx, id: &ShortId, fields: CloneFields) -> Result<Created, Error> {
    let source = open::for_organising(ctx, id).await?.share;
    check_may_create(ctx)?;
    let view = match fields.view_passcode {
        Patch::Set(text) => Some(text),
        Patch::Clear => None,
        Patch::Keep => {
            let open = |sealed: &String| passcode::open(&ctx.keys, id, Role::View, sealed);
            source.view_passcode.as_ref().map(open).transpose()?
        }
    };
    let mut checks = Checks::new();
    let name = fields.name.map_or(source.common.name, |name| name.trim().to_owned());
    checks.text("name", &name, NAME);
    let lifetime = check_lifetime(fields.expires_after, &mut checks);
    let (view_passcode, admin_passcode) = check_passcodes(ctx, view, fields.admin_passcode, &mut checks);
    checks.done()?;
    let Some(lifetime) = lifetime else {
        return Err(Error::Internal("a copy passed its checks without its days".into()));
    };
    let content = source.content.fresh(ctx.clock.now());
    store_new(ctx, Draft { name, lifetime, content, view_passcode, admin_passcode }).await
}
