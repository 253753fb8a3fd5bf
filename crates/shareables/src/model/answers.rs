//! Answers to a share: one as it is stored, and all of them as they are held, the oldest first, each found by its code.

use super::{Code, Shareable, ShortId};
use kernel::Moment;
use serde::Serialize;
use std::{
    collections::{BTreeMap, HashMap},
    ops::{
        Bound::{Excluded, Unbounded},
        Deref,
    },
};
use web::AnswerKey;

/// One person's answer as stored: what was said, whose fields are read as its own, and the code by which it is theirs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Said<T> {
    pub short_id: ShortId,
    pub code: Code,
    #[serde(flatten)]
    pub what: T,
    /// Absent, as are the times below, in rows of other programs.
    pub created_at: Option<Moment>,
    pub updated_at: Option<Moment>,
    pub ttl: Option<i64>,
    /// The last idempotency keys it was sent with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub once: Vec<AnswerKey>,
}

/// Where an answer stands in its list. One whose time is not known stands before all others.
pub type Place = (Moment, Code);

impl<T> Said<T> {
    /// A first answer to `share`.
    pub fn new(share: &Shareable, code: Code, what: T, now: Moment) -> Self {
        let (short_id, ttl) = (share.short_id, share.ttl);
        Self { short_id, code, what, created_at: Some(now), updated_at: Some(now), ttl, once: Vec::new() }
    }

    pub fn place(&self) -> Place {
        (self.created_at.unwrap_or_default(), self.code)
    }
}

impl<T> Deref for Said<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.what
    }
}

#[derive(Debug, Clone)]
pub struct Answers<T> {
    all: BTreeMap<Place, T>,
    places: HashMap<Code, Moment>,
}

impl<T> Default for Answers<T> {
    fn default() -> Self {
        Self { all: BTreeMap::new(), places: HashMap::new() }
    }
}

impl<T> Answers<T> {
    /// Takes in an answer, new or changed.
    pub fn insert(&mut self, (created_at, code): Place, answer: T) {
        self.withdraw(code);
        self.places.insert(code, created_at);
        self.all.insert((created_at, code), answer);
    }

    pub fn withdraw(&mut self, code: Code) -> Option<T> {
        let created_at = self.places.remove(&code)?;
        self.all.remove(&(created_at, code))
    }

    pub fn count(&self) -> usize {
        self.all.len()
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Place, &T)> {
        self.all.iter()
    }

    pub fn values(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.all.values()
    }

    /// What `view` makes of at most `limit` answers behind a place, and whether there are more.
    pub fn page<R>(
        &self,
        after: Option<Place>,
        limit: usize,
        view: impl Fn(&Place, &T) -> R,
    ) -> (Vec<R>, bool) {
        let mut rest = self.all.range((after.map_or(Unbounded, Excluded), Unbounded));
        let page = rest.by_ref().take(limit).map(|(place, answer)| view(place, answer)).collect();
        (page, rest.next().is_some())
    }
}
