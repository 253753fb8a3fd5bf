//! Live updates: pages that are open learn within a second that something changed.
//!
//! A change is told as a revision, a time in milliseconds that only grows. A page says when it was made (`since`), so whoever was
//! late to listen learns at once of what they missed. On one machine word goes round in the process; where several processes share
//! a store, each also leaves a mark there and looks for those of the others.

mod hub;
mod marks;
mod stream;

pub use stream::{TooManyWatchers, events};

use crate::Ctx;
use axum::response::Response;
use futures::Stream;
use hub::Hub;
use kernel::{Clock, SystemClock};
use std::sync::Arc;
use store::Store;
use tokio_util::sync::CancellationToken;

/// The hub of live topics. Clones are handles to the same one.
#[derive(Clone)]
pub struct Live(Arc<Hub>);

impl Default for Live {
    /// One machine, real time, no end.
    fn default() -> Self {
        Self::in_process(Arc::new(SystemClock), CancellationToken::new())
    }
}

impl Live {
    /// For a store that only this process uses. Streams end when `shutdown` is cancelled.
    pub fn in_process(clock: Arc<dyn Clock>, shutdown: CancellationToken) -> Self {
        Self(Arc::new(Hub::new(clock, shutdown, false)))
    }

    /// For a store that several processes share; starts the task that leaves and reads marks, so call it inside the runtime.
    pub fn marked(store: Arc<dyn Store>, clock: Arc<dyn Clock>, shutdown: CancellationToken) -> Self {
        let hub = Arc::new(Hub::new(clock, shutdown, true));
        tokio::spawn(marks::write(hub.clone(), store.clone()));
        tokio::spawn(marks::read(hub.clone(), store));
        Self(hub)
    }

    /// Tells everyone who watches `topic` that it changed. Call it after the commit; it never waits and never fails.
    pub fn changed(&self, topic: &str) {
        self.0.changed(topic);
    }

    /// The revisions of `topic` from now on, bursts as one.
    pub fn watch(&self, topic: &str) -> Result<impl Stream<Item = u64> + Send + use<>, TooManyWatchers> {
        self.watch_since(topic, None)
    }

    /// The revisions of `topic` from `since` on: one that is past already comes at once.
    pub fn watch_since(
        &self,
        topic: &str,
        since: Option<u64>,
    ) -> Result<impl Stream<Item = u64> + Send + use<>, TooManyWatchers> {
        stream::watch(self.0.clone(), topic, since)
    }

    /// `topic` as server-sent events: `changed {"rev":…}`.
    pub fn sse(&self, topic: &str, since: Option<u64>) -> Result<Response, TooManyWatchers> {
        self.watch_since(topic, since).map(stream::events)
    }
}

impl Ctx {
    /// The answer of a `…/live` address: the events of `topic` since the page that asks was made.
    pub fn sse(&self, topic: &str) -> Result<Response, TooManyWatchers> {
        self.live.sse(topic, self.live_since())
    }

    /// What the page that asks at a `…/live` address has seen already: where it left off, or else when it was made.
    pub fn live_since(&self) -> Option<u64> {
        let last =
            self.headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(|id| id.parse().ok());
        let query = self.path().split_once('?').map_or("", |(_, query)| query);
        let since = query.split('&').find_map(|pair| pair.strip_prefix("since=")?.parse().ok());
        last.or(since)
    }
}
