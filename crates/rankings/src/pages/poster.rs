//! `/r/{id}/poster`: a poll to print and pin up.

use super::words::share;
use crate::{gate::Gate, urls};
use axum::response::{IntoResponse, Response};
use web::{Html, Poster, Problem};

pub async fn show_poster(gate: Gate) -> Result<Response, Problem> {
    let (ctx, poll) = (&gate.ctx, gate.poll().await?);
    let poster = Poster::of(ctx, "Ranked poll", &poll.title, share(ctx, &poll), urls::poll(poll.id));
    Ok(Html(poster).into_response())
}
