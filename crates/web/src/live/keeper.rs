//! The keeper of a room: holds the thing in memory, renders what its audiences are shown once per change, on a task of its own, and
//! gives the room up when the last one has left.

use super::{
    Watched,
    hub::Revs,
    news::{News, Shown, Thing, rev_for},
    rooms::Room,
    topic,
};
use crate::Services;
use futures::{FutureExt, future};
use kernel::Class;
use std::{
    collections::{HashMap, hash_map::Entry},
    sync::Arc,
    time::Duration,
};
use store::StoreError;
use tokio::{
    sync::watch,
    time::{Instant, sleep, sleep_until},
};

/// A room is pushed to at most four times a second; a large one, where each push costs, about once: a little sooner than after a
/// second, so that nobody is more than a second behind when the push has reached them.
const PAUSE: Duration = Duration::from_millis(250);
const LARGE_PAUSE: Duration = Duration::from_millis(900);
const LARGE: usize = 100;
/// When storage could not be read.
const RETRY: Duration = Duration::from_secs(1);

/// Keeps one room for as long as anyone is in it.
pub struct Keeper<W: Watched> {
    room: Arc<Room<W>>,
    services: Arc<Services>,
    id: W::Id,
}

impl<W: Watched> Keeper<W> {
    pub fn new(room: Arc<Room<W>>, services: Arc<Services>, id: W::Id) -> Self {
        Self { room, services, id }
    }

    /// Until everyone has left.
    pub async fn run(self) {
        let hub = &self.services.live.0;
        // Before the thing is loaded, so that no change is missed.
        let mut topics = Heard::of(hub.subscribe(&topic::<W>(&self.id)));
        let mut began = Instant::now();
        let mut rest = self.round(&mut topics).await;
        while let Some(pause) = rest {
            tokio::select! {
                () = hub.shutdown.cancelled() => break,
                () = self.room.news.closed() => {
                    if hub.rooms.close(&self.room, &self.id, true) {
                        return;
                    }
                    continue;
                }
                () = self.due(&mut topics, pause, began) => {}
            }
            began = Instant::now();
            rest = self.round(&mut topics).await;
        }
    }

    /// Waits until there is something to do: `pause` after the last time began at the earliest, or at all if that failed.
    async fn due(&self, topics: &mut Heard, pause: Pause, began: Instant) {
        match pause {
            Pause::Retry => sleep(RETRY).await,
            Pause::UntilNews => {
                let pause = if self.room.news.receiver_count() > LARGE { LARGE_PAUSE } else { PAUSE };
                sleep_until(began + pause).await;
                tokio::select! {
                    () = topics.changed() => {}
                    () = self.room.bell.notified() => {}
                }
            }
            Pause::UntilFirstNews => tokio::select! {
                () = topics.changed() => {}
                () = self.room.bell.notified() => {}
            },
        }
    }

    /// Brings the room up to date with what was heard; `None` when there is nothing left to keep.
    async fn round(&self, topics: &mut Heard) -> Option<Pause> {
        let before = self.room.news.borrow().clone();
        let revs = topics.read(before.revs);
        let thing = match self.thing(&before, revs).await {
            Ok(thing) => thing,
            Err(error) => {
                if matches!(before.thing, Thing::Loading) {
                    self.publish(Thing::Unread(error), revs, HashMap::new());
                    return None;
                }
                tracing::warn!(%error, topic = W::NAME, "what is watched cannot be read; open pages are behind");
                return Some(Pause::Retry);
            }
        };
        let Some(thing) = thing else {
            self.publish(Thing::Gone, revs, HashMap::new());
            return None;
        };
        let hub = &self.services.live.0;
        let revs = topics.also_hear(thing.topics(), revs, |topic| hub.subscribe(topic));
        let (shown, complete) = self.show(&before, &thing, revs).await;
        self.publish(Thing::Here(thing), revs, shown);
        if !complete {
            return Some(Pause::Retry);
        }
        Some(if matches!(before.thing, Thing::Loading) { Pause::UntilFirstNews } else { Pause::UntilNews })
    }

    async fn thing(&self, before: &News<W>, revs: Revs) -> store::Result<Option<Arc<W>>> {
        match &before.thing {
            Thing::Here(thing) if revs.edited <= before.revs.edited => Ok(Some(thing.clone())),
            _ => Ok(W::load(&self.services, &self.id).await?.map(Arc::new)),
        }
    }

