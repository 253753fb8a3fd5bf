//! `tally`: counts a file of ranked ballots without a server.

use crate::cli::Failure;
use clap::{Args, Command, builder::StyledStr};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    fs::File,
    io::{self, BufWriter, ErrorKind, IsTerminal, Write},
    path::{Path, PathBuf},
};
use tally::{BallotFile, Format, Overvote, ReadOptions, Results, Rules, TieRule};

/// Below this many bytes a file is read before anyone could look at its progress.
const WORTH_SHOWING: u64 = 20 << 20;

#[derive(Debug, Clone, Args)]
pub struct TallyArgs {
    /// The ballots, plain or gzip; - reads standard input
    file: PathBuf,
    /// How the ballots are written: lines (3,A>B), jsonl ({"n":3,"r":["A","B"]}), blt, csv (a column per
    /// rank) or preflib (.soi, .soc, .toi, .toc) [default: the content decides]
    #[expect(clippy::doc_link_with_quotes, reason = "help for a terminal, where this is no link")]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Every candidate, separated by commas; others are then refused
    #[arg(long, value_name = "A,B,C", conflicts_with = "candidates_file")]
    candidates: Option<String>,
    /// A file with every candidate, one per line
    #[arg(long, value_name = "FILE")]
    candidates_file: Option<PathBuf>,
    /// Leave out a candidate, as if no ballot had ranked it; may be given several times
    #[arg(long, value_name = "NAME")]
    withdraw: Vec<String>,
    /// When a ballot gives one rank to several candidates: skip that rank, or exhaust the ballot there
    #[arg(long, value_name = "skip|exhaust", default_value = "exhaust")]
    overvote: Overvote,
    /// More than N skipped ranks in a row end a ballot [default: any number may be skipped]
    #[arg(long, value_name = "N")]
    skipped: Option<u32>,
    /// How ties for last place are settled, in this order, before the tie order
    #[arg(long, value_name = "RULES", value_delimiter = ',', default_value = "earlier-round,head-to-head")]
    ties: Vec<TieRule>,
    /// Every candidate, the favoured one first, to break ties that nothing else settles: a file with one name
    /// per line, or names separated by commas [default: the file's own, or drawn from the names]
    #[arg(long, value_name = "FILE|A,B,C")]
    tie_order: Option<String>,
    /// End with the first round in which someone has a majority, instead of going on to two candidates
    #[arg(long)]
    stop_at_majority: bool,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

/// The help of this command alone: the server's options, which every command accepts, mean nothing to it.
pub fn help() -> StyledStr {
    TallyArgs::augment_args(Command::new("roundtable tally"))
        .about("Count a file of ranked ballots, without a server")
        .render_help()
}

pub fn run(arguments: &TallyArgs) -> Result<(), Failure> {
    let BallotFile { election, warnings, .. } = read(arguments)?;
    for warning in &warnings {
        let _ = writeln!(io::stderr(), "roundtable: {warning}.");
    }
    let rules = Rules { stop_at_majority: arguments.stop_at_majority, ties: arguments.ties.clone() };
    match write(&election.tally(&rules), arguments.json) {
        // Whoever reads the result through a pipe may stop when they have seen enough.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure(format!("The result cannot be written: {error}.")))
        }
        _ => Ok(()),
    }
}

fn write(results: &Results, as_json: bool) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    if as_json {
        serde_json::to_writer_pretty(&mut out, results)?;
        writeln!(out)?;
    } else {
        writeln!(out, "{}", tally::render(results, width()).trim_end())?;
    }
    out.flush()
}

fn read(arguments: &TallyArgs) -> Result<BallotFile, Failure> {
    let options = options(arguments)?;
    if arguments.file.as_os_str() == "-" {
        let named = |error: tally::ReadError| Failure(format!("Standard input: {error}."));
        return tally::read_ballots(io::stdin().lock(), &options, |_| {}).map_err(named);
    }
    let named = |error: tally::ReadError| Failure(format!("{}: {error}.", arguments.file.display()));
    let unreadable = |error: io::Error| cannot_be_read(&arguments.file, &error);
    let file = File::open(&arguments.file).map_err(unreadable)?;
    let size = file.metadata().map_err(unreadable)?.len();
    let mut progress = Progress::of(size);
    let ballots = tally::read_ballots(file, &options, |at| progress.show(at.bytes)).map_err(named);
    progress.finish();
    ballots
}

fn options(arguments: &TallyArgs) -> Result<ReadOptions, Failure> {
    Ok(ReadOptions {
        candidates: candidates(arguments)?,
        format: arguments.format,
        overvote: arguments.overvote,
        skipped: arguments.skipped,
        withdraw: arguments.withdraw.clone(),
        tie_order: arguments.tie_order.as_deref().map(tie_order).transpose()?,
    })
}

fn candidates(arguments: &TallyArgs) -> Result<Option<Vec<String>>, Failure> {
    if let Some(list) = &arguments.candidates {
        let names =
            tally::candidates_from_list(list).map_err(|error| Failure(format!("--candidates: {error}.")))?;
        return Ok(Some(names));
    }
    let Some(path) = &arguments.candidates_file else { return Ok(None) };
    Ok(Some(tally::candidates_from_lines(&text_of(path)?)))
}

/// From a file if there is one of that name, else the names themselves.
fn tie_order(given: &str) -> Result<Vec<String>, Failure> {
    let path = Path::new(given);
    let names = if path.is_file() {
        tally::tie_order_from_file(&text_of(path)?)
    } else {
        tally::candidates_from_list(given)
    };
    names.map_err(|error| Failure(format!("--tie-order: {error}.")))
}

fn text_of(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|error| cannot_be_read(path, &error))
}

fn cannot_be_read(path: &Path, error: &io::Error) -> Failure {
    Failure(format!("{} cannot be read: {error}.", path.display()))
}

/// How far the reading of a big file has come: a bar on a terminal, a line for each quarter elsewhere.
enum Progress {
    NotWorthShowing,
    Bar(ProgressBar),
    Lines { size: u64, quarters: u64 },
}

impl Progress {
    fn of(size: u64) -> Self {
        if size < WORTH_SHOWING {
            return Self::NotWorthShowing;
        }
        if !io::stderr().is_terminal() {
            return Self::Lines { size, quarters: 0 };
        }
        let bar = ProgressBar::new(size);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {bytes} of {total_bytes}, {eta} left") {
            bar.set_style(style);
        }
        Self::Bar(bar)
    }

    fn show(&mut self, bytes: u64) {
        match self {
            Self::NotWorthShowing => {}
            Self::Bar(bar) => bar.set_position(bytes),
            Self::Lines { size, quarters } => {
                let reached = bytes.saturating_mul(4) / *size;
                if reached > *quarters {
                    *quarters = reached;
                    let _ = writeln!(io::stderr(), "roundtable: {} % of the file is read.", reached * 25);
                }
            }
        }
    }

    fn finish(self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

/// The terminal's width, or a page's when there is none.
fn width() -> usize {
    let (_, columns) = console::Term::stdout().size();
    if io::stdout().is_terminal() { usize::from(columns).clamp(40, 120) } else { 80 }
}
