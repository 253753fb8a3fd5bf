//! Rooms: everyone who watches the same thing. A room holds the thing in memory, renders what its audiences are shown once per
//! change on a task of its own, and is gone when the last one leaves.

use super::{Change, Part, Watched, frames::Frame, hub::Revs, topic};
use crate::Services;
use futures::{FutureExt, future};
use kernel::Class;
use std::{
    any::{Any, TypeId},
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use store::StoreError;
use tokio::{
    sync::{Notify, watch},
    time::sleep,
};

/// A room is pushed to at most four times a second; a large one, where each push costs, once.
const PAUSE: Duration = Duration::from_millis(250);
const LARGE_PAUSE: Duration = Duration::from_secs(1);
const LARGE: usize = 100;
/// When storage could not be read.
const RETRY: Duration = Duration::from_secs(1);

/// The rooms that somebody is in.
#[derive(Default)]
pub struct Rooms(Mutex<HashMap<(TypeId, String), Arc<dyn Any + Send + Sync>>>);

impl Rooms {
    /// A seat in the room of `id`. The thing may not have been loaded yet.
    pub fn enter<W: Watched>(
        &self,
        services: &Arc<Services>,
        id: &W::Id,
    ) -> (Arc<Room<W>>, watch::Receiver<Arc<News<W>>>) {
        let mut rooms = self.rooms();
        let name = (TypeId::of::<W>(), id.to_string());
        let known = rooms.get(&name).and_then(|room| room.clone().downcast::<Room<W>>().ok());
        let room = known.unwrap_or_else(|| {
            let room = Arc::new(Room::<W>::default());
            rooms.insert(name, room.clone());
            tokio::spawn(Keeper { room: room.clone(), services: services.clone(), id: id.clone() }.run());
            room
        });
        // While the rooms are locked, so that a room is never given up on someone who is coming in.
        let seat = room.news.subscribe();
        (room, seat)
    }

    /// Gives up a room; `only_empty`: unless somebody came in. Whether it was given up.
    fn close<W: Watched>(&self, room: &Arc<Room<W>>, id: &W::Id, only_empty: bool) -> bool {
        let mut rooms = self.rooms();
        if only_empty && room.news.receiver_count() > 0 {
            return false;
        }
        let name = (TypeId::of::<W>(), id.to_string());
        let ours: Arc<dyn Any + Send + Sync> = room.clone();
        if rooms.get(&name).is_some_and(|known| Arc::ptr_eq(known, &ours)) {
            rooms.remove(&name);
        }
        true
    }

    pub fn count(&self) -> usize {
        self.rooms().len()
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<(TypeId, String), Arc<dyn Any + Send + Sync>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One room.
pub struct Room<W: Watched> {
    news: watch::Sender<Arc<News<W>>>,
    /// The audiences that want parts, and how many streams each has.
    audiences: Mutex<HashMap<W::Audience, usize>>,
    bell: Notify,
}

/// What a room knows, as its streams see it.
pub struct News<W: Watched> {
    pub thing: Thing<W>,
    pub revs: Revs,
    pub shown: HashMap<W::Audience, Arc<Shown>>,
    pub told: Told,
}

pub enum Thing<W: Watched> {
    Loading,
    Unread(StoreError),
    Gone,
    Here(Arc<W::Thing>),
}

/// The events that are the same for everyone.
pub struct Told {
    pub edited: Frame,
    pub changed_by_edit: Frame,
    pub changed: Frame,
}

/// What one audience is shown.
#[derive(Default)]
pub struct Shown {
    /// The revision this is good for.
    pub rev: u64,
    pub parts: Vec<ShownPart>,
    /// When something could not be sent as a part, so that pages have to fetch themselves.
    pub fetch: u64,
}

pub struct ShownPart {
    /// When it became what it is.
    pub rev: u64,
    pub frame: Arc<Frame>,
    part: Part,
}

impl Told {
    fn of(revs: Revs, watching: usize) -> Self {
        Self {
            edited: Frame::edited(revs.any, watching),
            changed_by_edit: Frame::changed(revs.edited),
            changed: Frame::changed(revs.any),
        }
    }
}

impl<W: Watched> News<W> {
    /// The newest revision that an audience hears of.
    pub fn rev_for(&self, audience: W::Audience) -> u64 {
        rev_for::<W>(self.revs, audience)
    }
}

fn rev_for<W: Watched>(revs: Revs, audience: W::Audience) -> u64 {
    match (W::hears(audience, Change::Answered), W::hears(audience, Change::Edited)) {
        (true, _) => revs.any,
        (false, true) => revs.edited,
        (false, false) => 0,
    }
}

impl Shown {
    /// What is shown after a rendering: what has the same bytes as before is as old as before.
    fn after(before: Option<&Self>, parts: Vec<Part>, rev: u64) -> Self {
        let fetch = before.map_or(0, |before| before.fetch);
        let mut shown = Self { rev, parts: Vec::with_capacity(parts.len()), fetch };
        for part in parts {
            let same = before.and_then(|before| before.parts.iter().find(|old| old.part == part));
            if let Some(old) = same {
                shown.parts.push(ShownPart { rev: old.rev, frame: old.frame.clone(), part });
            } else if part.html.len() > Part::MOST_BYTES {
                tracing::error!(part = part.name, bytes = part.html.len(), "a part is too large to be sent");
                shown.fetch = rev;
            } else {
                shown.parts.push(ShownPart { rev, frame: Arc::new(Frame::part(&part, rev)), part });
            }
        }
        shown
    }

    /// After a rendering that failed.
    fn fetched(rev: u64) -> Self {
        Self { rev, parts: Vec::new(), fetch: rev }
    }
}

impl<W: Watched> Default for Room<W> {
    fn default() -> Self {
        let revs = Revs::default();
        let news = News { thing: Thing::Loading, revs, shown: HashMap::new(), told: Told::of(revs, 0) };
        Self { news: watch::Sender::new(Arc::new(news)), audiences: Mutex::default(), bell: Notify::new() }
    }
}

impl<W: Watched> Room<W> {
    /// From now on parts are rendered for this audience, too.
    pub fn join(self: &Arc<Self>, audience: W::Audience) -> Member<W> {
        *self.audiences().entry(audience).or_default() += 1;
        Member { room: self.clone(), audience }
    }

    /// Asks for what is missing to be rendered now.
    pub fn ring(&self) {
        self.bell.notify_one();
    }

    fn audiences(&self) -> MutexGuard<'_, HashMap<W::Audience, usize>> {
        self.audiences.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A stream that wants parts.
pub struct Member<W: Watched> {
    room: Arc<Room<W>>,
    audience: W::Audience,
}

impl<W: Watched> Drop for Member<W> {
    fn drop(&mut self) {
        let mut audiences = self.room.audiences();
        if let Some(count) = audiences.get_mut(&self.audience) {
            *count -= 1;
            if *count == 0 {
                audiences.remove(&self.audience);
            }
        }
    }
}

/// Looks after one room for as long as somebody is in it.
struct Keeper<W: Watched> {
    room: Arc<Room<W>>,
    services: Arc<Services>,
    id: W::Id,
}

impl<W: Watched> Keeper<W> {
    async fn run(self) {
        let hub = &self.services.live.0;
        // Before the thing is loaded, so that no change is missed.
        let mut topics = Heard::of(hub.subscribe(&topic::<W>(&self.id)));
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
                () = self.due(&mut topics, pause) => {}
            }
            rest = self.round(&mut topics).await;
        }
    }

    /// Waits until there is something to do: `pause` after the last time at the earliest, or at all if that failed.
    async fn due(&self, topics: &mut Heard, pause: Pause) {
        match pause {
            Pause::Retry => sleep(RETRY).await,
            Pause::UntilNews => {
                sleep(if self.room.news.receiver_count() > LARGE { LARGE_PAUSE } else { PAUSE }).await;
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

    /// Brings the room up to date with what was heard; `None` when there is nothing left to look after.
    async fn round(&self, topics: &mut Heard) -> Option<Pause> {
        let before = self.room.news.borrow().clone();
        let revs = topics.read();
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
        let revs = revs.and(topics.also_hear(W::topics(&thing), |topic| hub.subscribe(topic)));
        let (shown, complete) = self.show(&before, &thing, revs).await;
        self.publish(Thing::Here(thing), revs, shown);
        if !complete {
            return Some(Pause::Retry);
        }
        Some(if matches!(before.thing, Thing::Loading) { Pause::UntilFirstNews } else { Pause::UntilNews })
    }

    async fn thing(&self, before: &News<W>, revs: Revs) -> store::Result<Option<Arc<W::Thing>>> {
        match &before.thing {
            Thing::Here(thing) if revs.edited <= before.revs.edited => Ok(Some(thing.clone())),
            _ => Ok(W::load(&self.services, &self.id).await?.map(Arc::new)),
        }
    }

    /// Renders for every audience present what may have changed for it, and whether that was possible.
    async fn show(
        &self,
        before: &News<W>,
        thing: &W::Thing,
        revs: Revs,
    ) -> (HashMap<W::Audience, Arc<Shown>>, bool) {
        let (mut shown, mut complete) = (HashMap::new(), true);
        let audiences: Vec<_> = self.room.audiences().keys().copied().collect();
        for audience in audiences {
            let rev = rev_for::<W>(revs, audience);
            let old = before.shown.get(&audience);
            if let Some(old) = old.filter(|old| old.rev >= rev) {
                shown.insert(audience, old.clone());
                continue;
            }
            match W::parts(&self.services, &self.id, thing, audience).await {
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
        let told = Told::of(revs, self.room.news.receiver_count());
        self.room.news.send_replace(Arc::new(News { thing, revs, shown, told }));
    }
}

/// The topics that are news of a room: its own, and others that its thing names.
struct Heard {
    own: watch::Receiver<Revs>,
    others: HashMap<String, watch::Receiver<Revs>>,
}

impl Heard {
    fn of(own: watch::Receiver<Revs>) -> Self {
        Self { own, others: HashMap::new() }
    }

    async fn changed(&mut self) {
        let others = self.others.values_mut().map(|topic| topic.changed().boxed());
        let all = others.chain([self.own.changed().boxed()]);
        _ = future::select_all(all).await;
    }

    fn read(&mut self) -> Revs {
        let others = self.others.values_mut().map(|topic| *topic.borrow_and_update());
        others.fold(*self.own.borrow_and_update(), Revs::and)
    }

    /// From now on listens to exactly these others; how new they are.
    fn also_hear(
        &mut self,
        topics: Vec<String>,
        subscribe: impl Fn(&str) -> watch::Receiver<Revs>,
    ) -> Revs {
        self.others.retain(|topic, _| topics.contains(topic));
        for topic in topics {
            self.others.entry(topic).or_insert_with_key(|topic| subscribe(topic));
        }
        self.others.values_mut().map(|topic| *topic.borrow_and_update()).fold(Revs::default(), Revs::and)
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
