//! Even matches out of whoever is there tonight: players of like strength share a court, and a court is split where both sides
//! have the same chance.

use super::Ladder;
use crate::model::PlayerId;
use skillratings::weng_lin::{WengLinConfig, expected_score_two_teams};

/// One court: two against two, or one against one.
#[derive(Debug, Clone, PartialEq)]
pub struct Court {
    pub a: Vec<PlayerId>,
    pub b: Vec<PlayerId>,
    /// The chance that side A wins.
    pub chance: f64,
}

/// Who plays whom, and who waits.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Courts {
    pub courts: Vec<Court>,
    pub resting: Vec<PlayerId>,
}

/// Splits players into courts. The same players give the same courts, in whatever order they are named.
pub fn balanced(ladder: &Ladder, players: &[PlayerId]) -> Courts {
    let mut sorted = players.to_vec();
    sorted
        .sort_by(|a, b| ladder.rating(*b).rating.total_cmp(&ladder.rating(*a).rating).then_with(|| a.cmp(b)));
    sorted.dedup();
    let mut courts = Courts::default();
    let mut rest = sorted.as_slice();
    while let [a, b, c, d, after @ ..] = rest {
        let splits = [([*a, *d], [*b, *c]), ([*a, *c], [*b, *d]), ([*a, *b], [*c, *d])];
        let even = splits
            .into_iter()
            .map(|(a, b)| court(ladder, &a, &b))
            .min_by(|x, y| (x.chance - 0.5).abs().total_cmp(&(y.chance - 0.5).abs()));
        courts.courts.extend(even);
        rest = after;
    }
    if let [a, b, after @ ..] = rest {
        courts.courts.push(court(ladder, &[*a], &[*b]));
        rest = after;
    }
    courts.resting.extend(rest);
    courts
}

fn court(ladder: &Ladder, a: &[PlayerId], b: &[PlayerId]) -> Court {
    let rated = |side: &[PlayerId]| side.iter().map(|player| ladder.rating(*player)).collect::<Vec<_>>();
    let (chance, _) = expected_score_two_teams(&rated(a), &rated(b), &WengLinConfig::new());
    Court { a: a.to_vec(), b: b.to_vec(), chance }
}
