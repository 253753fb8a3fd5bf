//! The parts of pages that are the same for everyone who may see results: drawn once per change and pushed to all who watch.

use super::{
    chart::{Figures, Rounds, short},
    flows::Flows,
    palette::{Palette, Swatch},
    verdict::Banner,
    words::Told,
};
use crate::model::Poll;
use askama::{Template, filters::HtmlSafe};
use jiff::Timestamp;
use tally::{HOW_IT_IS_COUNTED, Name, Results, Sentence};
use web::{Problem, live::Part, words::counted};

/// Of more candidates than this, those who came furthest are compared.
const MOST_PAIRS: usize = 12;

/// What watchers of a poll are sent.
pub fn of(poll: &Poll, results: &Results, now: Timestamp) -> Result<Vec<Part>, Problem> {
    let open = poll.state(now).is_open();
    Ok(vec![
        Part::new("count", Count::of(results.total_votes))?,
        Part::new("winner", Winner { banner: Banner::of(results, open) })?,
        Part::new("result", Counted::of(results))?,
    ])
}

/// “12 ballots”.
#[derive(Template)]
#[template(source = "{{ words }}", ext = "html")]
pub struct Count {
    words: String,
}

impl Count {
    pub fn of(total: u64) -> Self {
        let words = if total == 0 { "No ballots yet".into() } else { counted(total, "ballot") };
        Self { words }
    }
}

/// Who is ahead, or has won.
#[derive(Template)]
#[template(path = "rankings/winner.html")]
pub struct Winner {
    pub banner: Banner,
}

/// The count, once there is one.
#[derive(Template)]
#[template(path = "rankings/counted.html")]
pub struct Counted {
    rounds: Option<Drawn>,
}

struct Drawn {
    swatches: Vec<Swatch>,
    rounds: Rounds,
    /// One sentence per round.
    told: Vec<(usize, Told)>,
    figures: Figures,
    flows: Option<Flows>,
    ties: Vec<(usize, Told)>,
    exhausted: u64,
    exhausted_words: String,
    pairs: Pairs,
}

struct Pairs {
    names: Vec<String>,
    rows: Vec<(String, Vec<Cell>)>,
    left_out: usize,
    words: Told,
}

struct Cell {
    votes: u64,
    wins: bool,
    itself: bool,
}

impl HtmlSafe for Count {}
impl HtmlSafe for Winner {}
impl HtmlSafe for Counted {}

impl Counted {
    pub fn of(results: &Results) -> Self {
        Self { rounds: Drawn::of(results) }
    }
}

impl Drawn {
    fn of(results: &Results) -> Option<Self> {
        let last = results.rounds.last().filter(|_| results.total_votes > 0)?;
        let palette = Palette::of(results);
        let ties =
            results.rounds.iter().filter_map(|round| Some((round.round, Told(results.tie_sentence(round)?))));
        let told = results.rounds.iter().map(|round| (round.round, Told(round.sentence())));
        Some(Self {
            rounds: Rounds::of(results, &palette),
            told: told.filter(|(_, words)| !words.is_empty()).collect(),
            figures: Figures::of(results),
            flows: Flows::of(results, &palette),
            ties: ties.collect(),
            exhausted: last.exhausted,
            exhausted_words: format!(
                "{} of {} ran out of choices before the last round. They counted for as long as one of their choices was still in.",
                last.exhausted,
                counted(results.total_votes, "ballot")
            ),
            pairs: Pairs::of(results),
            swatches: palette.swatches,
        })
    }
}

impl Pairs {
    fn of(results: &Results) -> Self {
        let order = results.finishing_order();
        let place = |name: &Name| results.candidates.iter().position(|other| other == name);
        let shown: Vec<(usize, &Name)> =
            order.iter().take(MOST_PAIRS).filter_map(|name| place(name).map(|at| (at, name))).collect();
        let above = |one: usize, other: usize| {
            results.pairwise.get(one).and_then(|row| row.get(other)).copied().unwrap_or(0)
        };
        let cell = |one: usize, other: usize| Cell {
            votes: above(one, other),
            wins: above(one, other) > above(other, one),
            itself: one == other,
        };
        let row = |(one, name): &(usize, &Name)| {
            (short(name, 24), shown.iter().map(|(other, _)| cell(*one, *other)).collect())
        };
        Self {
            names: shown.iter().map(|(_, name)| short(name, 24)).collect(),
            rows: shown.iter().map(row).collect(),
            left_out: order.len() - shown.len(),
            words: head_to_head(results),
        }
    }
}

fn head_to_head(results: &Results) -> Told {
    let sentence = Sentence::default();
    Told(match (&results.condorcet_winner, &results.cycle[..]) {
        (Some(winner), _) => sentence.name(winner).words(" beats every other option one to one."),
        (None, [first, rest @ ..]) if !rest.is_empty() => {
            let sentence = sentence.words("No option beats all others: ").name(first);
            let chain = rest.iter().chain([first]).enumerate().fold(sentence, |sentence, (at, name)| {
                sentence.words(if at == 0 { " beats " } else { ", which beats " }).name(name)
            });
            chain.words(".")
        }
        _ => sentence.words("No option beats all others one to one."),
    })
}
