//! Rankings packed end to end in one buffer, each distinct one stored once with its weight.
//!
//! A million ballots of ten candidates take ten bytes each here, and a poll whose voters agree takes next to
//! nothing.

/// A candidate's index in as few bytes as the election allows.
pub(crate) trait Choice: Copy + Eq + Send + Sync {
    fn new(index: u32) -> Self;
    fn index(self) -> usize;
    /// Feeds a ranking to a hash in as few words as it fills.
    fn fold(ranking: &[Self], hash: u64, mix: impl Fn(u64, u64) -> u64) -> u64;
}

impl Choice for u8 {
    #[expect(clippy::cast_possible_truncation, reason = "bytes are used only up to 256 candidates")]
    fn new(index: u32) -> Self {
        index as u8
    }

    fn index(self) -> usize {
        usize::from(self)
    }

    fn fold(ranking: &[Self], hash: u64, mix: impl Fn(u64, u64) -> u64) -> u64 {
        let (words, rest) = ranking.as_chunks();
        let hash = words.iter().fold(hash, |hash, word| mix(hash, u64::from_le_bytes(*word)));
        mix(hash, rest.iter().fold(0, |word, &choice| word << u8::BITS | u64::from(choice)))
    }
}

impl Choice for u32 {
    fn new(index: u32) -> Self {
        index
    }

    fn index(self) -> usize {
        self as usize
    }

    fn fold(ranking: &[Self], hash: u64, mix: impl Fn(u64, u64) -> u64) -> u64 {
        ranking.iter().fold(hash, |hash, &choice| mix(hash, u64::from(choice)))
    }
}

const FREE: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(crate) struct Packed<C> {
    choices: Vec<C>,
    /// Where each ranking ends in `choices`; it starts where the one before ends.
    ends: Vec<u32>,
    weights: Vec<u64>,
    /// Hash table from ranking to its number. Rebuilt from `choices` when it is too small, so it may be
    /// dropped.
    slots: Vec<u32>,
    /// Rankings that nobody holds any more.
    unused: usize,
}

impl<C: Choice> Packed<C> {
    pub fn new() -> Self {
        Self { choices: Vec::new(), ends: Vec::new(), weights: Vec::new(), slots: Vec::new(), unused: 0 }
    }

