//! The shapes of JSON answers. Passcodes never get here, and participants' codes only where the caller may have them.

use crate::{
    gate::Opened,
    model::{
        Ballot, ChecklistItem, Code, Content, Event, Question, Reply, ResultsVisibility, Role, Rsvp, Said,
        ShortId, Vote,
    },
    service::get_shareable::Shown,
    stored::Marks,
    urls,
};
use jiff::Timestamp;
use kernel::{Moment, Open, Zone};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;
use web::{Ctx, outcome::OutcomeLink};

/// A share as its caller sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShareableView {
    pub short_id: ShortId,
    pub url: String,
    pub name: String,
    /// What its organiser is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What the caller is here.
    pub role: Role,
    /// Whether it belongs to the caller's account.
    pub mine: bool,
    pub expires_after: u32,
    /// Absent where another program stored the share, as are the times below: it lasts until the first edit stamps them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Moment>,
    pub expired: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Moment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<Moment>,
    /// Counts edits, as does the `ETag`.
    pub version: u64,
    pub has_view_passcode: bool,
    /// The poll that it was made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<OutcomeLink>,
    #[serde(flatten)]
    pub content: ContentView,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "entity", rename_all = "camelCase")]
pub enum ContentView {
    Checklist(ChecklistView),
    Event(EventView),
    Poll(PollView),
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChecklistView {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    pub viewers_add: bool,
    /// The organiser's items, then those that others added.
    pub items: Vec<ItemView>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemView {
    #[serde(flatten)]
    pub item: ChecklistItem,
    pub checked: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked_at: Option<Moment>,
    /// Who does it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed_at: Option<Moment>,
    /// Who added it, where that was not the organiser.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub added_by: Option<String>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventView {
    #[serde(flatten)]
    pub event: Event,
    /// Whether answers can still be given or changed.
    pub takes_rsvps: bool,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PollView {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// `always`, `afterSubmit` or `afterClose`; another value shows results to the organiser alone.
    #[schema(value_type = String)]
    pub results_visibility: Open<ResultsVisibility>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closes_at: Option<Moment>,
    /// An IANA name: of its dates and its closing time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub time_zone: Option<Zone>,
    /// By hand, or because `closesAt` has passed.
    pub is_closed: bool,
    pub questions: Vec<Question>,
    /// What was made of the result.
    pub outcomes: Vec<OutcomeLink>,
}

/// An RSVP. Only its owner and the organiser get its `code`.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RsvpView {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<Code>,
    #[serde(flatten)]
    pub reply: Reply,
    /// Whether it was given before the event was moved.
    pub before_move: bool,
    /// Absent where another program stored the reply, as is `updatedAt`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Moment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<Moment>,
}

/// A vote, for its owner and the organiser.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VoteView {
    pub code: Code,
    #[serde(flatten)]
    pub ballot: Ballot,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Moment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<Moment>,
}

impl ShareableView {
    pub fn of(ctx: &Ctx, Shown { opened, marks }: Shown) -> Self {
        let now = ctx.clock.now();
        let Opened { share, access, mine, .. } = opened;
        let share = Arc::unwrap_or_clone(share);
        Self {
            short_id: share.short_id,
            url: ctx.url(&urls::page(&share.short_id)),
            role: if access.is_admin() { Role::Admin } else { Role::View },
            mine,
            expires_after: share.expires_after.in_days(),
            expires_at: share.expires_at,
            expired: share.has_expired(now),
            created_at: share.created_at,
            updated_at: share.updated_at,
            version: share.version,
            has_view_passcode: share.view_passcode.is_some(),
            from: share.from.as_ref().map(|from| from.link(ctx)),
            name: share.common.name,
            by: share.common.by,
            content: ContentView::of(ctx, share.content, &marks, now),
        }
    }
}

impl ContentView {
    fn of(ctx: &Ctx, content: Content, marks: &Marks, now: Timestamp) -> Self {
        match content {
            Content::Checklist(list) => {
                let own = list.items.into_iter().map(|item| ItemView::of(item, marks));
                let added = marks.added.iter().map(|added| ItemView {
                    added_by: added.added_by.clone(),
                    ..ItemView::of(added.item.clone(), marks)
                });
                let items = own.chain(added).collect();
                Self::Checklist(ChecklistView { note: list.note, viewers_add: list.viewers_add, items })
            }
            Content::Event(event) => Self::Event(EventView { takes_rsvps: event.takes_rsvps(now), event }),
            Content::Poll(poll) => Self::Poll(PollView {
                is_closed: poll.is_closed_at(now),
                note: poll.note,
                results_visibility: poll.results_visibility,
                closes_at: poll.closes_at,
                time_zone: poll.time_zone,
                questions: poll.questions,
                outcomes: poll.outcomes.iter().map(|outcome| outcome.link(ctx)).collect(),
            }),
        }
    }
}

impl ItemView {
    pub fn of(item: ChecklistItem, marks: &Marks) -> Self {
        let tick = marks.ticks.get(&item.checklist_item_id);
        let claim = marks.claims.get(&item.checklist_item_id);
        Self {
            item,
            checked: tick.is_some(),
            checked_by: tick.and_then(|tick| tick.checked_by.clone()),
            checked_at: tick.and_then(|tick| tick.checked_at),
            claimed_by: claim.map(|claim| claim.claimed_by.clone()),
            claimed_at: claim.and_then(|claim| claim.claimed_at),
            added_by: None,
        }
    }
}

impl RsvpView {
    /// For its owner and the organiser.
    pub fn with_code(rsvp: Rsvp, event: &Event) -> Self {
        Self { code: Some(rsvp.code), ..Self::without_code(rsvp, event) }
    }

    /// For everyone else.
    pub fn without_code(rsvp: Rsvp, event: &Event) -> Self {
        let before_move = event.is_outdated(&rsvp);
        let Said { what, created_at, updated_at, .. } = rsvp;
        Self { code: None, reply: what, before_move, created_at, updated_at }
    }
}

impl From<Vote> for VoteView {
    fn from(Said { code, what, created_at, updated_at, .. }: Vote) -> Self {
        Self { code, ballot: what, created_at, updated_at }
    }
}
