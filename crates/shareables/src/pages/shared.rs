//! What every page of a share shows of it.

use crate::{
    cookies,
    model::{Code, Entity, Shareable, ShortId},
    service::open::Opened,
};
use jiff::tz::TimeZone;
use kernel::Moment;
use web::When;
use web::{Ctx, Layout, Share, TimeLeft};

/// The part of a share that its pages have in common.
#[derive(Debug, Clone)]
pub struct Shared {
    /// `/s/abc-def-12345`
    pub path: String,
    /// `/api/v1/shareables/abc-def-12345`
    pub api: String,
    pub code: String,
    pub name: String,
    /// checklist, event or poll
    pub kind: &'static str,
    pub is_admin: bool,
    pub expired: bool,
    pub time_left: TimeLeft,
    pub ends: When,
    pub panel: Share,
}

impl Shared {
    pub fn of(ctx: &Ctx, opened: &Opened) -> Self {
        let (share, now) = (&opened.share, ctx.clock.now());
        let id = &share.short_id;
        Self {
            path: cookies::page_path(id),
            api: cookies::api_path(id),
            code: id.to_string(),
            name: share.name.clone(),
            kind: share.entity().name(),
            is_admin: opened.access.is_admin(),
            expired: share.has_expired(now),
            time_left: left(ctx, "Here until", share.created_at, share.expires_at),
            ends: When::new(share.expires_at, now),
            panel: panel(ctx, share),
        }
    }
}

/// How to pass a share round. The short address is easier to say, and makes a coarser QR code.
fn panel(ctx: &Ctx, share: &Shareable) -> Share {
    let code = share.short_id.shown();
    Share::new(ctx.url(&format!("/{code}")), &share.name).code(code).with_qr()
}

/// How long something goes on.
pub fn left(ctx: &Ctx, verb: &str, start: Moment, end: Moment) -> TimeLeft {
    TimeLeft::new(verb, *start, *end, ctx.clock.now(), &TimeZone::UTC)
}

/// The layout of a page that is live and belongs to those who know its address. `code` is the participant's own, where the address
/// of the page names it.
pub fn layout(ctx: &Ctx, share: &Shareable, title: impl Into<String>, code: Option<&str>) -> Layout {
    let id = &share.short_id;
    let code = code.and_then(|code| code.parse::<Code>().ok());
    let query = code.map(|code| format!("?code={code}")).unwrap_or_default();
    Layout::of(ctx, title)
        .noindex()
        .describe(invitation(share.entity()))
        .live(format!("{}/live{query}", cookies::api_path(id)))
        .script("times.js")
        .script("here.js")
}

/// What a chat shows under the link. It says nothing that a passcode keeps.
fn invitation(entity: Entity) -> &'static str {
    match entity {
        Entity::Checklist => "A list to tick off together. No account needed.",
        Entity::Event => "Say whether you are coming. No account needed.",
        Entity::Poll => "Have your say. No account needed.",
    }
}

/// Whether the address of a page is written as it should be; cookies are bound to that.
pub fn is_canonical(ctx: &Ctx, id: &ShortId) -> bool {
    let path = cookies::page_path(id);
    ctx.path().strip_prefix(&path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']))
}

/// The same address, written as it should be.
pub fn canonical(ctx: &Ctx, id: &ShortId) -> String {
    let rest = ctx.path().strip_prefix("/s/").unwrap_or_default();
    let at = rest.find(['/', '?']).unwrap_or(rest.len());
    format!("{}{}", cookies::page_path(id), &rest[at..])
}
