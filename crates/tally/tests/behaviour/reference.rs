//! A second, plain count to compare with: every ballot read again in every round, no packing, no piles.

use std::collections::BTreeMap;

pub type Ballots = Vec<(Vec<usize>, u64)>;

pub struct Reference {
    /// Continuing candidates with their votes, and exhausted votes, by round.
    pub rounds: Vec<(BTreeMap<usize, u64>, u64)>,
    /// None when the last two are equal or nobody has a vote.
    pub winner: Option<usize>,
}

/// Ties go by the candidates' order alone: the later one is eliminated. In batches, all those go at once who
/// together have fewer votes than the next.
pub fn count(candidates: usize, ballots: &Ballots, in_batches: bool) -> Reference {
    let mut continuing: Vec<usize> = (0..candidates).collect();
    let mut rounds = Vec::new();
    loop {
        let (tallies, exhausted) = tally(&continuing, ballots);
        rounds.push((tallies.clone(), exhausted));
        let most = tallies.values().max().copied().unwrap_or(0);
        if continuing.len() <= 2 || most == 0 {
            let leaders: Vec<_> = tallies.iter().filter(|&(_, &votes)| votes == most && votes > 0).collect();
            let winner = if let [(&winner, _)] = leaders[..] { Some(winner) } else { None };
            return Reference { rounds, winner };
        }
        let out = if in_batches { batch(&tallies) } else { vec![last(&tallies)] };
        continuing.retain(|candidate| !out.contains(candidate));
    }
}

pub fn pairwise(candidates: usize, ballots: &Ballots) -> Vec<Vec<u64>> {
    let mut matrix = vec![vec![0; candidates]; candidates];
    for (ranking, weight) in ballots {
        let place =
            |candidate: usize| ranking.iter().position(|&ranked| ranked == candidate).unwrap_or(usize::MAX);
        for (one, row) in matrix.iter_mut().enumerate() {
            for (other, cell) in row.iter_mut().enumerate() {
                *cell += if place(one) < place(other) { *weight } else { 0 };
            }
        }
    }
    matrix
}

fn tally(continuing: &[usize], ballots: &Ballots) -> (BTreeMap<usize, u64>, u64) {
    let mut tallies: BTreeMap<usize, u64> = continuing.iter().map(|&candidate| (candidate, 0)).collect();
    let mut exhausted = 0;
    for (ranking, weight) in ballots {
        match ranking.iter().find(|candidate| continuing.contains(candidate)) {
            Some(candidate) => *tallies.get_mut(candidate).unwrap() += weight,
            None => exhausted += weight,
        }
    }
    (tallies, exhausted)
}

fn last(tallies: &BTreeMap<usize, u64>) -> usize {
    let fewest = tallies.values().min().unwrap();
    *tallies.iter().rev().find(|(_, votes)| *votes == fewest).unwrap().0
}

/// The largest group that cannot catch up with whoever is next, two being left over; or the last one alone.
fn batch(tallies: &BTreeMap<usize, u64>) -> Vec<usize> {
    let mut ascending: Vec<(u64, usize)> =
        tallies.iter().map(|(&candidate, &votes)| (votes, candidate)).collect();
    ascending.sort_unstable();
    let hopeless = (1..=ascending.len() - 2)
        .rev()
        .find(|&size| ascending[..size].iter().map(|(votes, _)| votes).sum::<u64>() < ascending[size].0);
    match hopeless {
        Some(size) => ascending[..size].iter().map(|&(_, candidate)| candidate).collect(),
        None => vec![last(tallies)],
    }
}
