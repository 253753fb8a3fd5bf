//! Entities that were read a moment ago.
//!
//! What is stored is read anew for every request, because another process may have changed it. As long as it is the same, byte for
//! byte, so is what was made of it, and to make it again would take longer than to read it.

use crate::{Item, Result, item::Form, packed::Packed};
use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, PoisonError, RwLock},
};

/// How much of what was read is remembered, in bytes as stored.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// The entities of one kind that were read lately, by id.
pub struct Known<K, T>(RwLock<Memory<K, T>>);

struct Memory<K, T> {
    entities: HashMap<K, (Packed, Arc<T>)>,
    bytes: usize,
}

impl<K, T> Default for Known<K, T> {
    fn default() -> Self {
        Self(RwLock::new(Memory { entities: HashMap::new(), bytes: 0 }))
    }
}

impl<K: Eq + Hash, T> Known<K, T> {
    /// What `read` makes of an item, or made of it when it was the same. An item that was not stored as it is, but put together from
    /// what another server sent, is read every time.
    pub fn entity(&self, id: K, item: Item, read: impl FnOnce(&Item) -> Result<T>) -> Result<Arc<T>> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let (Some((before, entity)), Form::Packed(packed)) = (known.entities.get(&id), &item.0)
            && before == packed
        {
            return Ok(entity.clone());
        }
        drop(known);
        let entity = Arc::new(read(&item)?);
        if let Form::Packed(packed) = item.0 {
            self.0.write().unwrap_or_else(PoisonError::into_inner).remember(id, packed, entity.clone());
        }
        Ok(entity)
    }
}

impl<K: Eq + Hash, T> Memory<K, T> {
    /// Where there is no more room, everything is forgotten: what is read often is soon known again.
    fn remember(&mut self, id: K, packed: Packed, entity: Arc<T>) {
        if self.bytes + packed.size() > MOST_BYTES {
            self.entities.clear();
            self.bytes = 0;
        }
        self.bytes += packed.size();
        if let Some((before, _)) = self.entities.insert(id, (packed, entity)) {
            self.bytes -= before.size();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        StoreError, View,
        packed::{pack, unpack},
    };

    fn stored(soup: &str) -> Item {
        unpack(&pack(&Item::new().with("soup", soup))).unwrap()
    }

    fn soup(item: &Item) -> Result<String> {
        let soup = item.get("soup").and_then(View::as_str);
        soup.map(str::to_owned).ok_or_else(|| StoreError::Invalid("there is no soup".into()))
    }

    #[test]
    fn an_item_is_read_once_while_it_stays_the_same_and_again_when_it_changed() {
        let known = Known::default();
        let once = known.entity(1, stored("leek"), soup).unwrap();
        let again = known.entity(1, stored("leek"), |_| unreachable!("it is the same")).unwrap();
        assert!(Arc::ptr_eq(&once, &again));
        assert_eq!(*known.entity(1, stored("pea"), soup).unwrap(), "pea");
        assert_eq!(*known.entity(2, stored("leek"), soup).unwrap(), "leek");
    }

    #[test]
    fn what_is_remembered_has_a_bound() {
        let known = Known::default();
        for id in 0..100 {
            known.entity(id, stored(&"long ".repeat(20_000)), soup).unwrap();
        }
        let memory = known.0.read().unwrap();
        let sum: usize = memory.entities.values().map(|(packed, _)| packed.size()).sum();
        assert_eq!(memory.bytes, sum);
        assert!(sum <= MOST_BYTES && memory.entities.len() > 10, "{sum}");
    }
}
