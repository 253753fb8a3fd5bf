//! A share to print and pin up.

use super::{event::hours, shared::Shared};
use crate::gate::{Gate, To};
use axum::response::{IntoResponse, Response};
use web::{Html, Poster, Problem, components::when};

/// `GET /s/{shortId}/poster`
pub async fn show(gate: Gate) -> Result<Response, Problem> {
    let (ctx, opened) = (&gate.ctx, gate.open(To::Read).await?);
    let shared = Shared::of(ctx, &opened);
    let title = opened.share.entity().title();
    let mut poster = Poster::of(ctx, title, &opened.share.name, shared.panel, shared.path);
    poster.by.clone_from(&opened.share.by);
    if let Ok(event) = opened.share.event() {
        let hours = hours(event, ctx.clock.now());
        // On paper nothing knows where the reader is; where people meet in person, it is that place's time.
        let zone = when::zone_words(&event.time_zone);
        poster.lines.push(if event.is_in_person() { hours } else { format!("{hours} {zone}") });
        poster.lines.extend(event.location.clone());
    }
    Ok(Html(poster).into_response())
}
