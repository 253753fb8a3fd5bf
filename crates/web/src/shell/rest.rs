//! The rest of a body that no handler read. A connection that is closed on a caller who is still sending takes the answer with it,
//! so that someone who is refused would never learn why; a bounded rest is read and thrown away first.

use axum::{
    body::{Body, BodyDataStream, HttpBody},
    extract::Request,
};
use futures::{
    StreamExt, TryStreamExt,
    stream::{Fuse, poll_fn},
};
use http::header;
use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

/// Whoever sends more than this after being refused is cut off.
const MOST: usize = 4 * super::BODY_LIMIT;
const PATIENCE: Duration = Duration::from_secs(2);

/// How many bytes of its body a request has sent so far.
#[derive(Debug, Clone, Default)]
pub struct Received(Arc<AtomicU32>);

impl Received {
    fn add(&self, bytes: usize) {
        self.0.fetch_add(u32::try_from(bytes).unwrap_or(u32::MAX), Ordering::Relaxed);
    }

    pub fn bytes(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A request's body, shared between its handler and whoever clears up after it.
pub struct Rest(Option<Arc<Mutex<Fuse<BodyDataStream>>>>);

type Chunk = Option<Result<axum::body::Bytes, axum::Error>>;

fn poll(body: &Mutex<Fuse<BodyDataStream>>, cx: &mut Context<'_>) -> Poll<Chunk> {
    body.lock().unwrap_or_else(PoisonError::into_inner).poll_next_unpin(cx)
}

/// Splits a handle to the body off the request.
pub fn share(request: Request) -> (Request, Rest) {
    if request.body().is_end_stream() {
        return (request, Rest(None));
    }
    let (mut parts, body) = request.into_parts();
    let body = Arc::new(Mutex::new(body.into_data_stream().fuse()));
    let (held, received) = (body.clone(), Received::default());
    parts.extensions.insert(received.clone());
    let counted = poll_fn(move |cx| poll(&held, cx)).inspect_ok(move |chunk| received.add(chunk.len()));
    // Whoever waits to be told to go on has sent nothing, and is not told to.
    let rest = Rest((!parts.headers.contains_key(header::EXPECT)).then_some(body));
    (Request::from_parts(parts, Body::from_stream(counted)), rest)
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
