//! A share to print and pin up.

use super::{event::zones_of, shared::Shared};
use crate::gate::{Gate, To};
use axum::response::{IntoResponse, Response};
use web::{Html, Poster, Problem, When};

/// `GET /s/{shortId}/poster`
pub async fn show(gate: Gate) -> Result<Response, Problem> {
    let (ctx, opened) = (&gate.ctx, gate.open(To::Read).await?);
    let shared = Shared::of(ctx, &opened);
    let title = opened.share.entity().title();
    let mut poster = Poster::of(ctx, title, &opened.share.name, shared.panel, shared.path);
    poster.by.clone_from(&opened.share.by);
    if let Ok(event) = opened.share.event() {
        // On paper nothing knows where the reader is.
        let zones = zones_of(event, &ctx.settings.zones());
        poster.lines.push(When::span(event.start_time, event.end_time, ctx.clock.now(), &zones).said());
        poster.lines.extend(event.location.clone());
    }
    Ok(Html(poster).into_response())
}
