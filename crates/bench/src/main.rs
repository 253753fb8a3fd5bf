//! Side-by-side measurements: each speed is a ratio to a bare version of the same work, taken in the same run.
//!
//! `cargo run --release -p bench` prints a table; with `--json` it prints JSON. Other arguments name the groups to run.

mod store_rows;
mod table;

use std::{
    error::Error,
    io::{Write, stderr, stdout},
};

/// Measurements that have to begin in a process of their own are run by starting this program again with this argument.
const CHILD: &str = "--child";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, task, rest @ ..] = arguments.as_slice()
        && flag == CHILD
    {
        return store_rows::child(task, rest);
    }
    let (flags, groups): (Vec<_>, Vec<_>) = arguments.iter().partition(|argument| argument.starts_with("--"));
    if let Some(unknown) = flags.iter().find(|flag| **flag != "--json") {
        return Err(format!("there is no option {unknown}; there is --json").into());
    }
    let mut rows = Vec::new();
    for (name, measure) in GROUPS {
        if groups.is_empty() || groups.iter().any(|group| *group == name) {
            writeln!(stderr(), "measuring {name} …")?;
            rows.extend(measure()?);
        }
    }
    if flags.is_empty() {
        table::print_table(&mut stdout(), &rows)?;
    } else {
        table::print_json(&mut stdout(), &rows)?;
    }
    Ok(())
}

type Measure = fn() -> Result<Vec<table::Row>, Box<dyn Error>>;

/// Every group of rows, by its name on the command line.
const GROUPS: [(&str, Measure); 1] = [("store", store_rows::measure)];
