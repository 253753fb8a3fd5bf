//! Ballots in a file of JSON lines: read and counted, beside a scan that only finds the names.

use super::{
    drawn::{Ballot, CANDIDATES, names},
    millis,
};
use crate::{
    Measured,
    table::{Goal, Row},
};
use std::{
    fs::File,
    io::{BufRead, BufReader, BufWriter, Write},
    path::Path,
};
use tally::{ReadOptions, Rules};

const TURNS: usize = 5;
const CHUNK: usize = 256 * 1024;

pub fn measure(ballots: &[Ballot]) -> Measured<Row> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("ballots.jsonl");
    write(&path, ballots)?;
    if scan(&path)? != ballots {
        return Err("the scan by hand reads other ballots".into());
    }
    let (mut ours, mut scanned) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..TURNS {
        let mut counted = Ok(0);
        ours = ours.min(millis(|| counted = count(&path)));
        if counted? != ballots.len() as u64 {
            return Err("ballots are missing".into());
        }
        scanned = scanned.min(millis(|| scan(&path)));
    }
    Ok(Row {
        what: "read and tally 1,000,000 ballots from a JSON-lines file",
        unit: "ms",
        ours,
        baseline: Some(("scan by hand that only finds the names", scanned)),
        goal: Some(Goal::Times(2.33)),
    })
}

fn write(path: &Path, ballots: &[Ballot]) -> Measured<()> {
    let mut file = BufWriter::new(File::create(path)?);
    for ballot in ballots {
        writeln!(file, r#"{{"n":1,"r":["{}"]}}"#, names(ballot).join(r#"",""#))?;
    }
    Ok(file.flush()?)
}

fn count(path: &Path) -> Measured<u64> {
    let read = tally::read_ballots(File::open(path)?, &ReadOptions::default(), |_| {})?;
    Ok(read.election.tally(&Rules::default()).total_votes)
}

/// Trusts the file to be as [`write`] wrote it: a name is known by its first letter, and nothing is checked.
fn scan(path: &Path) -> Measured<Vec<Ballot>> {
    const BEFORE_NAMES: usize = r#"{"n":1,"r":"#.len();
    let mut file = BufReader::with_capacity(CHUNK, File::open(path)?);
    let (mut line, mut ballots) = (Vec::new(), Vec::new());
    while file.read_until(b'\n', &mut line)? > 0 {
        let mut ballot = [0; CANDIDATES];
        let mut quotes = memchr::memchr_iter(b'"', &line[BEFORE_NAMES..]);
        for choice in &mut ballot {
            let (Some(opening), Some(_)) = (quotes.next(), quotes.next()) else {
                return Err("a name is missing".into());
            };
            *choice = line[BEFORE_NAMES + opening + 1] - b'A';
        }
        ballots.push(ballot);
        line.clear();
    }
    Ok(ballots)
}
