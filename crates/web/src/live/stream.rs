//! What one stream is sent. It takes what its room has made ready, judges before each push whether it may still have it, and holds
//! nothing that is not sent: who reads slowly misses what is old and gets what is newest.

use super::{
    Seen, Watched,
    frames::{ALIVE, Encoding, Frame, HELLO},
    grant::Grant,
    hub::Hub,
    limits::Seat,
    news::{News, Shown, Thing},
    rooms::Member,
};
use crate::{Ctx, Fault, Services, shell::pack::takes_gzip};
use axum::{
    body::{Body, Bytes},
    response::{IntoResponse, Response},
};
use futures::stream;
use http::{HeaderValue, header};
use std::{collections::VecDeque, convert::Infallible, sync::Arc, time::Duration};
use tokio::{
    sync::watch,
    time::{Interval, MissedTickBehavior, interval},
};
use tokio_util::sync::CancellationToken;

/// A sign of life, and a look at whether time has changed what this stream may have. Proxies close what is silent, most of them after
/// a minute.
const TICK: Duration = Duration::from_secs(20);
/// What the stream was opened by is judged again after so many ticks, whatever was published.
const GRANT_TICKS: u32 = 3;

/// Opens a stream for a caller who may look at all.
pub async fn open<W: Watched>(ctx: &Ctx, id: W::Id, rights: W::Rights) -> Result<Response, Fault> {
    let hub = &ctx.live.0;
    let seat = hub.streams.take(ctx.actor.address, &ctx.settings)?;
    // Before anything is judged, so that no end of it is missed.
    let mut grant = Grant::of::<W>(ctx, &rights);
    let (room, mut news) = hub.rooms.enter::<W>(&ctx.services(), &id);
    let now = news.wait_for(|news| !matches!(news.thing, Thing::Loading)).await;
    let now = now.map_err(|_| Fault::Internal("a room was given up while someone came in".into()))?.clone();
    let audience = match &now.thing {
        Thing::Here(thing) => thing.audience(&rights, ctx.clock.now()),
        Thing::Unread(error) => return Err(error.clone().into()),
        Thing::Loading | Thing::Gone => None,
    };
    let audience = match audience {
        Some(audience) if grant.holds::<W>(ctx, &id, &rights).await => Some(audience),
        _ => None,
    };
    let gzip = takes_gzip(&ctx.headers);
    let with_parts = ctx.live_query("parts") == Some("1");
    let mut out = Sent::new(with_parts, if gzip { Encoding::gzip() } else { Encoding::Text });
    let since = hub.news_since(ctx.live_since(), now.revs.any);
    let Some(audience) = audience else {
        // Gone, or not theirs any more, since they were let in: their page finds out by fetching itself.
        out.farewell(hub);
        return Ok(answer(stream::iter(out.queue.into_iter().map(Ok::<_, Infallible>)), gzip));
    };
    let mut watcher = Watcher::<W> {
        shutdown: hub.shutdown.clone(),
        member: with_parts.then(|| room.join(audience)),
        next: since.unwrap_or(now.revs.any + 1),
        services: ctx.services(),
        tick: ticks(),
        ticked: 0,
        grant,
        news,
        id,
        rights,
        audience,
        sent: out,
        _seat: seat,
    };
    if since.is_none() {
        watcher.sent.all_anew(hub);
    } else if watcher.lacks_parts(&now) {
        room.ring();
    }
    watcher.push(&now);
    let chunks = stream::unfold(watcher, async |mut watcher| {
        watcher.next_chunk().await.map(|chunk| (Ok::<_, Infallible>(chunk), watcher))
    });
    Ok(answer(chunks, gzip))
}

