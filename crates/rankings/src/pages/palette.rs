//! Which candidates have a colour of their own, and who is drawn together as "others".

use std::collections::HashMap;
use tally::{Name, Results, Round};

/// As many as can be told apart.
const COLOURS: [&str; 8] = ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"];

/// One colour of a chart.
pub struct Swatch {
    pub class: &'static str,
    pub name: String,
}

/// Colours in the order candidates finished. Up to eight candidates keep the colour of their place in the list, so that a live
/// chart does not change colours; of more, the first seven have one and the rest share the eighth.
pub struct Palette {
    pub swatches: Vec<Swatch>,
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
            Swatch { class: COLOURS[colour], name: name.to_string() }
        };
        let mut swatches: Vec<Swatch> = order.iter().take(own).enumerate().map(swatch).collect();
        if !few {
            swatches.push(Swatch { class: COLOURS[own], name: format!("{} others", order.len() - own) });
        }
        let of = order.into_iter().enumerate().map(|(at, name)| (name, at.min(swatches.len() - 1))).collect();
        Self { swatches, of }
    }

    /// The swatch of a candidate, as a number.
    pub fn at(&self, name: &Name) -> Option<usize> {
        self.of.get(name).copied()
    }

    /// The votes of each swatch in a round, and at last the ballots that ran out.
    pub fn votes(&self, round: &Round) -> Vec<u64> {
        let mut votes = vec![0; self.swatches.len()];
        for tally in &round.tallies {
            if let Some(at) = self.at(&tally.candidate) {
                votes[at] += tally.votes;
            }
        }
        votes.push(round.exhausted);
        votes
    }

    /// The class of each; ballots that ran out have none.
    pub fn class(&self, at: usize) -> Option<&'static str> {
        self.swatches.get(at).map(|swatch| swatch.class)
    }
}
