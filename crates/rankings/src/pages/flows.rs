//! Where votes moved: a column for each of the last rounds, and bands from each to the next.

use super::{
    chart::{scaled, short},
    palette::{Palette, units},
};
use tally::{Results, Round};
use web::words::counted;

/// More columns than this do not fit.
const MOST_COLUMNS: usize = 6;
/// All in tenths of a unit.
const LEFT: u64 = 40;
const RIGHT: u64 = 2_390;
const TOP: u64 = 260;
const BOTTOM: u64 = 3_110;
const GAP: u64 = 90;
const COLUMN: u64 = 130;
/// A band lower than this has no room for its number.
const LOWEST_LABEL: u64 = 90;

pub struct Band {
    pub class: String,
    pub path: String,
    pub label: Option<Label>,
}

pub struct Label {
    pub x: String,
    pub y: String,
    pub votes: u64,
}

pub struct Node {
    /// Empty for ballots that ran out.
    pub class: String,
    pub x: String,
    pub y: String,
    pub height: String,
}

pub struct Column {
    pub round: usize,
    pub x: String,
    pub nodes: Vec<Node>,
}

/// A name beside the last column.
pub struct End {
    pub name: String,
    pub ballots: String,
    pub y: String,
    pub below: String,
}

pub struct Flows {
    pub bands: Vec<Band>,
    pub columns: Vec<Column>,
    pub ends: Vec<End>,
    pub words: String,
    pub from_round: usize,
}

/// Where everyone stands in one round; the last place is that of ballots that ran out.
struct Stand {
    votes: Vec<u64>,
    tops: Vec<u64>,
}

struct Drawing<'a> {
    palette: &'a Palette,
    total: u64,
    /// What all ballots together take of the height, without gaps.
    height: u64,
    step: u64,
}

impl Flows {
    /// Nothing where there is a single round.
    pub fn of(results: &Results, palette: &Palette) -> Option<Self> {
        let rounds = &results.rounds[results.rounds.len().saturating_sub(MOST_COLUMNS)..];
        if rounds.len() < 2 || results.total_votes == 0 {
            return None;
        }
        let groups = palette.swatches.len() as u64;
        let drawing = Drawing {
            palette,
            total: results.total_votes,
            height: BOTTOM - TOP - GAP * groups,
            step: (RIGHT - LEFT) / (rounds.len() as u64 - 1),
        };
        let stands: Vec<Stand> = rounds.iter().map(|round| drawing.stand(round)).collect();
        let bands = rounds.windows(2).zip(stands.windows(2)).enumerate();
        let bands = bands
            .flat_map(|(at, (rounds, stands))| drawing.bands(at as u64, &rounds[0], &stands[0], &stands[1]));
        let columns = rounds.iter().zip(&stands).enumerate();
        Some(Self {
            bands: bands.collect(),
            columns: columns.map(|(at, (round, stand))| drawing.column(at as u64, round, stand)).collect(),
            ends: stands.last().map_or_else(Vec::new, |stand| drawing.ends(stand)),
            words: rounds.iter().filter_map(words).collect::<Vec<_>>().join(" "),
            from_round: rounds[0].round,
        })
    }
}