    /// How many rankings are stored, unused ones included.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn unused(&self) -> usize {
        self.unused
    }

    pub fn choices(&self) -> &[C] {
        &self.choices
    }

    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    pub fn weights(&self) -> &[u64] {
        &self.weights
    }

    pub fn ranking(&self, number: u32) -> &[C] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.choices[start..self.ends[number] as usize]
    }

    /// Every ranking that somebody holds, with its weight.
    pub fn iter(&self) -> impl Iterator<Item = (&[C], u64)> {
        let mut start = 0;
        self.ends.iter().zip(&self.weights).filter_map(move |(&end, &weight)| {
            let ranking = &self.choices[start..end as usize];
            start = end as usize;
            (weight > 0).then_some((ranking, weight))
        })
    }

    /// The number of this ranking, stored now if it was not. None when the buffers are full (2^32 choices).
    pub fn intern(&mut self, ranking: &[C]) -> Option<u32> {
        if (self.ends.len() + 1) * 3 > self.slots.len() * 2 {
            self.rebuild_slots();
        }
        let slot = self.slot_of(ranking);
        if self.slots[slot] != FREE {
            return Some(self.slots[slot]);
        }
        let number = self.append(ranking)?;
        self.slots[slot] = number;
        Some(number)
    }

    /// Stores a ranking without looking whether it is there already. None when the buffers are full.
    pub fn append(&mut self, ranking: &[C]) -> Option<u32> {
        let number = u32::try_from(self.ends.len()).ok().filter(|&number| number != FREE)?;
        let end = u32::try_from(self.choices.len() + ranking.len()).ok()?;
        self.choices.extend_from_slice(ranking);
        self.ends.push(end);
        self.weights.push(0);
        self.unused += 1;
        Some(number)
    }

    /// Forgets how to find rankings, for when no more are looked for; the next search rebuilds it.
    pub fn drop_slots(&mut self) {
        self.slots = Vec::new();
    }

    /// The caller has checked that the sum of all weights stays within 64 bits.
    pub fn add(&mut self, number: u32, weight: u64) {
        let held = &mut self.weights[number as usize];
        self.unused -= usize::from(*held == 0 && weight > 0);
        *held += weight;
    }

    pub fn subtract(&mut self, number: u32, weight: u64) {
        let held = &mut self.weights[number as usize];
        self.unused += usize::from(*held == weight && weight > 0);
        *held -= weight;
    }

    fn slot_of(&self, ranking: &[C]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(ranking) & mask;
        while self.slots[slot] != FREE && self.ranking(self.slots[slot]) != ranking {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn rebuild_slots(&mut self) {
        let wanted = (self.ends.len() * 2 + 16).next_power_of_two();
        self.slots = vec![FREE; wanted];
        let mask = wanted - 1;
        let mut start = 0;
        for (number, &end) in (0u32..).zip(&self.ends) {
            let mut slot = hash(&self.choices[start..end as usize]) & mask;
            while self.slots[slot] != FREE {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = number;
            start = end as usize;
        }
    }

    /// Forgets unused rankings. Gives the new number of each old one; unused ones have none that means
    /// anything.
    pub fn compact(&mut self) -> Vec<u32> {
        let mut kept = Self::new();
        let mut renumbered = vec![FREE; self.len()];
        let mut start = 0;
        for (number, (&end, &weight)) in self.ends.iter().zip(&self.weights).enumerate() {
            if weight > 0 {
                renumbered[number] = u32::try_from(kept.len()).unwrap_or(FREE);
                kept.choices.extend_from_slice(&self.choices[start..end as usize]);
                // Never past the end it had before.
                kept.ends.push(u32::try_from(kept.choices.len()).unwrap_or(end));
                kept.weights.push(weight);
            }
            start = end as usize;
        }
        *self = kept;
        renumbered
    }

    /// Gives every candidate a new index and takes those without one off every ranking. Used once or twice,
    /// when a file's candidates are put in order. Rankings that become equal stay apart.
    pub fn reindex(&mut self, new_index: &[Option<u32>]) {
        let (mut start, mut kept) = (0, 0);
        for end in &mut self.ends {
            for at in start..*end as usize {
                if let Some(index) = new_index[self.choices[at].index()] {
                    self.choices[kept] = C::new(index);
                    kept += 1;
                }
            }
            start = *end as usize;
            // Never past the end it had before.
            *end = u32::try_from(kept).unwrap_or(*end);
        }
        self.choices.truncate(kept);
        self.drop_slots();
    }

    pub fn shrink_to_fit(&mut self) {
        self.choices.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.weights.shrink_to_fit();
    }

    pub fn memory_bytes(&self) -> usize {
        self.choices.capacity() * size_of::<C>()
            + (self.ends.capacity() + self.slots.capacity()) * size_of::<u32>()
            + self.weights.capacity() * size_of::<u64>()
    }

    pub fn convert<D: Choice>(&self) -> Packed<D> {
        let widen = |choice: &C| D::new(u32::try_from(choice.index()).unwrap_or(FREE));
        Packed {
            choices: self.choices.iter().map(widen).collect(),
            ends: self.ends.clone(),
            weights: self.weights.clone(),
            slots: Vec::new(),
            unused: self.unused,
        }
    }
}

/// Spreads rankings over the table; its upper half is the well-mixed one.
fn hash<C: Choice>(ranking: &[C]) -> usize {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, word: u64| (hash.rotate_left(25) ^ word).wrapping_mul(SPREAD);
    (C::fold(ranking, ranking.len() as u64, mix) >> 32) as usize
}
