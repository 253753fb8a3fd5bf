//! Topics by their bare names, for what has no room.

use super::{
    Change, Live,
    hub::{Hub, Revs},
    limits::{Seat, TooManyWatchers},
};
use crate::{Ctx, Settings};
use axum::response::{
    IntoResponse, Response,
    sse::{Event, KeepAlive, Sse},
};
use futures::{Stream, StreamExt, stream};
use http::{HeaderValue, header};
use std::{convert::Infallible, net::Ipv4Addr, sync::Arc, time::Duration};
use tokio::{sync::watch, time::sleep};

/// A watcher hears at most four times a second; what happens in between comes as one.
const PAUSE: Duration = Duration::from_millis(250);
/// Proxies close what is silent; most of them after a minute.
const KEEP_ALIVE: Duration = Duration::from_secs(20);

impl Live {
    /// Tells everyone who watches `topic` that it changed.
    pub fn tell(&self, topic: &str) {
        self.0.changed(topic, Change::Edited);
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
        let revs = self.0.subscribe(topic);
        let newest = revs.borrow().any;
        let (next, stale) = match self.0.news_since(since, newest) {
            Some(next) => (next, None),
            None => (newest + 1, since.map(|since| since.max(1).max(newest))),
        };
        let any_number = Settings { streams_per_address: 0, most_streams: u32::MAX, ..Settings::default() };
        let seat = self.0.streams.take(Ipv4Addr::UNSPECIFIED.into(), &any_number)?;
        let watcher = Watcher { hub: self.0.clone(), revs, next, stale, told_before: false, _seat: seat };
        Ok(stream::unfold(watcher, async |mut watcher| watcher.news().await.map(|rev| (rev, watcher))))
    }
}

impl Ctx {
    /// The answer of a `…/live` address: the events of `topic` since the page that asks was made.
    pub fn sse(&self, topic: &str) -> Result<Response, TooManyWatchers> {
        self.live.watch_since(topic, self.live_since()).map(events)
    }
}

struct Watcher {
    hub: Arc<Hub>,
    revs: watch::Receiver<Revs>,
    /// The least revision that is news.
    next: u64,
    /// What to tell at once to whom anything may have escaped.
    stale: Option<u64>,
    told_before: bool,
    _seat: Seat,
}

impl Watcher {
    /// The next revision; `None` when the server is about to stop.
    async fn news(&mut self) -> Option<u64> {
        if let Some(rev) = self.stale.take() {
            self.told_before = true;
            return Some(rev);
        }
        let shutdown = self.hub.shutdown.clone();
        let (next, told_before) = (self.next, self.told_before);
        let revs = &mut self.revs;
        let found = async move {
            if told_before {
                sleep(PAUSE).await;
            }
            revs.wait_for(|revs| revs.any >= next).await.ok().map(|revs| revs.any)
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
    let changes = revs.flat_map(|rev| {
        let data = format!("{{\"rev\":{rev}}}");
        let edited = Event::default().event("edited").data(format!("{{\"rev\":{rev},\"spread\":0}}"));
        stream::iter([edited, Event::default().event("changed").id(rev.to_string()).data(data)])
    });
    let all = stream::once(async { hello }).chain(changes).map(Ok::<_, Infallible>);
    let mut response = Sse::new(all).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // nginx would otherwise collect events until its buffer is full.
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}
