//! Who beats everyone one to one; and when nobody does, who is in the cycle at the top.

use super::Matrix;

/// A ring is searched for among at most so many: the search takes cubic time, and nobody reads a longer one.
const LONGEST_RING: usize = 100;

/// What the head-to-head figures say about the whole field. Candidates are indexes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct HeadToHead {
    /// Beats every other candidate one to one.
    pub winner: Option<usize>,
    /// Without such a winner: the smallest group in which each beats everyone outside it (the Smith set).
    pub top: Vec<usize>,
    /// The top group in an order in which each beats the next and the last beats the first. Empty where equal
    /// pairs leave no such ring, and for more than [`LONGEST_RING`].
    pub cycle: Vec<usize>,
}

impl HeadToHead {
    pub fn of(pairs: &Matrix) -> Self {
        let top = smith_set(pairs);
        match top[..] {
            [winner] => Self { winner: Some(winner), ..Self::default() },
            _ => Self { winner: None, cycle: ring(pairs, &top).unwrap_or_default(), top },
        }
    }
}

/// Grown from a member: whoever is not beaten by a member joins.
fn smith_set(pairs: &Matrix) -> Vec<usize> {
    let everyone = 0..pairs.size();
    // Members beat everyone outside and are beaten only by members, so whoever beats the one before ends as one.
    let stronger = |one, other| if pairs.beats(other, one) { other } else { one };
    let Some(first) = everyone.clone().reduce(stronger) else { return Vec::new() };
    let mut inside = vec![false; pairs.size()];
    inside[first] = true;
    let mut to_ask = vec![first];
    while let Some(member) = to_ask.pop() {
        for other in everyone.clone() {
            if !inside[other] && !pairs.beats(member, other) {
                inside[other] = true;
                to_ask.push(other);
            }
        }
    }
    everyone.filter(|&candidate| inside[candidate]).collect()
}

/// Members in a ring of defeats. Where every pair is decided one always exists (Camion's theorem); it is
/// built by letting members into a smaller ring one or two at a time.
fn ring(pairs: &Matrix, members: &[usize]) -> Option<Vec<usize>> {
    if members.len() > LONGEST_RING {
        return None;
    }
    let mut ring = first_triangle(pairs, members)?;
    let mut outside: Vec<usize> = members.iter().copied().filter(|member| !ring.contains(member)).collect();
    while !outside.is_empty() {
        let (at, newcomers) = way_in(pairs, &ring, &outside)?;
        outside.retain(|member| !newcomers.contains(member));
        ring.splice(at..at, newcomers);
    }
    let first = ring.iter().position(|&member| Some(&member) == members.iter().min())?;
    ring.rotate_left(first);
    Some(ring)
}

fn first_triangle(pairs: &Matrix, members: &[usize]) -> Option<Vec<usize>> {
    let beats = |one: usize, other: usize| pairs.beats(one, other);
    members.iter().find_map(|&a| {
        members
            .iter()
            .filter(|&&b| beats(a, b))
            .find_map(|&b| members.iter().find(|&&c| beats(b, c) && beats(c, a)).map(|&c| vec![a, b, c]))
    })
}

/// A place in the ring and those who fit there: one member between two neighbours, or two in a row.
fn way_in(pairs: &Matrix, ring: &[usize], outside: &[usize]) -> Option<(usize, Vec<usize>)> {
    let neighbours = |at: usize| (ring[at - 1], ring[at % ring.len()]);
    let single = outside.iter().find_map(|&one| {
        (1..=ring.len())
            .find(|&at| {
                let (before, after) = neighbours(at);
                pairs.beats(before, one) && pairs.beats(one, after)
            })
            .map(|at| (at, vec![one]))
    });
    let double = || {
        let (before, after) = neighbours(1);
        outside.iter().filter(|&&one| pairs.beats(before, one)).find_map(|&one| {
            let next = outside.iter().find(|&&next| pairs.beats(one, next) && pairs.beats(next, after))?;
            Some((1, vec![one, *next]))
        })
    };
    single.or_else(double)
}
