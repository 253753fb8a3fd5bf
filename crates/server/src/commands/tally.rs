//! `tally`: counts a file of ranked ballots without a server.

use crate::cli::{Failure, say};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    fs::File,
    io::{self, IsTerminal, Read, Write},
    path::PathBuf,
};
use tally::{BallotFile, ReadOptions, Rules, TieRule};

/// Below this many bytes a file is read before anyone could look at its progress.
const WORTH_SHOWING: u64 = 20 << 20;

#[derive(Debug, Clone, Args)]
pub struct TallyArgs {
    #[expect(clippy::doc_link_with_quotes, reason = "help for a terminal, where this is no link")]
    /// The ballots, plain or gzip; - reads standard input. Lines are count,A>B>C or {"n":3,"r":["A","B"]}
    file: PathBuf,
    /// Every candidate, separated by commas; others are then refused
    #[arg(long, value_name = "A,B,C", conflicts_with = "candidates_file")]
    candidates: Option<String>,
    /// A file with every candidate, one a line
    #[arg(long, value_name = "FILE")]
    candidates_file: Option<PathBuf>,
    /// How ties for last place are settled, in this order, before the drawn one
    #[arg(long, value_name = "RULES", value_delimiter = ',', default_value = "earlier-round,head-to-head")]
    ties: Vec<TieRule>,
    /// End with the first round in which someone has a majority, instead of going on to two candidates
    #[arg(long)]
    stop_at_majority: bool,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &TallyArgs) -> Result<(), Failure> {
    let BallotFile { election, warnings, .. } = read(arguments)?;
    for warning in &warnings {
        let _ = writeln!(io::stderr(), "roundtable: {warning}");
    }
    let rules = Rules { stop_at_majority: arguments.stop_at_majority, ties: arguments.ties.clone() };
    let results = election.tally(&rules);
    if arguments.json {
        say(serde_json::to_string_pretty(&results).map_err(|error| Failure(error.to_string()))?);
    } else {
        say(tally::render(&results, width()).trim_end());
    }
    Ok(())
}

fn read(arguments: &TallyArgs) -> Result<BallotFile, Failure> {
    let named = |error: tally::ReadError| Failure(format!("{}: {error}.", arguments.file.display()));
    let options = ReadOptions { candidates: candidates(arguments)? };
    if arguments.file.as_os_str() == "-" {
        return tally::read_ballots(io::stdin().lock(), &options, |_| {}).map_err(named);
    }
    let unreadable =
        |error: io::Error| Failure(format!("{} cannot be read: {error}.", arguments.file.display()));
    let file = File::open(&arguments.file).map_err(unreadable)?;
    let size = file.metadata().map_err(unreadable)?.len();
    let bar = progress(size);
    let ballots =
        tally::read_ballots(file, &options, |progress| bar.set_position(progress.bytes)).map_err(named);
    bar.finish_and_clear();
    ballots
}

fn candidates(arguments: &TallyArgs) -> Result<Option<Vec<String>>, Failure> {
    if let Some(list) = &arguments.candidates {
        let names =
            tally::candidates_from_list(list).map_err(|error| Failure(format!("--candidates: {error}.")))?;
        return Ok(Some(names));
    }
    let Some(path) = &arguments.candidates_file else { return Ok(None) };
    let mut text = String::new();
    File::open(path)
        .and_then(|mut file| file.read_to_string(&mut text))
        .map_err(|error| Failure(format!("{} cannot be read: {error}.", path.display())))?;
    Ok(Some(tally::candidates_from_lines(&text)))
}

/// A bar on a terminal for a file worth one; nothing otherwise.
fn progress(size: u64) -> ProgressBar {
    if size < WORTH_SHOWING || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(size);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {bytes} of {total_bytes}, {eta} left") {
        bar.set_style(style);
    }
    bar
}

/// The terminal's width, or a page's when there is none.
fn width() -> usize {
    let (_, columns) = console::Term::stdout().size();
    if io::stdout().is_terminal() { usize::from(columns).clamp(40, 120) } else { 80 }
}
