//! Where votes moved: a column for each of the last rounds, and bands from each to the next.

use super::{
    chart::{Tenths, scaled},
    palette::Palette,
};
use tally::{Results, Round, Transfer};
use web::words::{counted, shortened};

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
/// So much of a name fits beside the last column.
const NAME: usize = 16;

pub struct Flows {
    pub bands: Vec<Band>,
    pub columns: Vec<Column>,
    pub words: String,
}

pub struct Band {
    pub class: &'static str,
    pub path: String,
    /// The number of ballots that move and where it stands, where there is room.
    pub label: Option<(Tenths, Tenths, u64)>,
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

    pub fn ballots(&self) -> String {
        counted(self.votes, "ballot")
    }

    /// The line beside its middle on which its name stands, and the one below.
    pub fn lines(&self) -> (Tenths, Tenths) {
        let middle = self.y.0 + self.tall / 2;
        (Tenths(middle.saturating_sub(20)), Tenths(middle + 150))
    }
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
        let bands = steps.flat_map(|(round, pair)| drawing.bands(round, &pair[0], &pair[1])).collect();
        let words: Vec<String> = rounds.iter().filter_map(words).collect();
        Some(Self { bands, columns, words: words.join(" ") })
    }

    /// What stands beside the last column: names, and what they have.
    pub fn ends(&self, palette: &Palette) -> Vec<(String, &Node)> {
        let names = palette.swatches.iter().map(|(_, name)| name.as_str()).chain(["Ran out"]);
        let nodes = self.columns.last().into_iter().flat_map(|last| &last.nodes);
        let ends = names.map(|name| shortened(name, NAME)).zip(nodes);
        ends.filter(|(_, node)| node.votes > 0).collect()
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
                label: (source != target && tall >= LOWEST_LABEL)
                    .then(|| (Tenths(from.x.0 + 2 * COLUMN), Tenths(left + tall / 2 + 40), votes)),
            }
        };
        stays.chain(moves).filter(|(_, _, votes)| *votes > 0).map(band).collect()
    }

    /// From which to which, from top to bottom on both sides, so that few bands cross.
    fn moves(&self, round: &Round) -> Vec<(usize, usize, u64)> {
        let between = |transfer: &Transfer| {
            let (from, to) = (Some(&transfer.from), transfer.to.as_ref());
            Some((self.palette.at(from)?, self.palette.at(to)?, transfer.votes))
        };
        let moves = round.transfers.iter().filter_map(between);
        let mut moves: Vec<_> = moves.filter(|(source, target, _)| source != target).collect();
        moves.sort_unstable();
        moves
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

    #[test]
    fn bands_carry_every_ballot_from_each_round_to_the_next() {
        let results = crate::pages::sample();
        let palette = Palette::of(&results);
        let flows = Flows::of(&results, &palette).unwrap();
        assert_eq!(flows.columns.len(), 2);
        // Two who stay, one to Lakes, one to nobody.
        assert_eq!(flows.bands.len(), 4);
        assert_eq!(flows.words, "Edinburgh dropped out: 1 to Lakes, 1 to exhausted.");
        let labels: u64 = flows.bands.iter().filter_map(|band| band.label).map(|(_, _, votes)| votes).sum();
        assert_eq!(labels, 2);
        let ends: Vec<_> =
            flows.ends(&palette).into_iter().map(|(name, node)| (name, node.ballots())).collect();
        let expected = [("Lakes", "5 ballots"), ("Lisbon", "4 ballots"), ("Ran out", "1 ballot")];
        assert_eq!(ends, expected.map(|(name, ballots)| (name.to_owned(), ballots.to_owned())));
    }

    #[test]
    fn a_single_round_has_nothing_to_move() {
        let mut results = crate::pages::sample();
        results.rounds.truncate(1);
        assert!(Flows::of(&results, &Palette::of(&results)).is_none());
    }
}
