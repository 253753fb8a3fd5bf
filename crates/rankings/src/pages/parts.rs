//! The parts of pages that are the same for everyone who may see results: drawn once per change and pushed to all who watch.

use super::{
    chart::{self, Chart},
    flows::Flows,
    palette::Palette,
    verdict::Verdict,
};
use crate::model::Poll;
use askama::{Template, filters::HtmlSafe};
use jiff::Timestamp;
use tally::{HOW_IT_IS_COUNTED, Name, Results, Sentence};
use web::{Problem, live::Part, words::counted_or_none};

/// Of more candidates than this, those who came furthest are compared.
const MOST_PAIRS: usize = 12;

/// What watchers of a poll are sent.
pub fn of(poll: &Poll, results: &Results, now: Timestamp) -> Result<Vec<Part>, Problem> {
    Ok(vec![
        Part::new("count", Count(results.total_votes))?,
        Part::new("winner", Verdict::of(results, poll.is_open(now)))?,
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
    chart: Chart<'a>,
    flows: Option<Flows>,
    /// Those who are compared head to head.
    furthest: Vec<Name>,
}

impl HtmlSafe for Count {}
impl HtmlSafe for Counted<'_> {}

impl<'a> Counted<'a> {
    pub fn of(results: &'a Results) -> Self {
        let tie = |round: &tally::Round| Some((round.round, results.tie_sentence(round)?));
        let palette = Palette::of(results);
        Self {
            results,
            ballots: Count(results.total_votes),
            exhausted: results.rounds.last().map_or(0, |round| round.exhausted),
            ties: results.rounds.iter().filter_map(tie).collect(),
            chart: Chart::of(results, &palette),
            flows: Flows::of(results, &palette),
            furthest: results.finishing_order().into_iter().take(MOST_PAIRS).collect(),
            palette,
        }
    }

    fn head_to_head(&self) -> Sentence {
        let sentence = Sentence::default();
        match (&self.results.condorcet_winner, &self.results.cycle[..]) {
            (Some(winner), _) => sentence.name(winner).words(" beats every other option one to one."),
            (None, [first, rest @ ..]) if !rest.is_empty() => {
                let sentence = sentence.words("No option beats all others: ").name(first);
                let chain = rest.iter().chain([first]).enumerate().fold(sentence, |sentence, (at, name)| {
                    sentence.words(if at == 0 { " beats " } else { ", which beats " }).name(name)
                });
                chain.words(".")
            }
            _ => sentence.words("No option beats all others one to one."),
        }
    }
}
