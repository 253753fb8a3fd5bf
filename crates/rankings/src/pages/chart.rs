//! Rounds as stacked bars with the line it takes to win.

use super::palette::Palette;
use std::fmt;
use tally::{Results, Round};

/// Of more rounds than this, the first and the last few are drawn.
const MOST_ROUNDS: usize = 8;
/// The chart's width in tenths of a unit.
const WIDTH: u64 = 3_600;
const ROUND_HEIGHT: u64 = 74;
/// Half of what a number takes, and a little room.
const NUMBER: u64 = 140;
/// A segment narrower than this has no room for its number.
const NARROWEST_LABEL: u64 = 180;

/// Tenths of a unit, as an SVG writes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tenths(pub u64);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

pub struct Segment {
    /// None of ballots that ran out.
    pub class: Option<&'static str>,
    pub x: Tenths,
    pub width: Tenths,
    pub middle: Tenths,
    /// The number, where there is room.
    pub label: Option<u64>,
}

pub struct Bar<'a> {
    pub round: &'a Round,
    pub outcome: String,
    pub top: u64,
    pub line_x: Tenths,
    pub segments: Vec<Segment>,
}

pub struct Chart<'a> {
    pub bars: Vec<Bar<'a>>,
    pub words: String,
}

impl<'a> Chart<'a> {
    pub fn of(results: &'a Results, palette: &Palette) -> Self {
        let shown = shown(&results.rounds);
        let words: Vec<String> = shown.iter().map(|round| words(palette, round)).collect();
        let bar = |(at, round): (u64, &'a Round)| Bar::of(results, palette, round, at * ROUND_HEIGHT);
        Self { bars: (0..).zip(shown).map(bar).collect(), words: words.join(" ") }
    }

    pub fn height(&self) -> u64 {
        self.bars.len() as u64 * ROUND_HEIGHT + 6
    }
}

/// The rounds that are drawn: all, or the first and the last.
fn shown(rounds: &[Round]) -> Vec<&Round> {
    let left_out = rounds.len().saturating_sub(MOST_ROUNDS);
    rounds.iter().take(1).chain(rounds.iter().skip(1 + left_out)).collect()
}

impl<'a> Bar<'a> {
    fn of(results: &Results, palette: &Palette, round: &'a Round, top: u64) -> Self {
        let total = results.total_votes.max(1);
        let along = |votes: u64| scaled(votes, WIDTH, total);
        let line = along(round.threshold.min(total));
        let mut before = 0;
        let segment = |(at, votes): (usize, u64)| {
            let (class, x) = (palette.class(at), along(before));
            before += votes;
            let width = along(before) - x;
            Segment {
                class,
                x: Tenths(x),
                width: Tenths(width),
                middle: Tenths(beside(line, x, width)),
                label: class.filter(|_| width >= NARROWEST_LABEL).map(|_| votes),
            }
        };
        let votes = palette.votes(round).into_iter().enumerate().filter(|(_, votes)| *votes > 0);
        let segments = votes.map(segment).collect();
        Self { round, outcome: outcome(results, round), top, line_x: Tenths(line), segments }
    }
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
fn outcome(results: &Results, round: &Round) -> String {
    let last = round.round == results.rounds.len();
    match (&round.eliminated[..], &results.winner) {
        ([gone], _) => format!("{} drops out", short(gone, 15)),
        ([], Some(winner)) if last => format!("{} wins", short(winner, 15)),
        ([], None) if last => "A tie".into(),
        (several, _) => format!("{} drop out", several.len()),
    }
}

/// A name that fits in so many characters.
pub fn short(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most - 1).chain(['…']).collect()
}

/// "Round 2: Lakes 5, Lisbon 4, exhausted 1."
fn words(palette: &Palette, round: &Round) -> String {
    let names = palette.swatches.iter().map(|swatch| swatch.name.as_str()).chain(["exhausted"]);
    let counted = names.zip(palette.votes(round)).filter(|(_, votes)| *votes > 0);
    let each: Vec<String> = counted.map(|(name, votes)| format!("{name} {votes}")).collect();
    format!("Round {}: {}.", round.round, each.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tally::{Election, Rules};

    fn results() -> Results {
        let ballots: [(&[&str], u64); 4] =
            [(&["Lisbon"], 4), (&["Edinburgh", "Lakes"], 1), (&["Edinburgh"], 1), (&["Lakes"], 4)];
        crate::pages::sample::results([0, 1, 2], &ballots)
    }

    #[test]
    fn a_bar_is_as_long_as_all_ballots_and_its_line_stands_where_it_is_won() {
        let results = results();
        let drawn = Chart::of(&results, &Palette::of(&results));
        let second = &drawn.bars[1];
        let widths: Vec<_> = second.segments.iter().map(|segment| (segment.class, segment.width.0)).collect();
        assert_eq!(widths, [(Some("c3"), 1_800), (Some("c1"), 1_440), (None, 360)]);
        assert_eq!(second.line_x.to_string(), "180.0");
        assert_eq!(
            (drawn.bars[0].outcome.as_str(), second.outcome.as_str()),
            ("Edinburgh drops out", "Lakes wins")
        );
        assert!(drawn.words.ends_with("Round 2: Lakes 5, Lisbon 4, exhausted 1."), "{}", drawn.words);
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
        assert_eq!(palette.swatches[7].name, "23 others");
        let drawn = Chart::of(&results, &palette);
        let rounds: Vec<_> = drawn.bars.iter().map(|bar| bar.round.round).collect();
        assert_eq!(rounds, [1, 23, 24, 25, 26, 27, 28, 29]);
        assert!(drawn.bars.iter().all(|bar| bar.segments.len() <= 9));
    }
}
