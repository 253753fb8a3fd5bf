//! The rest of a body that no handler read. A connection that is closed on a caller who is still sending takes the answer with it,
//! so that someone who is refused would never learn why; a bounded rest is read and thrown away first.

use axum::{
    body::{Body, BodyDataStream, HttpBody},
    extract::Request,
};
use futures::{
    StreamExt,
    stream::{Fuse, poll_fn},
};
use http::header;
use std::{
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

/// Whoever sends more than this after being refused is cut off.
const MOST: usize = 4 * super::BODY_LIMIT;
const PATIENCE: Duration = Duration::from_secs(2);

/// A request's body, shared between its handler and whoever clears up after it.
pub struct Rest(Option<Arc<Mutex<Fuse<BodyDataStream>>>>);

type Chunk = Option<Result<axum::body::Bytes, axum::Error>>;

fn poll(body: &Mutex<Fuse<BodyDataStream>>, cx: &mut Context<'_>) -> Poll<Chunk> {
    body.lock().unwrap_or_else(PoisonError::into_inner).poll_next_unpin(cx)
}

/// Splits a handle to the body off the request.
pub fn share(request: Request) -> (Request, Rest) {
    // Whoever waits to be told to go on has sent nothing, and is not told to.
    if request.body().is_end_stream() || request.headers().contains_key(header::EXPECT) {
        return (request, Rest(None));
    }
    let (parts, body) = request.into_parts();
    let body = Arc::new(Mutex::new(body.into_data_stream().fuse()));
    let held = body.clone();
    let request = Request::from_parts(parts, Body::from_stream(poll_fn(move |cx| poll(&held, cx))));
    (request, Rest(Some(body)))
}

impl Rest {
    /// Reads what is left, as far as patience goes.
    pub async fn discard(self) {
        let Some(body) = self.0 else { return };
        let mut chunks = poll_fn(|cx| poll(&body, cx));
        let read = async {
            let mut seen = 0;
            while seen < MOST
                && let Some(Ok(chunk)) = chunks.next().await
            {
                seen += chunk.len();
            }
        };
        let _ = tokio::time::timeout(PATIENCE, read).await;
    }
}
