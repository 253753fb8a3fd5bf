//! Which candidates have a colour of their own, and who is drawn together as "others".

use std::collections::HashMap;
use tally::{Name, Results, Round};

/// As many as can be told apart.
const COLOURS: usize = 8;

/// One colour of a chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swatch {
    /// `c1` to `c8`.
    pub class: String,
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
        let few = order.len() <= COLOURS;
        let own = if few { order.len() } else { COLOURS - 1 };
        let colour = |at: usize, name: &Name| match results.candidates.iter().position(|other| other == name)
        {
            Some(place) if few => place + 1,
            _ => at + 1,
        };
        let mut swatches: Vec<Swatch> = order
            .iter()
            .take(own)
            .enumerate()
            .map(|(at, name)| Swatch { class: format!("c{}", colour(at, name)), name: name.to_string() })
            .collect();
        if !few {
            swatches.push(Swatch { class: "c8".into(), name: format!("{} others", order.len() - own) });
        }
        let of = order.into_iter().enumerate().map(|(at, name)| (name, at.min(swatches.len() - 1))).collect();
        Self { swatches, of }
    }

    /// The swatch of a candidate, as a number.
    pub fn at(&self, name: &Name) -> Option<usize> {
        self.of.get(name).copied()
    }

    /// The votes of each swatch in a round.
    pub fn votes(&self, round: &Round) -> Vec<u64> {
        let mut votes = vec![0; self.swatches.len()];
        for tally in &round.tallies {
            if let Some(at) = self.at(&tally.candidate) {
                votes[at] += tally.votes;
            }
        }
        votes
    }
}

/// Tenths of a unit as an SVG writes them.
pub fn units(tenths: u64) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}
