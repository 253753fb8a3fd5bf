//! A result drawn for a terminal: a table with bars for each round, and head to head.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use crate::{Results, Round};

/// With more candidates than this, a round after the first is told in one line.
const DRAWN_IN_FULL: usize = 10;
const NARROWEST: usize = 40;
const INDENT: usize = 2;
const BLOCKS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/// The result for a terminal of this many columns. `│` in the bars marks what it takes to win.
pub fn render(results: &Results, width: usize) -> String {
    let page = Page::new(results, width.max(NARROWEST));
    let mut out = page.wrapped(&results.headline(), 0);
    for round in &results.rounds {
        out.push('\n');
        if round.round > 1 && round.tallies.len() > DRAWN_IN_FULL {
            out.push_str(&page.brief(round));
        } else {
            out.push_str(&page.drawn(round));
        }
    }
    let compared = results.condorcet_winner.is_some() || !results.smith_set.is_empty();
    if compared && results.candidates.len() > 1 {
        out.push('\n');
        out.push_str(&page.matrix());
        let mut sentence = results.head_to_head();
        if results.condorcet_winner.is_none() && results.cycle.is_empty() {
            sentence = sentence.words(" ").list(&results.smith_set).words(" cannot be told apart.");
        }
        out.push_str(&page.wrapped(&sentence.to_string(), 0));
    }
    out
}

/// Column widths, the same for every round so that bars can be compared down the page.
struct Page<'a> {
    results: &'a Results,
    width: usize,
    names: usize,
    figures: usize,
    bars: usize,
}

impl<'a> Page<'a> {
    fn new(results: &'a Results, width: usize) -> Self {
        let longest = results.candidates.iter().map(|name| printable(name).width()).max().unwrap_or(0);
        let names = longest.max("Exhausted".len()).min(width / 3);
        let figures = results.total_votes.to_string().len();
        let bars = width.saturating_sub(INDENT + names + 2 + figures + 2);
        Self { results, width, names, figures, bars }
    }

    fn drawn(&self, round: &Round) -> String {
        let mut out = format!("Round {}, {} to win\n", round.round, round.threshold);
        let mut tallies: Vec<_> = round.tallies.iter().collect();
        tallies.sort_by_key(|tally| std::cmp::Reverse(tally.votes));
        for tally in tallies {
            out.push_str(&self.row(&tally.candidate, tally.votes, &self.bar(tally.votes, round)));
        }
        if round.exhausted > 0 {
            out.push_str(&self.row("Exhausted", round.exhausted, ""));
        }
        out.push_str(&self.what_follows(round, INDENT));
        out
    }

    fn brief(&self, round: &Round) -> String {
        format!("Round {}, {} to win\n{}", round.round, round.threshold, self.what_follows(round, INDENT))
    }

    /// What happens in the round, with the tie if there was one.
    fn what_follows(&self, round: &Round, indent: usize) -> String {
        let tie = round.tie_break.as_ref().map(|tie| self.wrapped(&tie.explanation, indent));
        // A tie between the last two has said everything.
        let ends_tied = tie.is_some() && round.eliminated.is_empty();
        let sentence = (!ends_tied).then(|| self.wrapped(&round.sentence().to_string(), indent));
        tie.into_iter().chain(sentence).collect()
    }

    fn row(&self, name: &str, votes: u64, bar: &str) -> String {
        let figures = self.figures;
        let row = format!("{:INDENT$}{}  {votes:>figures$}  {bar}", "", fitted(name, self.names));
        format!("{}\n", row.trim_end())
    }

    /// The bar's full length stands for all ballots, so that a bar that reaches the mark has a majority.
    fn bar(&self, votes: u64, round: &Round) -> String {
        let eighths = scaled(votes, self.results.total_votes, self.bars * 8);
        let mark =
            scaled(round.threshold, self.results.total_votes, self.bars).min(self.bars.saturating_sub(1));
        let mut bar: Vec<char> = vec!['█'; eighths / 8];
        if !eighths.is_multiple_of(8) {
            bar.push(BLOCKS[eighths % 8]);
        }
        if bar.len() <= mark {
            bar.resize(mark, ' ');
            bar.push('│');
        }
        bar.into_iter().collect()
    }

    /// Head to head, when there is room for it: rows and columns numbered in the order of the candidates.
    fn matrix(&self) -> String {
        let candidates = &self.results.candidates;
        let cell = self.figures.max(candidates.len().to_string().len()) + 2;
        let number = candidates.len().to_string().len();
        let needed = INDENT + number + 1 + self.names + candidates.len() * cell;
        if candidates.len() > DRAWN_IN_FULL || needed > self.width {
            return String::new();
        }
        let mut out = String::from("Head to head: ballots that put the row above the column\n");
        let _ = write!(out, "{:1$}", "", INDENT + number + 1 + self.names);
        for column in 1..=candidates.len() {
            let _ = write!(out, "{column:>cell$}");
        }
        out.push('\n');
        for (index, (name, row)) in candidates.iter().zip(&self.results.pairwise).enumerate() {
            let _ = write!(out, "{:INDENT$}{:>number$} {}", "", index + 1, fitted(name, self.names));
            for (column, votes) in row.iter().enumerate() {
                let text = if column == index { "·".to_owned() } else { votes.to_string() };
                let _ = write!(out, "{text:>cell$}");
            }
            out.push('\n');
        }
        out
    }

    /// Words on as many lines as they need.
    fn wrapped(&self, text: &str, indent: usize) -> String {
        let mut out = String::new();
        let mut column = 0;
        for word in printable(text).split(' ') {
            if column > indent && column + 1 + word.width() > self.width {
                out.push('\n');
                column = 0;
            }
            if column == 0 {
                out.extend(std::iter::repeat_n(' ', indent));
                column = indent;
            } else {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += word.width();
        }
        out.push('\n');
        out
    }
}

/// `part` of `whole` on a scale of so many steps; exact, and a part that is there always shows.
fn scaled(part: u64, whole: u64, steps: usize) -> usize {
    if part == 0 || whole == 0 {
        return 0;
    }
    let exact = u128::from(part) * steps as u128 / u128::from(whole);
    usize::try_from(exact).unwrap_or(steps).clamp(1, steps)
}

/// A name cut or padded to this many columns.
fn fitted(name: &str, columns: usize) -> String {
    let mut name = printable(name);
    if name.width() > columns {
        while name.width() + 1 > columns && name.pop().is_some() {}
        name.push('…');
    }
    let padding = columns.saturating_sub(name.width());
    name.extend(std::iter::repeat_n(' ', padding));
    name
}

/// Ballot files come from anywhere: nothing in a name may steer the terminal.
fn printable(text: &str) -> String {
    let steers = |character: char| {
        character.is_control() || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().map(|character| if steers(character) { '\u{fffd}' } else { character }).collect()
}
