//! Counting ballots: beside loops written by hand for the very ballots at hand, and beside other libraries.

mod by_hand;
pub mod drawn;
mod file;
mod rivals;

use crate::{
    Measured,
    figure::figure,
    table::{Goal, Row},
};
use drawn::{Ballot, NAMES};
use std::{hint::black_box, time::Instant};
use tally::{Election, Rules};

const BALLOTS: u32 = 1_000_000;
const TURNS: usize = 9;

pub fn measure() -> Measured<Vec<Row>> {
    let ballots = drawn::ballots(figure("BALLOTS", BALLOTS) as usize);
    let mut rows = in_memory(&ballots)?;
    rows.push(file::measure(&ballots)?);
    rows.extend(rivals::measure()?);
    Ok(rows)
}

fn in_memory(ballots: &[Ballot]) -> Measured<Vec<Row>> {
    let election = election(ballots)?;
    let (winner, pairs) = (by_hand::runoff(ballots), by_hand::pairs(ballots));
    let results = election.tally(&Rules::default());
    let same_winner = results.winner.as_deref() == Some(NAMES[usize::from(winner)]);
    if !same_winner || results.pairwise.concat() != pairs.concat() {
        return Err("the count by hand comes to another result".into());
    }
    let (mut ours, mut all, mut runoff) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
    for _ in 0..TURNS {
        ours = ours.min(millis(|| election.tally(&Rules::default())));
        all = all.min(millis(|| (by_hand::runoff(ballots), by_hand::pairs(ballots))));
        runoff = runoff.min(millis(|| by_hand::runoff(ballots)));
    }
    let row = |name, baseline| Row {
        what: "tally of 1,000,000 ballots × 10 candidates in memory",
        unit: "ms",
        ours,
        baseline: Some((name, baseline)),
        goal: Some(Goal::Times(2.0)),
    };
    Ok(vec![row("loops by hand: runoff and head to head", all), row("loop by hand: runoff alone", runoff)])
}

/// The ballots as the product holds them.
fn election(ballots: &[Ballot]) -> Measured<Election> {
    let mut election = Election::new(NAMES, &drawn::TIE_ORDER)?;
    for ballot in ballots {
        election.add(&drawn::names(ballot), 1)?;
    }
    Ok(election)
}

fn millis<T>(work: impl FnOnce() -> T) -> f64 {
    let began = Instant::now();
    black_box(work());
    began.elapsed().as_secs_f64() * 1e3
}