fn answer(
    chunks: impl futures::Stream<Item = Result<Bytes, Infallible>> + Send + 'static,
    gzip: bool,
) -> Response {
    let mut response = Body::from_stream(chunks).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if gzip {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    // nginx would otherwise collect events until its buffer is full.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

fn ticks() -> Interval {
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // The first one comes at once.
    ticks.reset();
    ticks
}

/// What goes out on one stream, and what waits to.
struct Sent {
    with_parts: bool,
    encoding: Encoding,
    queue: VecDeque<Bytes>,
    over: bool,
}

impl Sent {
    fn new(with_parts: bool, encoding: Encoding) -> Self {
        let queue = encoding.begin().into_iter().collect();
        let mut sent = Self { with_parts, encoding, queue, over: false };
        sent.send(&HELLO);
        sent
    }

    fn send(&mut self, frame: &Frame) {
        self.queue.push_back(self.encoding.next(frame));
    }

    /// Anything may have changed since the page was made: it has to find out by itself.
    fn all_anew(&mut self, hub: &Hub) {
        let rev = hub.now();
        if self.with_parts {
            self.send(&Frame::edited(rev, hub.streams.total()));
        }
        self.send(&Frame::changed(Seen { rev, process: Some(hub.process) }));
    }

    fn farewell(&mut self, hub: &Hub) {
        self.all_anew(hub);
        self.end();
    }

    fn end(&mut self) {
        if !self.over {
            self.queue.extend(self.encoding.end());
        }
        self.over = true;
    }
}

struct Watcher<W: Watched> {
    services: Arc<Services>,
    shutdown: CancellationToken,
    news: watch::Receiver<Arc<News<W>>>,
    id: W::Id,
    rights: W::Rights,
    audience: W::Audience,
    /// Set for who wants parts.
    member: Option<Member<W>>,
    /// The least revision that is news.
    next: u64,
    grant: Grant,
    tick: Interval,
    ticked: u32,
    sent: Sent,
    _seat: Seat,
}

impl<W: Watched> Watcher<W> {
    /// What to send next; `None` at the end.
    async fn next_chunk(&mut self) -> Option<Bytes> {
        loop {
            if let Some(chunk) = self.sent.queue.pop_front() {
                return Some(chunk);
            }
            if self.sent.over {
                return None;
            }
            tokio::select! {
                biased;
                () = self.shutdown.cancelled() => self.sent.end(),
                () = self.grant.due(self.services.clock.as_ref()) => self.judge_grant().await,
                changed = self.news.changed() => match changed {
                    Ok(()) => {
                        let news = self.news.borrow_and_update().clone();
                        self.push(&news);
                    }
                    Err(_) => self.sent.end(),
                },
                _ = self.tick.tick() => self.look_around().await,
            }
        }
    }

    /// Puts what is new into the queue, if it is still this stream's to have.
    fn push(&mut self, news: &News<W>) {
        match &news.thing {
            Thing::Unread(_) => return self.sent.end(),
            Thing::Here(thing) if self.may_have(thing) => {}
            _ => return self.say_goodbye(),
        }
        let rev = news.rev_for(self.audience);
        if rev < self.next || self.lacks_parts(news) {
            return;
        }
        if self.member.is_some()
            && let Some(shown) = news.shown.get(&self.audience)
        {
            self.push_parts(news, shown);
        }
        let told = if rev == news.revs.any { &news.told.changed } else { &news.told.changed_by_edit };
        self.sent.send(told);
        self.next = rev + 1;
    }

    fn push_parts(&mut self, news: &News<W>, shown: &Shown) {
        for part in shown.parts.iter().filter(|part| part.rev >= self.next) {
            self.sent.send(&part.frame);
        }
        if news.revs.edited >= self.next || shown.fetch >= self.next {
            self.sent.send(&news.told.edited);
        }
    }

    /// Whether there is news in parts that have not been rendered yet.
    fn lacks_parts(&self, news: &News<W>) -> bool {
        let rev = news.rev_for(self.audience);
        let rendered = news.shown.get(&self.audience).is_some_and(|shown| shown.rev >= rev);
        self.member.is_some() && rev >= self.next && !rendered
    }

    fn may_have(&self, thing: &W) -> bool {
        thing.audience(&self.rights, self.services.clock.now()) == Some(self.audience)
    }

    async fn look_around(&mut self) {
        let news = self.news.borrow().clone();
        if !matches!(&news.thing, Thing::Here(thing) if self.may_have(thing)) {
            return self.say_goodbye();
        }
        self.ticked += 1;
        if self.ticked.is_multiple_of(GRANT_TICKS) {
            self.judge_grant().await;
        }
        if !self.sent.over {
            self.sent.send(&ALIVE);
        }
    }

    /// Ends the stream once what it was opened by has ended.
    async fn judge_grant(&mut self) {
        if !self.grant.holds::<W>(&self.services, &self.id, &self.rights).await {
            self.say_goodbye();
        }
    }

    fn say_goodbye(&mut self) {
        self.sent.farewell(&self.services.live.0);
    }
}
