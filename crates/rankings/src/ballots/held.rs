//! One poll's ballots, and how they are brought up to date.

use crate::{
    keys,
    model::{Mark, Poll, PollId, VoteId},
    tables::RANKED_CHOICE_POLLS,
};
use jiff::{SignedDuration, Timestamp};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};
use store::{Item, Key, Store, StoreError, View, batch_get_all, query_all, view::List};
use tally::{BallotBox, Name, Results, Rules};
use web::Services;

/// A mark carries the time at which its vote was made. It is stored a little later, by a process whose clock may be a little behind:
/// by at most this much in all, so looking this far back finds it.
const OVERLAP: SignedDuration = SignedDuration::from_secs(10);
/// Marks are gone after an hour; well before that they are no longer relied on.
const LONGEST_AWAY: SignedDuration = SignedDuration::from_mins(50);
/// Votes that came by other means leave no mark, so everything is read anew now and then.
const LONGEST_BY_MARKS: SignedDuration = SignedDuration::from_hours(6);

/// The ballots; none before the first reading.
#[derive(Default)]
pub struct Held(Option<Reading>);

struct Reading {
    ballots: BallotBox,
    candidates: Vec<String>,
    /// When everything was read.
    full_at: Timestamp,
    /// When the latest reading began: what was stored before is in it.
    read_at: Timestamp,
    /// Marks whose votes have been read, as far back as the next reading looks.
    seen: HashSet<String>,
    counted: Option<Arc<Results>>,
}

impl Held {
    /// Whether these are ballots over the poll's candidates.
    pub fn fits(&self, poll: &Poll) -> bool {
        self.0.as_ref().is_some_and(|reading| reading.candidates == poll.candidates)
    }

    /// Whether the marks since the last reading tell everything that has happened.
    pub fn can_follow(&self, poll: &Poll, now: Timestamp) -> bool {
        self.fits(poll) && self.0.as_ref().is_some_and(|reading| reading.can_follow(now))
    }

    /// Reads what is new. When that fails, what is held stays as it was.
    pub async fn follow(&mut self, services: &Services, poll: &Poll) -> store::Result<()> {
        match &mut self.0 {
            Some(reading) => reading.follow(services.store.as_ref(), poll.id, services.clock.now()).await,
            None => self.read_all(services, poll).await,
        }
    }

    pub async fn read_all(&mut self, services: &Services, poll: &Poll) -> store::Result<()> {
        // Before anything is read, so that two of them need not be held at once.
        self.0 = None;
        self.0 = Some(Reading::full(services.store.as_ref(), poll, services.clock.now()).await?);
        Ok(())
    }

    pub fn total(&self) -> u64 {
        self.0.as_ref().map_or(0, |reading| reading.ballots.len() as u64)
    }

    pub fn is_counted(&self) -> bool {
        self.0.as_ref().is_some_and(|reading| reading.counted.is_some())
    }

    /// Counts what has not been counted yet.
    pub fn results(&mut self) -> store::Result<Arc<Results>> {
        let Some(Reading { ballots, counted, .. }) = &mut self.0 else {
            return Err(StoreError::Unavailable("the ballots have not been read".into()));
        };
        Ok(counted.get_or_insert_with(|| Arc::new(ballots.tally(&Rules::default()))).clone())
    }

    pub fn rankings(&self) -> Vec<(u64, Vec<Name>)> {
        self.0.as_ref().map_or_else(Vec::new, |reading| reading.ballots.election().rankings())
    }

    pub fn memory_bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |reading| reading.ballots.memory_bytes())
    }
}

impl Reading {
    /// Reads every vote, a page at a time.
    async fn full(store: &dyn Store, poll: &Poll, now: Timestamp) -> store::Result<Self> {
        let ballots = BallotBox::new(poll.names(), &poll.tie_order());
        let ballots = ballots.map_err(|error| StoreError::Invalid(format!("poll {}: {error}", poll.id)))?;
        let mut reading = Self {
            ballots,
            candidates: poll.candidates.clone(),
            full_at: now,
            read_at: now,
            seen: HashSet::new(),
            counted: None,
        };
        let mut query = keys::votes_of(poll.id);
        loop {
            let rows = store.query(query.clone()).await?;
            for row in &rows.items {
                reading.put(row)?;
            }
            match rows.next {
                Some(next) => query.after = Some(next),
                None => break,
            }
        }
        reading.ballots.shrink_to_fit();
        Ok(reading)
    }

    fn can_follow(&self, now: Timestamp) -> bool {
        now.duration_since(self.read_at) < LONGEST_AWAY && now.duration_since(self.full_at) < LONGEST_BY_MARKS
    }

    /// Reads the marks since the last reading, and the votes they name.
    async fn follow(&mut self, store: &dyn Store, poll: PollId, now: Timestamp) -> store::Result<()> {
        let since = self.read_at.min(now) - OVERLAP;
        let marks = query_all(store, keys::marks_since(poll, since)).await?;
        let mut seen = HashSet::with_capacity(marks.len());
        let mut changed: HashMap<VoteId, Key> = HashMap::new();
        for row in marks {
            let Some(id) = row.get("SK").and_then(View::as_str).map(str::to_owned) else { continue };
            if !self.seen.contains(&id) {
                let mark: Mark = store::from_item(row)?;
                changed.insert(mark.vote_id, keys::vote(poll, mark.vote_id));
            }
            seen.insert(id);
        }
        let (ids, keys): (Vec<_>, Vec<_>) = changed.into_iter().unzip();
        let votes = batch_get_all(store, &RANKED_CHOICE_POLLS, &keys).await?;
        for (id, vote) in ids.into_iter().zip(votes) {
            match vote {
                Some(vote) => self.put(&vote)?,
                None => self.remove(id),
            }
        }
        self.seen = seen;
        self.read_at = now;
        Ok(())
    }

    /// Names that are no candidates, and repeated ones, can only have been written by other means; they are passed over.
    fn put(&mut self, row: &Item) -> store::Result<()> {
        let Some(id) = row.get("SK").and_then(View::as_str).and_then(keys::vote_of) else { return Ok(()) };
        let names = row.get("rankings").and_then(View::as_list);
        let ranking: Vec<&str> = names.into_iter().flat_map(List::iter).filter_map(View::as_str).collect();
        self.counted = None;
        let voter = id.0.as_u128();
        if self.ballots.put(voter, &ranking).is_ok() {
            return Ok(());
        }
        let mut kept: Vec<&str> = Vec::with_capacity(ranking.len());
        for name in ranking {
            if self.candidates.iter().any(|candidate| candidate == name) && !kept.contains(&name) {
                kept.push(name);
            }
        }
        self.ballots.put(voter, &kept).map(drop).map_err(|error| StoreError::Invalid(error.to_string()))
    }

    fn remove(&mut self, id: VoteId) {
        self.counted = None;
        self.ballots.remove(id.0.as_u128());
    }
}
