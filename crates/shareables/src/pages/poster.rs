//! A share to print and pin up.

use super::shared::Shared;
use crate::{gate::Gate, model::EventKind};
use axum::response::{IntoResponse, Response};
use web::{Html, Poster, Problem, components::when};

/// `GET /s/{shortId}/poster`
pub async fn show(gate: Gate) -> Result<Response, Problem> {
    let (ctx, opened) = (&gate.ctx, gate.for_reading().await?);
    let shared = Shared::of(ctx, &opened);
    let mut poster = Poster::of(ctx, shared.title, &shared.name, shared.panel, shared.path);
    poster.by = shared.by;
    if let Ok(event) = opened.share.event() {
        let (zone, now) = (when::zone(&event.time_zone), ctx.clock.now());
        let start = event.start_time.to_zoned(zone.clone());
        let end = event.end_time.map(|end| end.to_zoned(zone));
        let hours = format!("{}, {}", when::day(&start, now), when::span(&start, end.as_ref(), now));
        // On paper nothing knows where the reader is; where people meet in person, it is that place's time.
        poster.lines.push(match event.kind {
            EventKind::InPerson => hours,
            EventKind::Virtual => format!("{hours} {}", when::zone_words(&event.time_zone)),
        });
        poster.lines.extend(event.location.clone());
    }
    Ok(Html(poster).into_response())
}
