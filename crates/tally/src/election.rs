//! An election: its candidates, the order that breaks last ties, and every ranking with its weight.

use std::collections::HashMap;

use crate::{
    Name, Results, Rules,
    ballots::Ballots,
    count::{Count, Settings},
    order::TieOrder,
    packed::{Choice, Packed},
    pairwise::Matrix,
};

/// Why an election cannot be set up as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ElectionError {
    #[error("the candidate {0:?} is listed twice")]
    CandidateTwice(Name),
    #[error("the tie order must name every candidate exactly once")]
    NotAPermutation,
}

/// Why a ballot cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BallotError {
    #[error("{0:?} is not a candidate")]
    Unknown(String),
    #[error("{0:?} is ranked twice")]
    Repeated(Name),
    #[error("there are more votes than can be counted")]
    TooMany,
}

/// Candidates and counted ballots. Rankings are stored once each, as small indexes in one buffer.
#[derive(Clone, Debug)]
pub struct Election {
    names: Vec<Name>,
    index: HashMap<Name, u32>,
    order: TieOrder,
    ballots: Ballots,
    total: u64,
}

impl Election {
    /// `tie_order` lists candidate indexes, the favoured one first (see [`crate::hashed_tie_order`]).
    pub fn new(
        candidates: impl IntoIterator<Item = impl Into<Name>>,
        tie_order: &[u32],
    ) -> Result<Self, ElectionError> {
        let names: Vec<Name> = candidates.into_iter().map(Into::into).collect();
        let ballots = Ballots::for_candidates(names.len());
        Self::from_parts(names, tie_order, ballots, 0)
    }

    pub(crate) fn from_parts(
        names: Vec<Name>,
        tie_order: &[u32],
        ballots: Ballots,
        total: u64,
    ) -> Result<Self, ElectionError> {
        let order = TieOrder::new(tie_order, names.len())?;
        let mut index = HashMap::with_capacity(names.len());
        for (number, name) in (0u32..).zip(&names) {
            if index.insert(name.clone(), number).is_some() {
                return Err(ElectionError::CandidateTwice(name.clone()));
            }
        }
        Ok(Self { names, index, order, ballots, total })
    }

    /// Replaces the order that has the last word on ties.
    pub fn with_tie_order(mut self, tie_order: &[u32]) -> Result<Self, ElectionError> {
        self.order = TieOrder::new(tie_order, self.names.len())?;
        Ok(self)
    }

    pub fn candidates(&self) -> &[Name] {
        &self.names
    }

    /// All ballots, blank ones included.
    pub fn total_votes(&self) -> u64 {
        self.total
    }

    /// Adds `weight` ballots that rank these candidates, first choice first. An empty ranking is a blank
    /// ballot.
    pub fn add<S: AsRef<str>>(&mut self, ranking: &[S], weight: u64) -> Result<(), BallotError> {
        let choices = self.choices(ranking)?;
        self.add_ranking(&choices, weight).map(drop)
    }

    /// The candidates' indexes, when each is known and none is repeated.
    pub(crate) fn choices<S: AsRef<str>>(&self, ranking: &[S]) -> Result<Vec<u32>, BallotError> {
        let mut seen = vec![false; self.names.len()];
        let choice = |name: &S| {
            let name = name.as_ref();
            let Some(&index) = self.index.get(name) else {
                return Err(BallotError::Unknown(name.to_owned()));
            };
            if std::mem::replace(&mut seen[index as usize], true) {
                return Err(BallotError::Repeated(self.names[index as usize].clone()));
            }
            Ok(index)
        };
        ranking.iter().map(choice).collect()
    }

    /// Gives the ranking's number, under which it can be taken back.
    pub(crate) fn add_ranking(&mut self, choices: &[u32], weight: u64) -> Result<u32, BallotError> {
        let total = self.total.checked_add(weight).ok_or(BallotError::TooMany)?;
        let number = self.ballots.add(choices, weight).ok_or(BallotError::TooMany)?;
        self.total = total;
        Ok(number)
    }

    pub(crate) fn take_back(&mut self, number: u32) {
        self.ballots.subtract_one(number);
        self.total -= 1;
    }

    pub(crate) fn ballots(&self) -> &Ballots {
        &self.ballots
    }

    pub(crate) fn ballots_mut(&mut self) -> &mut Ballots {
        &mut self.ballots
    }

    /// Every distinct ranking with the number of ballots that hold it, in an order that says nothing about
    /// when or by whom they were cast.
    pub fn rankings(&self) -> Vec<(u64, Vec<Name>)> {
        let mut counted: Vec<(Vec<u32>, u64)> = self.ballots.counted().into_iter().collect();
        counted.sort_unstable_by(|(one, weight), (other, other_weight)| {
            other_weight.cmp(weight).then_with(|| one.cmp(other))
        });
        let named = |choices: Vec<u32>| choices.iter().map(|&choice| self.name(choice)).collect();
        counted.into_iter().map(|(choices, weight)| (weight, named(choices))).collect()
    }

    /// The candidates in the order that has the last word on ties.
    pub(crate) fn tie_order_names(&self) -> Vec<Name> {
        self.order.names(&self.names)
    }

    pub(crate) fn name(&self, candidate: u32) -> Name {
        self.names[candidate as usize].clone()
    }

    /// Counts everything.
    pub fn tally(&self, rules: &Rules) -> Results {
        match &self.ballots {
            Ballots::Narrow(ballots) => self.tally_packed(ballots, rules),
            Ballots::Wide(ballots) => self.tally_packed(ballots, rules),
        }
    }

    fn tally_packed<C: Choice>(&self, ballots: &Packed<C>, rules: &Rules) -> Results {
        let pairs = Matrix::of(ballots, self.names.len());
        let count = Count::run(ballots, &Settings { rules, pairs: &pairs, order: &self.order });
        Results::build(&self.names, &self.order, self.total, count, pairs)
    }
}
