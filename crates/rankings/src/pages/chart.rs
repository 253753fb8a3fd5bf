//! Rounds as stacked bars with the line it takes to win, and the same figures as a table.

use super::palette::{Palette, units};
use std::fmt::Write;
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

pub struct Segment {
    /// Empty for ballots that ran out.
    pub class: String,
    pub x: String,
    pub width: String,
    pub middle: String,
    /// The number, where there is room.
    pub label: String,
}

pub struct Bar {
    pub round: usize,
    pub to_win: u64,
    pub outcome: String,
    pub top: u64,
    pub line_x: String,
    pub segments: Vec<Segment>,
}

pub struct Rounds {
    pub bars: Vec<Bar>,
    pub height: u64,
    pub words: String,
    /// How many rounds are not drawn.
    pub left_out: usize,
}

impl Rounds {
    pub fn of(results: &Results, palette: &Palette) -> Self {
        let shown = shown(results);
        let draw = |(at, round): (usize, &&Round)| Bar::of(results, palette, round, at as u64 * ROUND_HEIGHT);
        let bars: Vec<Bar> = shown.iter().enumerate().map(draw).collect();
        Self {
            height: bars.len() as u64 * ROUND_HEIGHT + 6,
            words: shown.iter().map(|round| words(palette, round)).collect::<Vec<_>>().join(" "),
            left_out: results.rounds.len() - shown.len(),
            bars,
        }
    }
}

/// The rounds that are drawn: all, or the first and the last.
pub fn shown(results: &Results) -> Vec<&Round> {
    let rounds: Vec<&Round> = results.rounds.iter().collect();
    if rounds.len() <= MOST_ROUNDS {
        return rounds;
    }
    let last = rounds.len() - (MOST_ROUNDS - 1);
    rounds[..1].iter().chain(&rounds[last..]).copied().collect()
}

impl Bar {
    fn of(results: &Results, palette: &Palette, round: &Round, top: u64) -> Self {
        let total = results.total_votes.max(1);
        let along = |votes: u64| scaled(votes, WIDTH, total);
        let mut segments = Vec::new();
        let mut before = 0;
        let votes =
            palette.votes(round).into_iter().zip(palette.swatches.iter().map(|swatch| swatch.class.as_str()));
        for (votes, class) in votes.chain([(round.exhausted, "")]).filter(|(votes, _)| *votes > 0) {
            let (x, end) = (along(before), along(before + votes));
            before += votes;
            let width = end - x;
            let line = along(round.threshold.min(total));
            let label =
                if width >= NARROWEST_LABEL && !class.is_empty() { votes.to_string() } else { String::new() };
            segments.push(Segment {
                class: class.to_owned(),
                x: units(x),
                width: units(width),
                middle: units(beside(line, x, width)),
                label,
            });
        }
        Self {
            round: round.round,
            to_win: round.threshold,
            outcome: outcome(results, round),
            top,
            line_x: units(along(round.threshold.min(total))),
            segments,
        }
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

fn words(palette: &Palette, round: &Round) -> String {
    let mut text = format!("Round {}: ", round.round);
    let counted = palette.swatches.iter().zip(palette.votes(round)).filter(|(_, votes)| *votes > 0);
    let each: Vec<String> = counted.map(|(swatch, votes)| format!("{} {votes}", swatch.name)).collect();
    text.push_str(&each.join(", "));
    if round.exhausted > 0 {
        let _ = write!(text, ", exhausted {}", round.exhausted);
    }
    text.push('.');
    text
}

/// The figures of the drawn rounds, row by row.
pub struct Figures {
    pub rounds: Vec<usize>,
    pub rows: Vec<(String, Vec<String>)>,
    /// What is true of a round as a whole.
    pub sums: Vec<(&'static str, Vec<String>)>,
}

impl Figures {
    pub fn of(results: &Results) -> Self {
        let shown = shown(results);
        let cell = |round: &&Round, name: &tally::Name| {
            let tally = round.tallies.iter().find(|tally| tally.candidate == *name);
            tally.map_or_else(|| "out".into(), |tally| tally.votes.to_string())
        };
        let of_candidate =
            |name: tally::Name| (name.to_string(), shown.iter().map(|round| cell(round, &name)).collect());
        Self {
            rounds: shown.iter().map(|round| round.round).collect(),
            rows: results.finishing_order().into_iter().map(of_candidate).collect(),
            sums: vec![
                ("Exhausted", shown.iter().map(|round| round.exhausted.to_string()).collect()),
                ("To win", shown.iter().map(|round| round.threshold.to_string()).collect()),
            ],
        }
    }
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
        let drawn = Rounds::of(&results, &Palette::of(&results));
        let second = &drawn.bars[1];
        let widths: Vec<_> =
            second.segments.iter().map(|segment| (segment.class.as_str(), segment.width.as_str())).collect();
        assert_eq!(widths, [("c3", "180.0"), ("c1", "144.0"), ("", "36.0")]);
        assert_eq!((second.to_win, second.line_x.as_str()), (5, "180.0"));
        assert_eq!(second.outcome, "Lakes wins");
        assert_eq!(drawn.bars[0].outcome, "Edinburgh drops out");
        assert!(drawn.words.ends_with("Round 2: Lakes 5, Lisbon 4, exhausted 1."), "{}", drawn.words);
    }

    #[test]
    fn the_table_says_the_same() {
        let figures = Figures::of(&results());
        assert_eq!(figures.rows[0], ("Lakes".into(), vec!["4".into(), "5".into()]));
        assert_eq!(figures.rows[2], ("Edinburgh".into(), vec!["2".into(), "out".into()]));
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
        let drawn = Rounds::of(&results, &palette);
        let rounds: Vec<_> = drawn.bars.iter().map(|bar| bar.round).collect();
        assert_eq!(rounds, [1, 23, 24, 25, 26, 27, 28, 29]);
        assert_eq!(drawn.left_out, 21);
        assert!(drawn.bars.iter().all(|bar| bar.segments.len() <= 9));
    }
}
