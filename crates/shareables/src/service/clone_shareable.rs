//! Using a share again: the same content under a new code, without the answers.

use super::create_shareable::{Created, Draft, check_passcodes, store_new};
use crate::{
    Error,
    gate::Opened,
    model::{Content, Patch, ShareableFields, fields::NAME, shareable::check_lifetime},
};
use kernel::{Checks, Moment};
use serde::Deserialize;
use utoipa::ToSchema;
use web::{Ctx, Made, Once};

/// What may differ in a copy.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CloneBody)]
pub struct CloneShareable {
    /// The same name when left out.
    #[schema(max_length = 200, min_length = 1)]
    pub name: Option<String>,
    /// 1, 7 or 30 days.
    #[schema(minimum = 1, maximum = 30)]
    pub expires_after: Option<i64>,
    /// The same when left out; none when null.
    #[schema(value_type = Option<String>, min_length = 4, max_length = 100)]
    #[serde(default)]
    pub view_passcode: Patch<String>,
    /// Generated when left out.
    #[schema(min_length = 4, max_length = 100)]
    pub admin_passcode: Option<String>,
    /// Of an event; needed where it has begun.
    pub start_time: Option<Moment>,
    pub end_time: Option<Moment>,
}

/// The organiser copies a share, also an expired one.
pub async fn clone_shareable(
    ctx: &Ctx,
    opened: &Opened,
    once: &Once,
    cmd: CloneShareable,
) -> Result<Made<Created>, Error> {
    store_new(ctx, once, || draft(ctx, opened, cmd.clone())).await
}

fn draft(ctx: &Ctx, opened: &Opened, cmd: CloneShareable) -> Result<Draft, Error> {
    let source = &opened.share;
    let view = match cmd.view_passcode {
        Patch::Set(text) => Some(text),
        Patch::Clear => None,
        // What was not open to all does not become so by copying, also where its passcode opens with nothing.
        Patch::Keep => match source.open_view_passcode(&ctx.keys)? {
            None if source.view_passcode.is_some() => Some(kernel::words::passcode(&ctx.rng)),
            opened => opened,
        },
    };
    let mut checks = Checks::new();
    let name = cmd.name.map_or_else(|| source.name.clone(), |name| name.trim().to_owned());
    checks.text("name", &name, NAME);
    let lifetime = check_lifetime(cmd.expires_after, &mut checks);
    let (view_passcode, admin_passcode) = check_passcodes(ctx, view, cmd.admin_passcode, &mut checks);
    let content = content(ctx, source.content.clone(), cmd.start_time, cmd.end_time, &mut checks);
    checks.done()?;
    Ok(Draft { name, by: source.by.clone(), lifetime, content, view_passcode, admin_passcode, cause: None })
}

/// The content at its new time, open again, and without deadlines that have passed.
fn content(
    ctx: &Ctx,
    mut content: Content,
    start: Option<Moment>,
    end: Option<Moment>,
    checks: &mut Checks,
) -> Content {
    let now = ctx.clock.now();
    if let Content::Event(event) = &content {
        let begun = *event.start_time <= now;
        checks.that(start.is_some() || !begun, "startTime", "This event has begun. Give a new start.");
    }
    if start.is_some() || end.is_some() {
        let length = match (&content, start) {
            (Content::Event(event), Some(start)) => {
                event.end_time.map(|end| start.plus(event.start_time.duration_until(*end)))
            }
            _ => None,
        };
        let fields = ShareableFields {
            start_time: start.map_or(Patch::Keep, Patch::Set),
            end_time: end.or(length).map_or(Patch::Keep, Patch::Set),
            ..ShareableFields::default()
        };
        content.apply(fields, &ctx.rng, checks);
    }
    let fresh = content.fresh(now);
    fresh.check_new(now, checks);
    fresh
}
