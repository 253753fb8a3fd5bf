//! The count that someone in a hurry would write for exactly these ballots: ten candidates, all ranked, one vote each, no
//! ties, no transfers to tell, nothing to explain.

use super::drawn::{Ballot, CANDIDATES};

/// The winner of the instant runoff. Ballots lie in a pile per candidate, and only the eliminated one's are read again.
pub fn runoff(ballots: &[Ballot]) -> u8 {
    let mut piles: [Vec<u32>; CANDIDATES] = Default::default();
    for pile in &mut piles {
        pile.reserve(ballots.len() / 4);
    }
    for (number, ballot) in (0u32..).zip(ballots) {
        piles[usize::from(ballot[0])].push(number);
    }
    let mut continuing: Vec<u8> = (0u8..).take(CANDIDATES).collect();
    let mut out = [false; CANDIDATES];
    while continuing.len() > 2 {
        continuing.sort_unstable_by_key(|candidate| piles[usize::from(*candidate)].len());
        let loser = usize::from(continuing.remove(0));
        out[loser] = true;
        for number in std::mem::take(&mut piles[loser]) {
            let ballot = &ballots[number as usize];
            if let Some(next) = ballot.iter().find(|choice| !out[usize::from(**choice)]) {
                piles[usize::from(*next)].push(number);
            }
        }
    }
    continuing.into_iter().max_by_key(|candidate| piles[usize::from(*candidate)].len()).unwrap_or_default()
}

/// How many ballots rank each candidate above each other one. A byte of a wide word counts for each opponent, and the words are
/// emptied before a byte can overflow.
pub fn pairs(ballots: &[Ballot]) -> [[u64; CANDIDATES]; CANDIDATES] {
    const EVERYONE: u128 = 0x0101_0101_0101_0101_0101;
    let mut matrix = [[0; CANDIDATES]; CANDIDATES];
    for chunk in ballots.chunks(255) {
        let mut rows = [0u128; CANDIDATES];
        for ballot in chunk {
            let mut below = EVERYONE;
            for &choice in ballot {
                below &= !(0xff << (8 * u32::from(choice)));
                rows[usize::from(choice)] += below;
            }
        }
        for (row, counted) in matrix.iter_mut().zip(rows) {
            for (cell, byte) in row.iter_mut().zip(counted.to_le_bytes()) {
                *cell += u64::from(byte);
            }
        }
    }
    matrix
}
