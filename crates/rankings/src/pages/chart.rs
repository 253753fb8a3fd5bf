//! Rounds as stacked bars with the line it takes to win.

use super::palette::Palette;
use std::fmt;
use tally::{Results, Round};
use web::words::shortened;

/// Of more rounds than this, the first and the last few are drawn.
const MOST_ROUNDS: usize = 8;
/// The chart's width in tenths of a unit.
const WIDTH: u64 = 3_600;
pub const ROUND_HEIGHT: usize = 74;
/// Half of what a number takes, and a little room.
const NUMBER: u64 = 140;
/// A segment narrower than this has no room for its number.
const NARROWEST_LABEL: u64 = 180;
/// So much of a name fits beside a bar.
const NAME: usize = 15;

/// Tenths of a unit, as an SVG writes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tenths(pub u64);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// The part of a bar that one colour has.
pub struct Segment {
    /// None of ballots that ran out.
    pub class: Option<&'static str>,
    pub x: Tenths,
    pub width: Tenths,
    /// The number and where it stands, where there is room.
    pub label: Option<(Tenths, u64)>,
}

/// The rounds that are drawn: all, or the first and the last.
pub fn shown(results: &Results) -> Vec<&Round> {
    let left_out = results.rounds.len().saturating_sub(MOST_ROUNDS);
    results.rounds.iter().take(1).chain(results.rounds.iter().skip(1 + left_out)).collect()
}

/// Where the line stands that it takes to win a round.
pub fn line(results: &Results, round: &Round) -> Tenths {
    Tenths(scaled(round.threshold.min(results.total_votes), WIDTH, results.total_votes))
}

/// A round from left to right, as long as all ballots together.
pub fn segments(results: &Results, palette: &Palette, round: &Round) -> Vec<Segment> {
    let along = |votes: u64| scaled(votes, WIDTH, results.total_votes);
    let line = line(results, round).0;
    let mut before = 0;
    let segment = |(at, votes): (usize, u64)| {
        let (class, x) = (palette.class(at), along(before));
        before += votes;
        let width = along(before) - x;
        let label =
            class.filter(|_| width >= NARROWEST_LABEL).map(|_| (Tenths(beside(line, x, width)), votes));
        Segment { class, x: Tenths(x), width: Tenths(width), label }
    };
    palette.votes(round).into_iter().enumerate().filter(|(_, votes)| *votes > 0).map(segment).collect()
}

/// Where a segment's number stands: in its middle, or, where the line would strike it through, before that.
fn beside(line: u64, x: u64, width: u64) -> u64 {
    let middle = x + width / 2;
    if middle.abs_diff(line) < NUMBER && width > 4 * NUMBER { x + width / 4 } else { middle }
}

/// `part` of `whole` as a share of `of`, without overflow.
pub fn scaled(part: u64, of: u64, whole: u64) -> u64 {
    u64::try_from(u128::from(part) * u128::from(of) / u128::from(whole.max(1))).unwrap_or(of)
}

/// What came of a round: who dropped out, or who won.
pub fn outcome(results: &Results, round: &Round) -> String {
    let last = round.round == results.rounds.len();
    match (&round.eliminated[..], &results.winner) {
        ([gone], _) => format!("{} drops out", shortened(gone, NAME)),
        ([], Some(winner)) if last => format!("{} wins", shortened(winner, NAME)),
        ([], None) if last => "A tie".into(),
        (several, _) => format!("{} drop out", several.len()),
    }
}

/// "Round 2: Lakes 5, Lisbon 4, exhausted 1."
pub fn words(palette: &Palette, round: &Round) -> String {
    let names = palette.swatches.iter().map(|(_, name)| name.as_str()).chain(["exhausted"]);
    let counted = names.zip(palette.votes(round)).filter(|(_, votes)| *votes > 0);
    let each: Vec<String> = counted.map(|(name, votes)| format!("{name} {votes}")).collect();
    format!("Round {}: {}.", round.round, each.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tally::{Election, Rules};

    #[test]
    fn a_bar_is_as_long_as_all_ballots_and_its_line_stands_where_it_is_won() {
        let results = crate::pages::sample();
        let (palette, [first, second]) = (Palette::of(&results), &results.rounds[..]) else { panic!() };
        let segments = segments(&results, &palette, second);
        let widths: Vec<_> = segments.iter().map(|segment| (segment.class, segment.width.0)).collect();
        assert_eq!(widths, [(Some("c3"), 1_800), (Some("c1"), 1_440), (None, 360)]);
        assert_eq!(line(&results, second).to_string(), "180.0");
        let came_of = |round| outcome(&results, round);
        assert_eq!(
            (came_of(first).as_str(), came_of(second).as_str()),
            ("Edinburgh drops out", "Lakes wins")
        );
        assert_eq!(words(&palette, second), "Round 2: Lakes 5, Lisbon 4, exhausted 1.");
    }

    #[test]
    fn of_many_candidates_the_last_share_a_colour_and_the_first_and_last_rounds_are_drawn() {
        let names: Vec<String> = (0..30).map(|at| format!("c{at}")).collect();
        let order: Vec<u32> = (0..30).collect();
        let mut election = Election::new(names.iter().map(String::as_str), &order).unwrap();
        for (at, name) in names.iter().enumerate() {
            election.add(&[name], at as u64 + 1).unwrap();
        }
        let results = election.tally(&Rules::default());
        let palette = Palette::of(&results);
        assert_eq!(palette.swatches.len(), 8);
        assert_eq!(palette.swatches[7].1, "23 others");
        let drawn = shown(&results);
        let rounds: Vec<_> = drawn.iter().map(|round| round.round).collect();
        assert_eq!(rounds, [1, 23, 24, 25, 26, 27, 28, 29]);
        assert!(drawn.iter().all(|round| segments(&results, &palette, round).len() <= 9));
    }
}
