//! Ballots drawn at random, the same in every run. Each ranks all ten, so hardly two are alike: the hardest case to hold and count.

pub const CANDIDATES: usize = 10;
/// Each begins with a letter of its own, which the scan by hand goes by.
pub const NAMES: [&str; CANDIDATES] =
    ["Amber", "Birch", "Cedar", "Dahlia", "Elder", "Fern", "Ginkgo", "Hazel", "Iris", "Juniper"];
pub const TIE_ORDER: [u32; CANDIDATES] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/// Candidates by their place in [`NAMES`], first choice first.
pub type Ballot = [u8; CANDIDATES];

pub fn ballots(count: usize) -> Vec<Ballot> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    (0..count).map(|_| shuffled(&mut state)).collect()
}

fn shuffled(state: &mut u64) -> Ballot {
    let mut ballot = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    for place in (1..CANDIDATES).rev() {
        // xorshift64
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        let other = (*state >> 33) as usize % (place + 1);
        ballot.swap(place, other);
    }
    ballot
}

pub fn names(ballot: &Ballot) -> [&'static str; CANDIDATES] {
    ballot.map(|candidate| NAMES[usize::from(candidate)])
}
