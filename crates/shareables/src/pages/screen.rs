//! The share on a projector: code, QR, and what comes in, live.

use super::{
    event, poll,
    shared::{Shared, layout},
};
use crate::{
    Error,
    gate::Gate,
    live::{Rsvps, Votes},
    model::Content,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use web::{Html, Layout, Problem};

#[derive(Template)]
#[template(path = "shareables/screen.html")]
struct ScreenPage {
    layout: Layout,
    shared: Shared,
    head: Option<poll::Drawn>,
    results: Option<poll::Drawn>,
    who: Option<event::Table>,
    /// “9 of 14 done”
    progress: Option<(usize, usize)>,
}

/// `GET /s/{shortId}/screen`
pub async fn show(gate: Gate) -> Result<Response, Problem> {
    let (ctx, opened) = (&gate.ctx, gate.for_reading().await?);
    let (share, now) = (&opened.share, ctx.clock.now());
    let mut page = ScreenPage {
        layout: layout(ctx, share, format!("Screen – {}", share.name), None),
        shared: Shared::of(ctx, &opened),
        head: None,
        results: None,
        who: None,
        progress: None,
    };
    match &share.content {
        // Answers that not everyone may see do not go on a screen.
        Content::Poll(asked) if share.shows_answers(crate::model::Access::Visitor, false, now) => {
            let tally = ctx.followed::<Votes>(share).await?;
            page.head = Some(poll::head(&tally));
            page.results = Some(poll::results(&share.short_id, asked, &tally, now));
        }
        Content::Event(_) if share.shows_answers(crate::model::Access::Visitor, false, now) => {
            page.who = Some(event::Table::of(share, &*ctx.followed::<Rsvps>(share).await?));
        }
        Content::Checklist(list) => {
            let marks = crate::stored::marks_on(ctx.store.as_ref(), share).await.map_err(Error::from)?;
            page.progress = Some((marks.ticks.len(), list.items.len() + marks.added.len()));
        }
        Content::Poll(_) | Content::Event(_) => {}
    }
    Ok(Html(page).into_response())
}
