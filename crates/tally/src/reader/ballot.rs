//! The ballot being read, rank by rank.

use super::{Overvote, ReadOptions};

/// Reused for every ballot of a file.
pub(super) struct Ballot {
    pub choices: Vec<u32>,
    /// Ranked more than once.
    pub repeated: Option<u32>,
    /// A rank with several candidates was met before the ballot ended.
    pub is_overvoted: bool,
    /// For each candidate, the last reading in which it was ranked.
    ranked_in: Vec<u64>,
    reading: u64,
    skipped_in_a_row: u32,
    has_ended: bool,
    most_skipped: Option<u32>,
    overvote: Overvote,
}

impl Ballot {
    pub fn new(options: &ReadOptions) -> Self {
        Self {
            choices: Vec::new(),
            repeated: None,
            is_overvoted: false,
            ranked_in: Vec::new(),
            reading: 0,
            skipped_in_a_row: 0,
            has_ended: false,
            most_skipped: options.skipped,
            overvote: options.overvote,
        }
    }

    /// Starts over: another ballot, or the same one read another way.
    pub fn clear(&mut self) {
        self.choices.clear();
        self.reading += 1;
        self.repeated = None;
        self.is_overvoted = false;
        self.skipped_in_a_row = 0;
        self.has_ended = false;
    }

    /// A repeated candidate keeps its first place. For formats that know neither skipped nor shared ranks.
    pub fn rank(&mut self, candidate: u32) {
        let at = candidate as usize;
        if at >= self.ranked_in.len() {
            self.ranked_in.resize(at + 1, 0);
        }
        if std::mem::replace(&mut self.ranked_in[at], self.reading) == self.reading {
            self.repeated.get_or_insert(candidate);
        } else {
            self.choices.push(candidate);
        }
    }

    /// The next rank holds these candidates: none skips it, several overvote it.
    pub fn mark(&mut self, candidates: &[u32]) {
        match candidates {
            [] => self.skip(),
            [first, others @ ..] if others.iter().all(|other| other == first) => self.mark_one(*first),
            _ => self.overvote(),
        }
    }

    fn mark_one(&mut self, candidate: u32) {
        if !self.has_ended {
            self.skipped_in_a_row = 0;
            self.rank(candidate);
        }
    }

    fn skip(&mut self) {
        self.skipped_in_a_row = self.skipped_in_a_row.saturating_add(1);
        self.has_ended |= self.most_skipped.is_some_and(|most| self.skipped_in_a_row > most);
    }

    pub fn overvote(&mut self) {
        if !self.has_ended {
            self.skipped_in_a_row = 0;
            self.is_overvoted = true;
            self.has_ended = self.overvote == Overvote::Exhaust;
        }
    }
}
