//! `/r/{id}/poster`: a poll to print and pin up.

use super::about::About;
use crate::gate::Gate;
use axum::response::{IntoResponse, Response};
use web::{Html, Poster, Problem};

pub async fn show_poster(gate: Gate) -> Result<Response, Problem> {
    let (ctx, poll) = (&gate.ctx, gate.poll().await?);
    let about = About::of(ctx, &poll);
    Ok(Html(Poster::of(ctx, "Ranked poll", &poll.title, about.share(), about.base())).into_response())
}
