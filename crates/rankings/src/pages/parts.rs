//! The parts of pages that are the same for everyone who may see results: drawn once per change and pushed to all who watch.

use super::{chart, flows::Flows, palette::Palette, verdict::Verdict};
use crate::model::Poll;
use askama::{Template, filters::HtmlSafe};
use jiff::Timestamp;
use tally::{HOW_IT_IS_COUNTED, Name, Results, Round, Sentence};
use web::{Problem, live::Part, words::counted_or_none};

/// Of more candidates than this, those who came furthest are compared.
const MOST_PAIRS: usize = 12;

/// What watchers of a poll are sent.
pub fn of(poll: &Poll, results: &Results, now: Timestamp) -> Result<Vec<Part>, Problem> {
    Ok(vec![
        Part::new("count", Count(results.total_votes))?,
        Part::new("winner", Verdict { results, is_open: poll.is_open(now) })?,
        Part::new("result", Counted::of(results))?,
    ])
}

/// “12 ballots”.
#[derive(Template)]
#[template(source = "{{ self.words() }}", ext = "html")]
pub struct Count(pub u64);

impl Count {
    fn words(&self) -> String {
        counted_or_none(self.0, "ballot")
    }
}

/// The count, once there is one.
#[derive(Template)]
#[template(path = "rankings/counted.html")]
pub struct Counted<'a> {
    results: &'a Results,
    ballots: Count,
    /// Ballots that ran out of choices.
    exhausted: u64,
    /// By round.
    ties: Vec<(usize, Sentence)>,
    palette: Palette,
    /// Those that are drawn.
    rounds: Vec<&'a Round>,
    flows: Option<Flows>,
    /// Those who are compared head to head.
    furthest: Vec<Name>,
}

impl HtmlSafe for Count {}
impl HtmlSafe for Counted<'_> {}

impl<'a> Counted<'a> {
    pub fn of(results: &'a Results) -> Self {
        let tie = |round: &Round| Some((round.round, results.tie_sentence(round)?));
        let palette = Palette::of(results);
        Self {
            results,
            ballots: Count(results.total_votes),
            exhausted: results.rounds.last().map_or(0, |round| round.exhausted),
            ties: results.rounds.iter().filter_map(tie).collect(),
            rounds: chart::shown(results),
            flows: Flows::of(results, &palette),
            furthest: results.finishing_order().into_iter().take(MOST_PAIRS).collect(),
            palette,
        }
    }

    /// The chart in words.
    fn words(&self) -> String {
        let rounds: Vec<String> =
            self.rounds.iter().map(|round| chart::words(&self.palette, round)).collect();
        rounds.join(" ")
    }
}
