//! `--write`: the figures as a page of the documentation, each group beside its run before. Groups that were not run stay.

use crate::{
    Measured,
    table::{Figures, HEADER, RULE},
};
use kernel::{Clock, SystemClock};
use serde::{Deserialize, Serialize};
use std::{fmt::Write, fs, path::Path, process::Command};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const PAGE: &str = "docs/performance.md";
/// The same figures, for the next run to compare with.
const BOOK: &str = "docs/performance.json";

/// What one group gave.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Group {
    pub name: String,
    run: Run,
    pub rows: Vec<Figures>,
    /// How each row did in the run before, where it was there.
    before: Vec<Option<f64>>,
    /// What could not be measured beside, and how that is made good.
    missing: Vec<String>,
}

/// When, where and of what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    date: String,
    commit: String,
    machine: String,
}

impl Run {
    pub fn now() -> Self {
        let date = SystemClock.now().to_string()[..10].to_owned();
        Self { date, commit: commit().unwrap_or_else(|| "unknown".to_owned()), machine: machine() }
    }
}

impl Group {
    pub fn of(name: &str, run: &Run, rows: Vec<Figures>, missing: Vec<String>) -> Self {
        Self { name: name.to_owned(), run: run.clone(), before: vec![None; rows.len()], rows, missing }
    }

    /// The same beside an earlier run.
    fn after(mut self, earlier: &Self) -> Self {
        let same = |one: &Figures, other: &Figures| one.what == other.what && one.against == other.against;
        // Each earlier row is the run before of one row only: several are called the same where they follow different ones.
        let mut left: Vec<&Figures> = earlier.rows.iter().collect();
        let mut before = |row: &Figures| {
            let at = left.iter().position(|old| same(row, old))?;
            Some(left.remove(at).comparable())
        };
        self.before = self.rows.iter().map(&mut before).collect();
        self
    }

    fn page(&self) -> Measured<String> {
        let Run { date, commit, machine } = &self.run;
        let mut page = format!("\n## {}\n\n{date}, commit {commit}, {machine}\n\n", self.name);
        writeln!(page, "{HEADER} run before |\n{RULE} ---: |")?;
        for (row, before) in self.rows.iter().zip(&self.before) {
            writeln!(page, "{} {} |", row.columns(), change(row.comparable(), *before))?;
        }
        for missing in &self.missing {
            writeln!(page, "\n**Not measured beside {missing}.**")?;
        }
        Ok(page)
    }
}

/// What it was before, and by how much it has changed.
fn change(now: f64, before: Option<f64>) -> String {
    match before {
        None => String::new(),
        // Nothing is a percentage of nothing.
        Some(0.0) => "0.00".to_owned(),
        Some(before) => format!("{before:.2} ({:+.0} %)", (now / before - 1.0) * 100.0),
    }
}

/// Writes what was measured over what was written before.
pub fn write(measured: Vec<Group>) -> Measured<()> {
    let root = Path::new(ROOT);
    let mut book: Vec<Group> = match fs::read_to_string(root.join(BOOK)) {
        Ok(text) => serde_json::from_str(&text)?,
        Err(_) => Vec::new(),
    };
    for group in measured {
        match book.iter_mut().find(|old| old.name == group.name) {
            Some(old) => *old = group.after(old),
            None => book.push(group),
        }
    }
    let mut page = include_str!("report.md").to_owned();
    for group in &book {
        page.push_str(&group.page()?);
    }
    fs::write(root.join(BOOK), serde_json::to_string_pretty(&book)? + "\n")?;
    fs::write(root.join(PAGE), page)?;
    Ok(())
}

fn commit() -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").arg("-C").arg(ROOT).args(arguments).output().ok()?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    let changed = if git(&["status", "--porcelain", "--", "crates"])?.is_empty() { "" } else { ", changed" };
    Some(format!("{}{changed}", git(&["rev-parse", "--short", "HEAD"])?))
}

fn machine() -> String {
    let line = |file: &str, key: &str| {
        let text = fs::read_to_string(file).ok()?;
        let line = text.lines().find(|line| line.starts_with(key))?;
        Some(line.split(':').nth(1)?.trim().to_owned())
    };
    let processor = line("/proc/cpuinfo", "model name").unwrap_or_else(|| "a processor".to_owned());
    let kilobytes =
        line("/proc/meminfo", "MemTotal").and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let build = if cfg!(debug_assertions) { "; A DEBUG BUILD, which says nothing" } else { "" };
    format!("{cores} × {processor}, {} GiB{build}", kilobytes.unwrap_or_default() >> 20)
}