impl Drawing<'_> {
    fn tall(&self, votes: u64) -> u64 {
        scaled(votes, self.height, self.total)
    }

    fn x(&self, column: u64) -> u64 {
        LEFT + column * self.step
    }

    fn class(&self, group: usize) -> String {
        self.palette.swatches.get(group).map_or_else(|| "c8".into(), |swatch| swatch.class.clone())
    }

    fn stand(&self, round: &Round) -> Stand {
        let mut votes = self.palette.votes(round);
        votes.push(round.exhausted);
        let mut top = TOP;
        let tops = votes.iter().map(|votes| {
            let here = top;
            top += self.tall(*votes) + if *votes > 0 { GAP } else { 0 };
            here
        });
        let tops = tops.collect();
        Stand { votes, tops }
    }

    /// Those who stay lie on top in their next column; those who move come below them, in order.
    fn bands(&self, column: u64, round: &Round, from: &Stand, to: &Stand) -> Vec<Band> {
        let ran_out = from.votes.len() - 1;
        let mut moves: Vec<(usize, usize, u64)> = Vec::new();
        for transfer in &round.transfers {
            let target = transfer.to.as_ref().map_or(Some(ran_out), |name| self.palette.at(name));
            if let (Some(source), Some(target)) = (self.palette.at(&transfer.from), target)
                && source != target
            {
                moves.push((source, target, transfer.votes));
            }
        }
        // From top to bottom on both sides, so that few bands cross.
        moves.sort_unstable();
        let mut leaving: Vec<u64> = vec![0; from.votes.len()];
        for (source, _, votes) in &moves {
            leaving[*source] += votes;
        }
        let stays =
            (0..from.votes.len()).map(|at| (at, at, from.votes[at] - leaving[at].min(from.votes[at])));
        let all: Vec<_> = stays.chain(moves).filter(|(_, _, votes)| *votes > 0).collect();
        let (mut out, mut into) = (vec![0; from.votes.len()], vec![0; from.votes.len()]);
        let band = |(source, target, votes): (usize, usize, u64)| {
            let (left, right) =
                (from.tops[source] + self.tall(out[source]), to.tops[target] + self.tall(into[target]));
            out[source] += votes;
            into[target] += votes;
            let tall = self.tall(votes);
            Band {
                class: self.class(source),
                path: self.path(column, left, right, tall),
                label: (source != target && tall >= LOWEST_LABEL).then(|| Label {
                    x: units(self.x(column) + 2 * COLUMN),
                    y: units(left + tall / 2 + 40),
                    votes,
                }),
            }
        };
        all.into_iter().map(band).collect()
    }

    fn path(&self, column: u64, left: u64, right: u64, tall: u64) -> String {
        let (x0, x1) = (self.x(column) + COLUMN, self.x(column + 1));
        let middle = units(u64::midpoint(x0, x1));
        let (x0, x1) = (units(x0), units(x1));
        let (a, b, c, d) = (units(left), units(right), units(right + tall), units(left + tall));
        format!("M{x0} {a}C{middle} {a} {middle} {b} {x1} {b}V{c}C{middle} {c} {middle} {d} {x0} {d}z")
    }

    fn column(&self, at: u64, round: &Round, stand: &Stand) -> Column {
        let ran_out = stand.votes.len() - 1;
        let nodes = stand.votes.iter().zip(&stand.tops).enumerate().filter(|(_, (votes, _))| **votes > 0);
        let nodes = nodes.map(|(group, (votes, top))| Node {
            class: if group == ran_out { String::new() } else { self.class(group) },
            x: units(self.x(at)),
            y: units(*top),
            height: units(self.tall(*votes).max(5)),
        });
        Column { round: round.round, x: units(self.x(at)), nodes: nodes.collect() }
    }

    fn ends(&self, stand: &Stand) -> Vec<End> {
        let groups = stand.votes.iter().zip(&stand.tops).enumerate().filter(|(_, (votes, _))| **votes > 0);
        let end = |(group, (votes, top)): (usize, (&u64, &u64))| {
            let name = self.palette.swatches.get(group).map_or("Ran out", |swatch| swatch.name.as_str());
            let middle = top + self.tall(*votes) / 2;
            End {
                name: short(name, 16),
                ballots: counted(*votes, "ballot"),
                y: units(middle.saturating_sub(20)),
                below: units(middle + 150),
            }
        };
        groups.map(end).collect()
    }
}

/// "Athens dropped out: 1 to Lakes, 1 to exhausted."
fn words(round: &Round) -> Option<String> {
    let gone = round.eliminated.first()?;
    let moves: Vec<String> = round
        .transfers
        .iter()
        .map(|transfer| {
            format!("{} to {}", transfer.votes, transfer.to.as_ref().map_or("exhausted", |to| to.as_str()))
        })
        .collect();
    let moves = if moves.is_empty() { "no votes to move".into() } else { moves.join(", ") };
    Some(format!("{gone} dropped out: {moves}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::sample::results;

    #[test]
    fn bands_carry_every_ballot_from_each_round_to_the_next() {
        let ballots: [(&[&str], u64); 4] =
            [(&["Lisbon"], 4), (&["Edinburgh", "Lakes"], 1), (&["Edinburgh"], 1), (&["Lakes"], 4)];
        let results = results([0, 1, 2], &ballots);
        let flows = Flows::of(&results, &Palette::of(&results)).unwrap();
        assert_eq!(flows.columns.len(), 2);
        // Two who stay, one to Lakes, one to nobody.
        assert_eq!(flows.bands.len(), 4);
        assert_eq!(flows.words, "Edinburgh dropped out: 1 to Lakes, 1 to exhausted.");
        let labels: u64 =
            flows.bands.iter().filter_map(|band| band.label.as_ref()).map(|label| label.votes).sum();
        assert_eq!(labels, 2);
        let ends: Vec<_> = flows.ends.iter().map(|end| (end.name.as_str(), end.ballots.as_str())).collect();
        assert_eq!(ends, [("Lakes", "5 ballots"), ("Lisbon", "4 ballots"), ("Ran out", "1 ballot")]);
    }

    #[test]
    fn a_single_round_has_nothing_to_move() {
        let mut election = tally::Election::new(["A", "B"], &[0, 1]).unwrap();
        election.add(&["A"], 1).unwrap();
        let results = election.tally(&tally::Rules::default());
        assert!(Flows::of(&results, &Palette::of(&results)).is_none());
    }
}
