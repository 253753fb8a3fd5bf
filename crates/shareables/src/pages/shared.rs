//! What every page of a share shows of it.

use crate::{
    gate::Opened,
    model::{Code, Content, Entity, Shareable},
    urls,
};
use jiff::tz::TimeZone;
use kernel::Moment;
use web::{
    Ctx, Layout, Share, TimeLeft, When,
    components::when,
    outcome::{Became, CameFrom, Decision as _},
    preview::Preview,
};

/// The part of a share that its pages have in common.
#[derive(Debug, Clone)]
pub struct Shared {
    pub path: String,
    pub admin: String,
    pub api: String,
    pub code: String,
    pub name: String,
    /// checklist, event or poll
    pub kind: &'static str,
    /// The same with a capital.
    pub title: &'static str,
    pub by: Option<String>,
    pub is_admin: bool,
    pub expired: bool,
    pub ends: When,
    pub panel: Share,
    /// The poll that it was made from.
    pub from: Option<CameFrom>,
    /// What was made of it.
    pub became: Became,
}

impl Shared {
    pub fn of(ctx: &Ctx, opened: &Opened) -> Self {
        let (share, now) = (&opened.share, ctx.clock.now());
        let id = &share.short_id;
        let entity = share.entity();
        Self {
            path: urls::page(id),
            admin: urls::admin(id),
            api: urls::api(id),
            code: id.to_string(),
            name: share.name.clone(),
            kind: entity.name(),
            title: title(entity),
            by: share.by.clone(),
            is_admin: opened.access.is_admin(),
            expired: share.has_expired(now),
            ends: When::new(share.expires_at, now),
            panel: Share::new(ctx.url(&urls::short(id)), &share.name).code(id.shown()).with_qr(),
            from: share.from.clone().map(CameFrom),
            became: Became(share.outcomes().to_vec()),
        }
    }
}

pub fn title(entity: Entity) -> &'static str {
    match entity {
        Entity::Checklist => "Checklist",
        Entity::Event => "Event",
        Entity::Poll => "Poll",
    }
}

/// How long something goes on.
pub fn left(ctx: &Ctx, verb: &str, start: Moment, end: Moment) -> TimeLeft {
    TimeLeft::new(verb, *start, *end, ctx.clock.now(), &TimeZone::UTC)
}

/// The layout of a page that is live and belongs to those who know its address. `code` is the participant's own, where the address
/// of the page names it.
pub fn layout(ctx: &Ctx, share: &Shareable, title: impl Into<String>, code: Option<Code>) -> Layout {
    let layout =
        Layout::of(ctx, title).noindex().describe(preview(ctx, share)).script("times.js").script("here.js");
    let layout = match picture(share) {
        Some(_) => layout.picture(ctx.url(&urls::preview(&share.short_id))),
        None => layout,
    };
    // Nothing changes any more in what has expired.
    if share.has_expired(ctx.clock.now()) { layout } else { layout.live(urls::live(&share.short_id, code)) }
}

/// The picture that a chat shows beside the link; of what has a passcode there is none.
pub fn picture(share: &Shareable) -> Option<Preview> {
    if share.view_passcode.is_some() {
        return None;
    }
    Some(match &share.content {
        Content::Checklist(_) => Preview::Checklist,
        Content::Poll(_) => Preview::Poll,
        Content::Event(event) => {
            Preview::Event(event.start_time.to_zoned(when::zone(&event.time_zone)).day())
        }
    })
}

/// What a chat shows under the link to what has a passcode.
pub fn guarded_preview(entity: Entity) -> String {
    format!("{} on Roundtable. It needs a passcode.", title(entity))
}

/// What a chat shows under the link: what it is, when and where, and whether it is still open. Never what anyone answered, and of
/// what has a passcode only its kind.
pub fn preview(ctx: &Ctx, share: &Shareable) -> String {
    let now = ctx.clock.now();
    let kind = title(share.entity());
    if share.view_passcode.is_some() {
        return guarded_preview(share.entity());
    }
    let by = share.by.as_ref().map(|by| format!(" by {by}")).unwrap_or_default();
    let rest = match &share.content {
        Content::Checklist(list) => web::words::counted(list.items.len(), "item"),
        Content::Event(event) => {
            let start = event.start_time.to_zoned(when::zone(&event.time_zone));
            let zone = when::zone_words(&event.time_zone);
            let place = event.location.as_ref().map(|place| format!(", {place}")).unwrap_or_default();
            format!("{}, {} {zone}{place}", when::day(&start, now), when::clock(&start))
        }
        Content::Poll(poll) if poll.is_closed_at(now) => "Closed".into(),
        Content::Poll(poll) => poll.closes_at.map_or_else(
            || "Open".into(),
            |at| {
                let at = at.to_zoned(TimeZone::UTC);
                format!("Open until {}, {} UTC", when::day(&at, now), when::clock(&at))
            },
        ),
    };
    format!("{kind}{by}. {rest}. No account needed.")
}
