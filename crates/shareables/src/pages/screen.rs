//! The share on a projector: code, QR, and what comes in, live.

use super::{event, poll, shared::Shared};
use crate::{
    Error,
    gate::{Gate, To},
    model::{Access, Content},
    stored::marks_on,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use web::{Html, Layout, Problem};

#[derive(Template)]
#[template(path = "shareables/screen.html")]
struct ScreenPage<'a> {
    layout: Layout,
    shared: Shared<'a>,
    /// Who has answered, and the results.
    votes: Option<(poll::Drawn, poll::Drawn)>,
    who: Option<event::Table>,
    /// “9 of 14 done”
    progress: Option<(usize, usize)>,
}

/// `GET /s/{shortId}/screen`
pub async fn show(gate: Gate) -> Result<Response, Problem> {
    let (ctx, opened) = (&gate.ctx, gate.open(To::Read).await?);
    let share = &opened.share;
    let shared = Shared::of(ctx, &opened);
    let mut page = ScreenPage {
        layout: shared.layout(ctx, format!("Screen – {}", share.name), None),
        shared,
        votes: None,
        who: None,
        progress: None,
    };
    match &share.content {
        Content::Checklist(list) => {
            let marks = marks_on(ctx.store.as_ref(), share).await.map_err(Error::from)?;
            page.progress = Some((marks.ticks.len(), list.items.len() + marks.added.len()));
        }
        // Answers that not everyone may see do not go on a screen.
        _ if !share.shows_answers(Access::Visitor, false, ctx.clock.now()) => {}
        Content::Poll(poll) => page.votes = Some(poll::count(ctx, share, poll).await?),
        Content::Event(_) => page.who = Some(event::seated(ctx, share).await?),
    }
    Ok(Html(page).into_response())
}
