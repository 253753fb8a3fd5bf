//! What one watcher gets to see.

use super::hub::Hub;
use axum::response::{
    IntoResponse, Response,
    sse::{Event, KeepAlive, Sse},
};
use futures::{Stream, StreamExt, stream};
use http::{HeaderValue, header};
use jiff::SignedDuration;
use kernel::{Class, Classify};
use std::{convert::Infallible, sync::Arc, time::Duration};
use tokio::{sync::watch, time::sleep};

/// Open streams in one process.
const MOST_WATCHERS: usize = 10_000;
/// A watcher hears at most four times a second; what happens in between comes as one.
const PAUSE: Duration = Duration::from_millis(250);
/// Proxies close what is silent; most of them after a minute.
const KEEP_ALIVE: Duration = Duration::from_secs(20);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("more pages are open than this process can keep live")]
pub struct TooManyWatchers;

impl Classify for TooManyWatchers {
    fn class(&self) -> Class {
        Class::Unavailable(SignedDuration::from_secs(30))
    }
}

struct Watcher {
    hub: Arc<Hub>,
    revs: watch::Receiver<u64>,
    /// The least revision that is news.
    next: u64,
    told_before: bool,
}

pub fn watch(
    hub: Arc<Hub>,
    topic: &str,
    since: Option<u64>,
) -> Result<impl Stream<Item = u64> + Send + use<>, TooManyWatchers> {
    if hub.watchers() >= MOST_WATCHERS {
        return Err(TooManyWatchers);
    }
    let (revs, next) = hub.subscribe(topic, since);
    let watcher = Watcher { hub, revs, next, told_before: false };
    Ok(stream::unfold(watcher, async |mut watcher| watcher.news().await.map(|rev| (rev, watcher))))
}

impl Watcher {
    /// The next revision; `None` when the server is about to stop.
    async fn news(&mut self) -> Option<u64> {
        let shutdown = self.hub.shutdown.clone();
        let (next, told_before) = (self.next, self.told_before);
        let revs = &mut self.revs;
        let found = async move {
            if told_before {
                sleep(PAUSE).await;
            }
            revs.wait_for(|rev| *rev >= next).await.ok().map(|rev| *rev)
        };
        let rev = tokio::select! {
            () = shutdown.cancelled() => return None,
            rev = found => rev?,
        };
        self.next = rev + 1;
        self.told_before = true;
        Some(rev)
    }
}

/// Revisions as server-sent events: `changed {"rev":…}`.
pub fn events(revs: impl Stream<Item = u64> + Send + 'static) -> Response {
    // The first line tells the browser that it is connected, and when to come back after a break.
    let hello = Event::default().comment("open").retry(Duration::from_secs(1));
    let changes = revs
        .map(|rev| Event::default().event("changed").id(rev.to_string()).data(format!("{{\"rev\":{rev}}}")));
    let all = stream::once(async { hello }).chain(changes).map(Ok::<_, Infallible>);
    let mut response = Sse::new(all).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // nginx would otherwise collect events until its buffer is full.
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}
