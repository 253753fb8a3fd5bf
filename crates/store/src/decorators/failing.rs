//! Fails on purpose, by a script or by chance, so that tests can show what becomes of a request when storage does.

use super::{
    call::Call,
    hooked::{Hook, Hooked, Outcome},
};
use crate::{Result, Store, StoreError};
use kernel::Rng;
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// One way in which a call goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Storage cannot be reached; nothing happened.
    Before,
    /// It happened, but the answer was lost.
    After,
    /// Storage is busy; nothing happened.
    Throttled,
    /// Another transaction was in the way; nothing happened.
    Conflict,
}

impl Fault {
    pub const ALL: [Self; 4] = [Self::Before, Self::After, Self::Throttled, Self::Conflict];

    fn error(self) -> StoreError {
        match self {
            Self::Before | Self::After => StoreError::Unavailable("made to fail".to_owned()),
            Self::Throttled => StoreError::Throttled("made to fail".to_owned()),
            Self::Conflict => StoreError::Conflict,
        }
    }
}

/// A store whose calls fail as its [`Faults`] say.
pub type FailingStore = Hooked<Faults>;

#[derive(Debug, Default)]
pub struct Faults(Mutex<Plan>);

#[derive(Default)]
struct Plan {
    /// What becomes of the next calls, one after the other.
    script: VecDeque<Option<Fault>>,
    /// What becomes of every call after the script.
    always: Option<Fault>,
    /// How many of a hundred calls fail by chance.
    chance: Option<(Rng, u64)>,
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plan")
            .field("script", &self.script)
            .field("always", &self.always)
            .finish_non_exhaustive()
    }
}

impl FailingStore {
    /// A store that works until it is told otherwise.
    pub fn new(inner: Arc<dyn Store>) -> Self {
        Self::around(inner, Faults::default())
    }

    /// The next calls go wrong as listed, one after the other; `None` is a call that works.
    pub fn script(&self, faults: impl IntoIterator<Item = Option<Fault>>) {
        self.hook.plan().script.extend(faults);
    }

    /// Every call goes wrong in this way until [`FailingStore::heal`].
    pub fn always(&self, fault: Fault) {
        self.hook.plan().always = Some(fault);
    }

    /// Each call goes wrong by chance, in any way, `percent` times of a hundred; the same for the same seed.
    pub fn at_random(&self, seed: u64, percent: u64) {
        self.hook.plan().chance = Some((Rng::seeded(seed), percent));
    }

    /// From now on everything works.
    pub fn heal(&self) {
        *self.hook.plan() = Plan::default();
    }
}

impl Faults {
    fn plan(&self) -> MutexGuard<'_, Plan> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn draw(&self) -> Option<Fault> {
        let mut plan = self.plan();
        if let Some(scripted) = plan.script.pop_front() {
            return scripted;
        }
        plan.always.or_else(|| {
            let (rng, percent) = plan.chance.as_ref()?;
            (rng.below(100) < *percent).then(|| Fault::ALL[rng.index(Fault::ALL.len())])
        })
    }
}

impl Hook for Faults {
    type Begun = Option<Fault>;

    fn before(&self, _: &Call) -> Result<Option<Fault>> {
        match self.draw() {
            Some(fault) if fault != Fault::After => Err(fault.error()),
            later => Ok(later),
        }
    }

    fn after(&self, _: &Call, later: Option<Fault>, _: Outcome<'_>) -> Result<()> {
        later.map_or(Ok(()), |fault| Err(fault.error()))
    }
}
