//! Side-by-side measurements: each speed is a ratio to a bare version of the same work, taken in the same run.
//!
//! `cargo run --release -p bench` prints a table; with `--json` it prints JSON. Other arguments name the groups to run.

mod bare;
mod client;
mod http_rows;
mod program;
mod ranked_rows;
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
    if let Some(unknown) = flags.iter().find(|flag| **flag != "--json") {
        return Err(format!("there is no option {unknown}; there is --json").into());
    }
    if let Some(unknown) = groups.iter().find(|group| !GROUPS.iter().any(|(name, _)| *name == group.as_str()))
    {
        return Err(format!("there is no group {unknown}").into());
    }
    let (mut rows, mut failed) = (Vec::new(), Vec::new());
    for (name, measure) in GROUPS {
        if groups.is_empty() || groups.iter().any(|group| *group == name) {
            writeln!(stderr(), "measuring {name} …")?;
            // What the other groups have to tell is worth printing all the same.
            match measure() {
                Ok(measured) => rows.extend(measured),
                Err(error) => failed.push(format!("{name}: {error}")),
            }
        }
    }
    if flags.is_empty() {
        table::print_table(&mut stdout(), &rows)?;
    } else {
        table::print_json(&mut stdout(), &rows)?;
    }
    if failed.is_empty() { Ok(()) } else { Err(failed.join("; ").into()) }
}

type Measure = fn() -> Measured<Vec<table::Row>>;

/// Every group of rows, by its name on the command line. The last leaves another database running, which would disturb others.
const GROUPS: [(&str, Measure); 5] = [
    ("store", store_rows::measure),
    ("tally", tally_rows::measure),
    ("ranked", ranked_rows::measure),
    ("start", start_rows::measure),
    ("http", http_rows::measure),
];
