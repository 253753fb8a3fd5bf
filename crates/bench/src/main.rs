//! Side-by-side measurements: each speed is a ratio to a bare version of the same work, taken in the same run.
//!
//! `cargo run --release -p bench` prints a table; with `--json` it prints JSON, and with `--write` it first installs what is measured
//! beside, and also writes `docs/performance.md`, each figure beside its run before. Other arguments name the groups to run.

mod attack_rows;
mod bare;
mod client;
mod club_rows;
mod crowd_rows;
mod figure;
mod fill;
mod getting_rows;
mod hangout_rows;
mod http_rows;
mod peer_rows;
mod peers;
mod program;
mod ranked_rows;
mod report;
mod start_rows;
mod store_rows;
mod table;
mod tables;
mod tally_rows;

use std::{
    error::Error,
    io::{Write, stderr, stdout},
};

/// The same allocator as the server's, so that what is measured here is what is served.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measurements that have to begin in a process of their own are run by starting this program again with this argument.
const CHILD: &str = "--child";

/// What a measurement gives, or the reason why it could not be taken.
pub type Measured<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Measured<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, task, rest @ ..] = arguments.as_slice()
        && flag == CHILD
    {
        return match rest {
            [file] if task == bare::TASK => bare::serve(file.as_ref()),
            _ => store_rows::child(task, rest),
        };
    }
    let (flags, groups): (Vec<_>, Vec<_>) = arguments.iter().partition(|argument| argument.starts_with("--"));
    if let Some(unknown) = flags.iter().find(|flag| !["--json", "--write"].contains(&flag.as_str())) {
        return Err(format!("there is no option {unknown}; there are --json and --write").into());
    }
    if let Some(unknown) = groups.iter().find(|group| !GROUPS.iter().any(|(name, _)| *name == group.as_str()))
    {
        let names: Vec<_> = GROUPS.iter().map(|(name, _)| *name).collect();
        return Err(format!("there is no group {unknown}; there are {}", names.join(", ")).into());
    }
    let wanted = |flag: &str| flags.iter().any(|given| *given == flag);
    if wanted("--write") && figure::is_any_smaller() {
        return Err("what is measured in another size than usual is not written down: unset BENCH_…".into());
    }
    if wanted("--write") {
        peers::install();
    }
    let (measured, failed) = measure(|name| groups.is_empty() || groups.iter().any(|group| *group == name))?;
    let rows: Vec<_> = measured.iter().flat_map(|group| group.rows.clone()).collect();
    if wanted("--json") {
        table::print_json(&mut stdout(), &rows)?;
    } else {
        table::print_table(&mut stdout(), &rows)?;
    }
    if wanted("--write") {
        report::write(measured)?;
    }
    if failed.is_empty() { Ok(()) } else { Err(failed.join("; ").into()) }
}

/// Every group that is asked for, and what became of those that failed: what the others have to tell is worth printing all the same.
fn measure(asked: impl Fn(&str) -> bool) -> Measured<(Vec<report::Group>, Vec<String>)> {
    let (mut measured, mut failed, run) = (Vec::new(), Vec::new(), report::Run::now());
    for (name, measure) in GROUPS.iter().filter(|(name, _)| asked(name)) {
        writeln!(stderr(), "measuring {name} …")?;
        let rows = measure();
        let missing = peers::take_missing();
        for peer in &missing {
            writeln!(stderr(), "NOT MEASURED BESIDE {peer}")?;
        }
        match rows {
            Ok(rows) => {
                let figures = rows.iter().map(table::Figures::from).collect();
                measured.push(report::Group::of(name, &run, figures, missing));
            }
            Err(error) => failed.push(format!("{name}: {error}")),
        }
    }
    Ok((measured, failed))
}

type Measure = fn() -> Measured<Vec<table::Row>>;

/// Every group of rows, by its name on the command line.
const GROUPS: &[(&str, Measure)] = &[
    ("store", store_rows::measure),
    ("tally", tally_rows::measure),
    ("ranked", ranked_rows::measure),
    ("hangouts", hangout_rows::measure),
    ("club", club_rows::measure),
    ("getting", getting_rows::measure),
    ("start", start_rows::measure),
    ("crowd", crowd_rows::measure),
    ("attack", attack_rows::measure),
    ("http", http_rows::measure),
    ("peer", peer_rows::measure),
];
