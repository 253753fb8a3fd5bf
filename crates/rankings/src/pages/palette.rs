//! Which candidates have a colour of their own, and who is drawn together as "others".

use std::collections::HashMap;
use tally::{Name, Results, Round};

/// As many as can be told apart.
const COLOURS: [&str; 8] = ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"];

/// Colours in the order candidates finished. Up to eight candidates keep the colour of their place in the list, so that a live
/// chart does not change colours; of more, the first seven have one and the rest share the eighth.
pub struct Palette {
    /// Class and name of each colour.
    pub swatches: Vec<(&'static str, String)>,
    of: HashMap<Name, usize>,
}

impl Palette {
    pub fn of(results: &Results) -> Self {
        let order = results.finishing_order();
        let few = order.len() <= COLOURS.len();
        let own = if few { order.len() } else { COLOURS.len() - 1 };
        let listed = |name: &Name| results.candidates.iter().position(|other| other == name);
        let swatch = |(at, name): (usize, &Name)| {
            let colour = listed(name).filter(|_| few).unwrap_or(at);
            (COLOURS[colour], name.to_string())
        };
        let mut swatches: Vec<_> = order.iter().take(own).enumerate().map(swatch).collect();
        if !few {
            swatches.push((COLOURS[own], format!("{} others", order.len() - own)));
        }
        let of = order.into_iter().enumerate().map(|(at, name)| (name, at.min(swatches.len() - 1))).collect();
        Self { swatches, of }
    }

    /// The swatch of a candidate, as a number; ballots that ran out come after all of them.
    pub fn at(&self, name: Option<&Name>) -> Option<usize> {
        name.map_or(Some(self.swatches.len()), |name| self.of.get(name).copied())
    }

    /// The votes of each swatch in a round, and at last the ballots that ran out.
    pub fn votes(&self, round: &Round) -> Vec<u64> {
        let mut votes = vec![0; self.swatches.len() + 1];
        for tally in &round.tallies {
            if let Some(at) = self.at(Some(&tally.candidate)) {
                votes[at] += tally.votes;
            }
        }
        votes[self.swatches.len()] = round.exhausted;
        votes
    }

    /// The class of each; ballots that ran out have none.
    pub fn class(&self, at: usize) -> Option<&'static str> {
        self.swatches.get(at).map(|(class, _)| *class)
    }
}
