//! Lines of tries, one for each subject: who is at the head is judged, the others wait.

use jiff::SignedDuration;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::{Mutex as Turn, OwnedMutexGuard};

/// How many wait behind the one at the head.
const LONGEST: usize = 32;
/// What someone is told who finds the line full.
pub const FULL: SignedDuration = SignedDuration::from_secs(1);

#[derive(Default)]
struct Line {
    turn: Arc<Turn<()>>,
    people: usize,
}

/// The lines that someone stands in.
#[derive(Clone, Default)]
pub struct Lines(Arc<Mutex<HashMap<String, Line>>>);

impl Lines {
    /// A place at the head of a line in which nobody stands.
    pub fn at_once(&self, name: &str) -> Option<Place> {
        let (turn, mut place) = self.enter(name, 1)?;
        place.turn = Some(turn.try_lock_owned().ok()?);
        Some(place)
    }

    /// Waits for the head of the line. `None` when too many stand there already.
    pub async fn wait(&self, name: &str) -> Option<Place> {
        let (turn, mut place) = self.enter(name, LONGEST + 1)?;
        place.turn = Some(turn.lock_owned().await);
        Some(place)
    }

    /// Joins a line that has room for `room` people.
    fn enter(&self, name: &str, room: usize) -> Option<(Arc<Turn<()>>, Place)> {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.get(name).is_some_and(|line| line.people >= room) {
            return None;
        }
        let line = lines.entry(name.to_owned()).or_default();
        line.people += 1;
        let place = Place { lines: self.clone(), name: name.to_owned(), turn: None };
        Some((line.turn.clone(), place))
    }
}

/// A place in a line, given up when it is dropped.
pub struct Place {
    lines: Lines,
    name: String,
    turn: Option<OwnedMutexGuard<()>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(self.turn.take());
        let mut lines = self.lines.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = lines.get_mut(&self.name) {
            line.people -= 1;
            if line.people == 0 {
                lines.remove(&self.name);
            }
        }
    }
}
