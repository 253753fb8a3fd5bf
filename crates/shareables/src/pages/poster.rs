//! A page to print and pin up: what it is, when and where, code and QR.

use super::shared::Shared;
use crate::gate::Gate;
use askama::Template;
use axum::response::{IntoResponse, Response};
use web::{Html, Layout, Problem, components::when};

#[derive(Template)]
#[template(path = "shareables/poster.html")]
struct PosterPage {
    layout: Layout,
    shared: Shared,
    /// When and where, line by line.
    lines: Vec<String>,
}

/// `GET /s/{shortId}/poster`
pub async fn show(gate: Gate) -> Result<Response, Problem> {
    let (ctx, opened) = (&gate.ctx, gate.for_reading().await?);
    let mut lines = Vec::new();
    if let Ok(event) = opened.share.event() {
        let (zone, now) = (when::zone(&event.time_zone), ctx.clock.now());
        let start = event.start_time.to_zoned(zone.clone());
        let end = event.end_time.map(|end| end.to_zoned(zone));
        lines.push(format!("{}, {}", when::day(&start, now), when::span(&start, end.as_ref(), now)));
        lines.extend(event.location.clone());
    }
    let layout = Layout::of(ctx, format!("Poster – {}", opened.share.name)).noindex();
    Ok(Html(PosterPage { layout, shared: Shared::of(ctx, &opened), lines }).into_response())
}