    /// Renders for every audience present what may have changed for it, and whether that was possible.
    async fn show(
        &self,
        before: &News<W>,
        thing: &W,
        revs: Revs,
    ) -> (HashMap<W::Audience, Arc<Shown>>, bool) {
        let (mut shown, mut complete) = (HashMap::new(), true);
        for audience in self.room.present() {
            let rev = rev_for::<W>(revs, audience);
            let old = before.shown.get(&audience);
            if let Some(old) = old.filter(|old| old.rev >= rev) {
                shown.insert(audience, old.clone());
                continue;
            }
            match thing.parts(&self.services, audience).await {
                Ok(parts) => {
                    shown.insert(audience, Arc::new(Shown::after(old.map(Arc::as_ref), parts, rev)));
                }
                Err(problem) if matches!(problem.class, Class::Unavailable(_)) => {
                    tracing::warn!(reason = problem.detail, topic = W::NAME, "parts cannot be read");
                    complete = false;
                    shown.extend(old.map(|old| (audience, old.clone())));
                }
                Err(problem) => {
                    tracing::error!(reason = problem.detail, topic = W::NAME, "parts cannot be drawn");
                    shown.insert(audience, Arc::new(Shown::fetched(rev)));
                }
            }
        }
        (shown, complete)
    }

    fn publish(&self, thing: Thing<W>, revs: Revs, shown: HashMap<W::Audience, Arc<Shown>>) {
        let told = (self.services.live.0.process, self.room.news.receiver_count());
        let news = News::of(thing, revs, shown, told);
        self.room.news.send_replace(Arc::new(news));
    }
}

/// The topics that are news of a room: its own, and others that its thing names.
struct Heard {
    own: Topic,
    others: HashMap<String, Topic>,
}

/// A topic, and how new it was when it was read last.
struct Topic {
    revs: watch::Receiver<Revs>,
    read: Revs,
}

impl Topic {
    fn of(revs: watch::Receiver<Revs>) -> Self {
        Self { revs, read: Revs::default() }
    }

    /// What it adds to a room that was at `room`. Whatever has changed since the last time is later than all that the room was told,
    /// also when another topic changed in the same millisecond or by a clock that is ahead.
    fn read(&mut self, room: Revs) -> Revs {
        let now = *self.revs.borrow_and_update();
        let before = std::mem::replace(&mut self.read, now);
        let newer = |is: u64, was: u64| if is > was { is.max(room.any + 1) } else { 0 };
        Revs { edited: newer(now.edited, before.edited), any: newer(now.any, before.any) }
    }
}

impl Heard {
    fn of(own: watch::Receiver<Revs>) -> Self {
        Self { own: Topic::of(own), others: HashMap::new() }
    }

    async fn changed(&mut self) {
        let topics = self.others.values_mut().chain([&mut self.own]);
        _ = future::select_all(topics.map(|topic| topic.revs.changed().boxed())).await;
    }

    /// How new a room is now that was at `room`.
    fn read(&mut self, room: Revs) -> Revs {
        let topics = self.others.values_mut().chain([&mut self.own]);
        topics.fold(room, |revs, topic| revs.and(topic.read(room)))
    }

    /// From now on listens to exactly these others; how new the room is with those that join them.
    fn also_hear(
        &mut self,
        topics: Vec<String>,
        room: Revs,
        subscribe: impl Fn(&str) -> watch::Receiver<Revs>,
    ) -> Revs {
        self.others.retain(|topic, _| topics.contains(topic));
        topics.into_iter().fold(room, |revs, name| {
            let Entry::Vacant(place) = self.others.entry(name) else { return revs };
            let topic = Topic::of(subscribe(place.key()));
            revs.and(place.insert(topic).read(room))
        })
    }
}

impl<W: Watched> Drop for Keeper<W> {
    /// However it ends: nobody is left waiting in a room that is not looked after.
    fn drop(&mut self) {
        self.services.live.0.rooms.close(&self.room, &self.id, false);
        let news = self.room.news.borrow().clone();
        if matches!(news.thing, Thing::Loading | Thing::Here(_)) {
            let closed = StoreError::Unavailable("this room was closed".into());
            self.publish(Thing::Unread(closed), news.revs, HashMap::new());
        }
    }
}

#[derive(Clone, Copy)]
enum Pause {
    Retry,
    UntilNews,
    UntilFirstNews,
}
