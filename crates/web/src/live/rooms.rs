//! Rooms: everyone who watches the same thing. A room exists as long as somebody is in it, and its keeper serves it.

use super::{Watched, keeper::Keeper, news::News};
use crate::Services;
use std::{
    any::{Any, TypeId},
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{Notify, watch};

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
            tokio::spawn(Keeper::new(room.clone(), services.clone(), id.clone()).run());
            room
        });
        // While the rooms are locked, so that a room is never given up on someone who is coming in.
        let seat = room.news.subscribe();
        (room, seat)
    }

    /// Gives up a room; `only_empty`: unless somebody came in. Whether it was given up.
    pub fn close<W: Watched>(&self, room: &Arc<Room<W>>, id: &W::Id, only_empty: bool) -> bool {
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
    pub news: watch::Sender<Arc<News<W>>>,
    /// The audiences that want parts, and how many streams each has.
    audiences: Mutex<HashMap<W::Audience, usize>>,
    pub bell: Notify,
}

impl<W: Watched> Default for Room<W> {
    fn default() -> Self {
        Self {
            news: watch::Sender::new(Arc::new(News::none())),
            audiences: Mutex::default(),
            bell: Notify::new(),
        }
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

    /// The audiences that parts are wanted for.
    pub fn present(&self) -> Vec<W::Audience> {
        self.audiences().keys().copied().collect()
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
