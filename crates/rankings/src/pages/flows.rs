//! Where votes moved: a column for each of the last rounds, and bands from each to the next.

use super::{
    chart::{Tenths, scaled, short},
    palette::Palette,
};
use tally::{Results, Round, Transfer};
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
/// A node lower than this would not be seen.
const LOWEST_NODE: u64 = 5;
/// A band lower than this has no room for its number.
const LOWEST_LABEL: u64 = 90;

pub struct Flows {
    pub bands: Vec<Band>,
    pub columns: Vec<Column>,
    pub ends: Vec<End>,
    pub words: String,
    pub from_round: usize,
}

pub struct Band {
    pub class: &'static str,
    pub path: String,
    pub label: Option<Label>,
}

pub struct Label {
    pub x: Tenths,
    pub y: Tenths,
    pub votes: u64,
}

/// A round, from top to bottom: every colour of the palette, and at last the ballots that ran out.
pub struct Column {
    pub round: usize,
    pub x: Tenths,
    pub nodes: Vec<Node>,
}

pub struct Node {
    /// None of ballots that ran out.
    pub class: Option<&'static str>,
    /// Without any, it is not drawn.
    pub votes: u64,
    pub y: Tenths,
    tall: u64,
}

impl Node {
    pub fn height(&self) -> Tenths {
        Tenths(self.tall.max(LOWEST_NODE))
    }
}

/// A name beside the last column.
pub struct End {
    pub name: String,
    pub ballots: String,
    pub y: Tenths,
    pub below: Tenths,
}

impl Flows {
    /// Nothing where there is a single round.
    pub fn of(results: &Results, palette: &Palette) -> Option<Self> {
        let rounds = &results.rounds[results.rounds.len().saturating_sub(MOST_COLUMNS)..];
        if rounds.len() < 2 || results.total_votes == 0 {
            return None;
        }
        let step = (RIGHT - LEFT) / (rounds.len() as u64 - 1);
        let drawing = Drawing { palette, total: results.total_votes };
        let column = |(at, round): (u64, &Round)| drawing.column(LEFT + at * step, round);
        let columns: Vec<Column> = (0..).zip(rounds).map(column).collect();
        let steps = rounds.iter().zip(columns.windows(2));
        Some(Self {
            bands: steps.flat_map(|(round, pair)| drawing.bands(round, &pair[0], &pair[1])).collect(),
            ends: columns.last().map_or_else(Vec::new, |last| drawing.ends(last)),
            words: rounds.iter().filter_map(words).collect::<Vec<_>>().join(" "),
            from_round: rounds[0].round,
            columns,
        })
    }
}

struct Drawing<'a> {
    palette: &'a Palette,
    total: u64,
}

impl Drawing<'_> {
    /// What so many ballots take of the height, without gaps.
    fn tall(&self, votes: u64) -> u64 {
        scaled(votes, BOTTOM - TOP - GAP * self.palette.swatches.len() as u64, self.total)
    }

    fn column(&self, x: u64, round: &Round) -> Column {
        let mut top = TOP;
        let node = |(at, votes): (usize, u64)| {
            let (y, tall) = (Tenths(top), self.tall(votes));
            top += tall + if votes > 0 { GAP } else { 0 };
            Node { class: self.palette.class(at), votes, y, tall }
        };
        let nodes = self.palette.votes(round).into_iter().enumerate().map(node).collect();
        Column { round: round.round, x: Tenths(x), nodes }
    }

    /// Those who stay lie on top in their next column; those who move come below them, in order.
    fn bands(&self, round: &Round, from: &Column, to: &Column) -> Vec<Band> {
        let moves = self.moves(round);
        let mut staying: Vec<u64> = from.nodes.iter().map(|node| node.votes).collect();
        for (source, _, votes) in &moves {
            staying[*source] = staying[*source].saturating_sub(*votes);
        }
        let stays = staying.into_iter().enumerate().map(|(at, votes)| (at, at, votes));
        let (mut out, mut into) = (vec![0; from.nodes.len()], vec![0; from.nodes.len()]);
        let band = |(source, target, votes): (usize, usize, u64)| {
            let left = from.nodes[source].y.0 + self.tall(out[source]);
            let right = to.nodes[target].y.0 + self.tall(into[target]);
            out[source] += votes;
            into[target] += votes;
            let tall = self.tall(votes);
            Band {
                class: from.nodes[source].class.unwrap_or("c8"),
                path: path((from.x.0 + COLUMN, left), (to.x.0, right), tall),
                label: (source != target && tall >= LOWEST_LABEL).then(|| Label {
                    x: Tenths(from.x.0 + 2 * COLUMN),
                    y: Tenths(left + tall / 2 + 40),
                    votes,
                }),
            }
        };
        stays.chain(moves).filter(|(_, _, votes)| *votes > 0).map(band).collect()
    }

    /// From which to which, from top to bottom on both sides, so that few bands cross.
    fn moves(&self, round: &Round) -> Vec<(usize, usize, u64)> {
        let ran_out = self.palette.swatches.len();
        let between = |transfer: &Transfer| {
            let target = transfer.to.as_ref().map_or(Some(ran_out), |name| self.palette.at(name))?;
            Some((self.palette.at(&transfer.from)?, target, transfer.votes))
        };
        let moves = round.transfers.iter().filter_map(between);
        let mut moves: Vec<_> = moves.filter(|(source, target, _)| source != target).collect();
        moves.sort_unstable();
        moves
    }

    fn ends(&self, last: &Column) -> Vec<End> {
        let end = |(at, node): (usize, &Node)| {
            let name = self.palette.swatches.get(at).map_or("Ran out", |swatch| swatch.name.as_str());
            let middle = node.y.0 + node.tall / 2;
            End {
                name: short(name, 16),
                ballots: counted(node.votes, "ballot"),
                y: Tenths(middle.saturating_sub(20)),
                below: Tenths(middle + 150),
            }
        };
        last.nodes.iter().enumerate().filter(|(_, node)| node.votes > 0).map(end).collect()
    }
}

/// A band between the tops of its two ends.
fn path((x0, left): (u64, u64), (x1, right): (u64, u64), tall: u64) -> String {
    let middle = Tenths(u64::midpoint(x0, x1));
    let (x0, x1) = (Tenths(x0), Tenths(x1));
    let (a, b, c, d) = (Tenths(left), Tenths(right), Tenths(right + tall), Tenths(left + tall));
    format!("M{x0} {a}C{middle} {a} {middle} {b} {x1} {b}V{c}C{middle} {c} {middle} {d} {x0} {d}z")
}

/// "Athens dropped out: 1 to Lakes, 1 to exhausted."
fn words(round: &Round) -> Option<String> {
    let gone = round.eliminated.first()?;
    let to = |transfer: &Transfer| transfer.to.as_ref().map_or("exhausted".into(), ToString::to_string);
    let moves = round.transfers.iter().map(|transfer| format!("{} to {}", transfer.votes, to(transfer)));
    let moves = moves.collect::<Vec<_>>().join(", ");
    let moves = if moves.is_empty() { "no votes to move" } else { &moves };
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
