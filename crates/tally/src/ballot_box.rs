//! Ballots that belong to voters: cast, replaced and withdrawn one at a time, counted whenever someone looks.

use crate::{BallotError, Election, ElectionError, Name, Results, Rules, voters::Voters};

/// One ballot per voter, held compactly. Counting costs what counting an [`Election`] costs, however the
/// ballots came.
#[derive(Clone, Debug)]
pub struct BallotBox {
    election: Election,
    voters: Voters,
}

impl BallotBox {
    /// `tie_order` lists candidate indexes, the favoured one first.
    pub fn new(
        candidates: impl IntoIterator<Item = impl Into<Name>>,
        tie_order: &[u32],
    ) -> Result<Self, ElectionError> {
        Ok(Self { election: Election::new(candidates, tie_order)?, voters: Voters::default() })
    }

    /// Makes room at once for ballots about to be put in.
    pub fn reserve(&mut self, ballots: usize) {
        self.voters.reserve(ballots);
    }

    /// Puts in a voter's ballot, in place of an earlier one. True when there was one. A refused ballot
    /// changes nothing.
    pub fn put<S: AsRef<str>>(&mut self, voter: u128, ranking: &[S]) -> Result<bool, BallotError> {
        let choices = self.election.choices(ranking)?;
        let number = self.election.add_ranking(&choices, 1)?;
        let before = self.voters.insert(voter, number);
        if let Some(before) = before {
            self.take_back(before);
        }
        Ok(before.is_some())
    }

    /// The same of a ballot that was not checked: names that are no candidates, and repeated ones, are passed over.
    pub fn put_known<S: AsRef<str>>(&mut self, voter: u128, ranking: &[S]) -> Result<bool, BallotError> {
        match self.put(voter, ranking) {
            Err(BallotError::Unknown(_) | BallotError::Repeated(_)) => {}
            done => return done,
        }
        let mut known: Vec<&str> = Vec::with_capacity(ranking.len());
        for name in ranking.iter().map(AsRef::as_ref) {
            if self.election.candidates().iter().any(|candidate| *candidate == *name)
                && !known.contains(&name)
            {
                known.push(name);
            }
        }
        self.put(voter, &known)
    }

    /// Takes a voter's ballot out. False when there was none.
    pub fn remove(&mut self, voter: u128) -> bool {
        let before = self.voters.remove(voter);
        if let Some(before) = before {
            self.take_back(before);
        }
        before.is_some()
    }

    /// The ranking this voter's ballot holds.
    pub fn ranking(&self, voter: u128) -> Option<Vec<Name>> {
        let choices = self.election.ballots().ranking(self.voters.get(voter)?);
        Some(choices.into_iter().map(|choice| self.election.name(choice)).collect())
    }

    pub fn len(&self) -> usize {
        self.voters.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What the ballots amount to, without the voters.
    pub fn election(&self) -> &Election {
        &self.election
    }

    pub fn tally(&self, rules: &Rules) -> Results {
        self.election.tally(rules)
    }

    /// Gives back memory kept for growth; worth calling after many ballots were put in at once.
    pub fn shrink_to_fit(&mut self) {
        self.election.ballots_mut().shrink_to_fit();
    }

    /// What the ballots occupy, for those who keep many boxes within a bound.
    pub fn memory_bytes(&self) -> usize {
        self.voters.memory_bytes() + self.election.ballots().memory_bytes()
    }

    fn take_back(&mut self, number: u32) {
        self.election.take_back(number);
        // A voter who keeps changing their mind must not fill the memory with rankings nobody holds.
        if let Some(new_number) = self.election.ballots_mut().compact_if_mostly_unused() {
            self.voters.renumber(&new_number);
        }
    }
}
