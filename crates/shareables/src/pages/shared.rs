//! What every page of a share shows of it.

use crate::{
    gate::Opened,
    model::{Code, Content, Entity, Shareable},
    urls,
};
use jiff::Timestamp;
use kernel::{Moment, Zone};
use std::ops::Deref;
use web::{
    Ctx, Layout, Notice, Share, TimeLeft, When, Zones,
    components::when,
    outcome::{Became, CameFrom, Decision as _},
    preview::Preview,
};

/// A share as its pages see it. What it is called, and whatever else it says itself, is read as its own.
pub struct Shared<'a> {
    share: &'a Shareable,
    pub now: Timestamp,
    /// The zones of the share's times that are not at a place.
    pub zones: Zones,
    pub path: String,
    pub admin: String,
    pub is_admin: bool,
    pub expired: bool,
    pub panel: Share,
    /// What was just done to it, on its own page.
    pub done: Option<Notice>,
}

impl Deref for Shared<'_> {
    type Target = Shareable;

    fn deref(&self) -> &Shareable {
        self.share
    }
}

impl<'a> Shared<'a> {
    pub fn of(ctx: &Ctx, opened: &'a Opened) -> Self {
        let (share, now) = (&opened.share, ctx.clock.now());
        let id = &share.short_id;
        Self {
            share,
            now,
            zones: zones_of(share, &ctx.zones()),
            path: urls::page(id),
            admin: urls::admin(id),
            is_admin: opened.access.is_admin(),
            expired: share.has_expired(now),
            done: (ctx.done() == Some("given-up")).then(|| {
                let text = "To manage it, you now need the organiser passcode.";
                Notice::good("This is no longer in your account.").text(text)
            }),
            panel: Share::new(ctx.url(&urls::short(id)), &share.name).code(id.shown()).with_qr(),
        }
    }

    /// checklist, event or poll
    pub fn kind(&self) -> &'static str {
        self.entity().name()
    }

    pub fn when(&self, at: &Moment) -> When {
        When::new(*at, self.now, &self.zones)
    }

    /// How long something goes on that began with the share.
    pub fn left(&self, verb: &str, end: &Moment) -> TimeLeft {
        TimeLeft::new(verb, self.created_at.map_or(self.now, |at| *at), **end, self.now, &self.zones)
    }

    /// The poll that it was made from.
    pub fn came_from(&self) -> Option<CameFrom> {
        self.from.clone().map(CameFrom)
    }

    /// What was made of it.
    pub fn became(&self) -> Option<Became> {
        let outcomes = self.outcomes();
        (!outcomes.is_empty()).then(|| Became(outcomes.to_vec()))
    }

    /// The layout of a page that is live and belongs to those who know its address. `code` is the participant's own, where the
    /// address of the page names it.
    pub fn layout(&self, ctx: &Ctx, title: impl Into<String>, code: Option<Code>) -> Layout {
        let layout =
            Layout::of(ctx, title).noindex().describe(preview(self.share, self.now, &ctx.settings.zones()));
        let layout = layout.script("times.js").script("here.js");
        let layout = match self.view_passcode {
            Some(_) => layout,
            None => layout.picture(ctx.url(&urls::preview(&self.short_id))),
        };
        // Nothing changes any more in what has expired.
        if self.expired { layout } else { layout.live(urls::live(&self.short_id, code)) }
    }
}

/// The zones of a share's times that are not at a place, for a reader of `zones`.
pub fn zones_of(share: &Shareable, zones: &Zones) -> Zones {
    match &share.content {
        Content::Event(event) => zones.thing(Zone::named(&event.time_zone)),
        Content::Poll(poll) => zones.thing(poll.time_zone.clone()),
        Content::Checklist(_) => zones.clone(),
    }
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
    format!("{} on Roundtable. It needs a passcode.", entity.title())
}

/// What a chat shows under the link: what it is, when and where, and whether it is still open. Never what anyone answered, and of
/// what has a passcode only its kind.
fn preview(share: &Shareable, now: Timestamp, zones: &Zones) -> String {
    if share.view_passcode.is_some() {
        return guarded_preview(share.entity());
    }
    let by = share.by.as_ref().map(|by| format!(" by {by}")).unwrap_or_default();
    let rest = match &share.content {
        Content::Checklist(list) => web::words::counted(list.items.len(), "item"),
        Content::Event(event) if event.cancelled => "Cancelled".into(),
        Content::Event(event) => {
            let start = When::new(event.start_time, now, &zones_of(share, zones)).said();
            let place = event.location.as_ref().map(|place| format!(", {place}")).unwrap_or_default();
            format!("{start}{place}")
        }
        Content::Poll(poll) if poll.is_closed_at(now) => "Closed".into(),
        Content::Poll(poll) => poll.closes_at.map_or_else(
            || "Open".into(),
            |at| format!("Open until {}", When::new(at, now, &zones_of(share, zones)).said()),
        ),
    };
    format!("{}{by}. {rest}. No account needed.", share.entity().title())
}
