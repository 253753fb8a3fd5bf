//! What is held at all, and what has to go: the one unused the longest when there is too much, and whatever nobody has viewed for
//! a while.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// What holding something takes beside its answers.
const OVERHEAD: usize = 4 << 10;
/// Who has not been viewed for this long is let go.
const UNVIEWED: Duration = Duration::from_mins(10);
const SWEEP: Duration = Duration::from_mins(1);

type Name = (TypeId, String);

struct Place {
    slot: Arc<dyn Any + Send + Sync>,
    bytes: usize,
    used: u64,
    viewed: Instant,
}

/// All slots, of every kind. They count together.
pub struct Shelf {
    places: HashMap<Name, Place>,
    most_bytes: usize,
    bytes: usize,
    uses: u64,
    swept: bool,
}

impl Shelf {
    pub fn within(most_bytes: usize) -> Self {
        Self { places: HashMap::new(), most_bytes, bytes: 0, uses: 0, swept: false }
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The slot with this name, which is now the one used last, and whether somebody has to [`sweep`] from now on.
    pub fn slot<S: Default + Send + Sync + 'static>(&mut self, id: &str) -> (Arc<S>, bool) {
        self.uses += 1;
        let name = (TypeId::of::<S>(), id.to_owned());
        let place = self.places.entry(name).or_insert_with(|| {
            self.bytes += OVERHEAD;
            Place { slot: Arc::<S>::default(), bytes: OVERHEAD, used: 0, viewed: Instant::now() }
        });
        place.used = self.uses;
        place.viewed = Instant::now();
        let slot = place.slot.clone().downcast().unwrap_or_else(|_| {
            // Names hold the type, so that nothing else can stand there. If it did, what is read anew would take its place: a slot
            // beside the shelf would never be told of a change.
            let slot = Arc::<S>::default();
            place.slot = slot.clone();
            slot
        });
        (slot, !std::mem::replace(&mut self.swept, true))
    }

    pub fn find<S: Send + Sync + 'static>(&self, id: &str) -> Option<Arc<S>> {
        let place = self.places.get(&(TypeId::of::<S>(), id.to_owned()))?;
        place.slot.clone().downcast().ok()
    }

    pub fn remove<S: 'static>(&mut self, id: &str) {
        self.drop_place(&(TypeId::of::<S>(), id.to_owned()));
    }

    /// Notes what a slot takes now, and makes room by letting go of those unused the longest. One that has been let go stays so.
    pub fn resize<S: Send + Sync + 'static>(&mut self, id: &str, slot: &Arc<S>, bytes: usize) {
        let slot: Arc<dyn Any + Send + Sync> = slot.clone();
        let place = self.places.get_mut(&(TypeId::of::<S>(), id.to_owned()));
        let Some(place) = place.filter(|place| Arc::ptr_eq(&place.slot, &slot)) else { return };
        self.bytes = self.bytes - place.bytes + bytes + OVERHEAD;
        place.bytes = bytes + OVERHEAD;
        while self.bytes > self.most_bytes {
            let others = self.places.iter().filter(|(_, place)| !Arc::ptr_eq(&place.slot, &slot));
            let Some(oldest) = others.min_by_key(|(_, place)| place.used).map(|(name, _)| name.clone())
            else {
                return;
            };
            self.drop_place(&oldest);
        }
    }

    fn drop_place(&mut self, name: &Name) {
        if let Some(place) = self.places.remove(name) {
            self.bytes -= place.bytes;
        }
    }

    /// Lets go of what nobody viewed lately; whether anything is left to watch over.
    fn clear_out(&mut self) -> bool {
        let unviewed = |place: &Place| place.viewed.elapsed() >= UNVIEWED;
        self.places.retain(|_, place| {
            let stays = !unviewed(place);
            if !stays {
                self.bytes -= place.bytes;
            }
            stays
        });
        self.places.shrink_to_fit();
        self.swept = !self.places.is_empty();
        self.swept
    }
}

/// Clears out the shelf every now and then, for as long as there is something on it.
pub fn sweep(shelf: &Arc<Mutex<Shelf>>) {
    let shelf = Arc::downgrade(shelf);
    tokio::spawn(async move {
        loop {
            sleep(SWEEP).await;
            let Some(shelf) = shelf.upgrade() else { return };
            if !shelf.lock().unwrap_or_else(PoisonError::into_inner).clear_out() {
                return;
            }
        }
    });
}
