//! Other libraries with the same ballots: from lists of names to a winner, who must be the same.

use super::{
    drawn::{self, Ballot, NAMES, names},
    election, millis,
};
use crate::{Measured, figure::figure, peers, table::Row};
use ranked_voting::{Builder, VoteRules, run_election};
use std::{fs, path::Path, process::Command};
use tally::Rules;

/// Fewer than elsewhere, so that the slowest is done in seconds.
const BALLOTS: u32 = 100_000;
const TURNS: usize = 3;

/// Where `scripts/install-peers` puts it; without that, whatever Python is found.
const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.tools/pyrankvote/bin/python3");

/// Prints the seconds it took, and the winner.
const PYRANKVOTE: &str = include_str!("pyrankvote.py");

pub fn measure() -> Measured<Vec<Row>> {
    let ballots = drawn::ballots(figure("RIVAL_BALLOTS", BALLOTS) as usize);
    let (ours, winner) = best(&ballots, ours)?;
    let row = |what, baseline| Row { what, unit: "ms", ours, baseline, goal: None };
    let agreed = |name, (took, theirs): (f64, String)| {
        if theirs == winner {
            Ok(Some((name, took)))
        } else {
            Err(format!("{name} has another winner: {theirs}"))
        }
    };
    let what = "100,000 ballots, from names to a winner";
    let mut rows = vec![row(what, agreed("ranked_voting", best(&ballots, ranked_voting)?)?)];
    match tallystick(&ballots)? {
        Some(took) => rows.push(row(what, Some(("tallystick: head to head alone", took)))),
        None => peers::missing("tallystick", "--features rivals"),
    }
    match pyrankvote(&ballots)? {
        Some(counted) => rows.push(row(what, agreed("pyrankvote", counted)?)),
        None => peers::missing("pyrankvote", "scripts/install-peers"),
    }
    Ok(rows)
}

/// The best time of several, in milliseconds, and the winner.
fn best(ballots: &[Ballot], count: impl Fn(&[Ballot]) -> Measured<String>) -> Measured<(f64, String)> {
    let (mut took, mut winner) = (f64::INFINITY, Ok(String::new()));
    for _ in 0..TURNS {
        took = took.min(millis(|| winner = count(ballots)));
    }
    Ok((took, winner?))
}

fn ours(ballots: &[Ballot]) -> Measured<String> {
    let winner = election(ballots)?.tally(&Rules::default()).winner;
    Ok(winner.ok_or("nobody won")?.to_string())
}

fn ranked_voting(ballots: &[Ballot]) -> Measured<String> {
    let mut election = Builder::new(&VoteRules::default())?.candidates(&NAMES.map(String::from))?;
    for ballot in ballots {
        election.add_vote(&names(ballot).map(|name| vec![name.to_owned()]), 1)?;
    }
    Ok(run_election(&election)?.winners.and_then(|mut winners| winners.pop()).ok_or("nobody won")?)
}

/// Its instant runoff needs an unstable compiler, so this is the half of the work that it does on a stable one.
#[cfg(feature = "rivals")]
fn tallystick(ballots: &[Ballot]) -> Measured<Option<f64>> {
    use tallystick::condorcet::DefaultCondorcetTally;
    let ours = election(ballots)?.tally(&Rules::default()).pairwise;
    let (took, _) = best(ballots, |ballots| {
        let mut tally = DefaultCondorcetTally::with_candidates(1, NAMES.to_vec());
        for ballot in ballots {
            tally.add(&names(ballot)).map_err(|error| error.to_string())?;
        }
        let place = |name: &str| NAMES.iter().position(|other| *other == name).unwrap_or_default();
        let agrees = |((one, other), votes): &((&str, &str), u64)| ours[place(one)][place(other)] == *votes;
        if tally.totals().iter().all(agrees) {
            Ok(String::new())
        } else {
            Err("tallystick counts otherwise".into())
        }
    })?;
    Ok(Some(took))
}

#[cfg(not(feature = "rivals"))]
#[expect(clippy::unnecessary_wraps, reason = "with the feature it can fail")]
fn tallystick(_: &[Ballot]) -> Measured<Option<f64>> {
    Ok(None)
}

/// Nothing where Python or the package is not installed.
fn pyrankvote(ballots: &[Ballot]) -> Measured<Option<(f64, String)>> {
    let python = |code: &str| {
        let own = Path::new(PYTHON);
        let mut command = Command::new(if own.exists() { own } else { Path::new("python3") });
        command.args(["-c", code]);
        command
    };
    if !python("import pyrankvote").output().is_ok_and(|output| output.status.success()) {
        return Ok(None);
    }
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("ballots.txt");
    let lines: Vec<String> = ballots.iter().map(|ballot| names(ballot).join(" ")).collect();
    fs::write(&path, lines.join("\n"))?;
    let output = python(PYRANKVOTE).arg(&path).output()?;
    let said = String::from_utf8(output.stdout)?;
    let (seconds, winner) = said.trim().split_once(' ').ok_or("pyrankvote did not come to a result")?;
    Ok(Some((seconds.parse::<f64>()? * 1e3, winner.to_owned())))
}
