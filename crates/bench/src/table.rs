//! A row of the table: what was measured, beside what it was measured against in the same run.

use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// What a measurement has to reach.
#[derive(Debug, Clone, Copy)]
pub enum Goal {
    /// At least this many times the baseline.
    Ratio(f64),
    /// At most this many times the baseline: what is measured is a time or a size.
    Times(f64),
    /// At most this much, in the row's unit.
    AtMost(f64),
}

#[derive(Debug, Clone)]
pub struct Row {
    pub what: &'static str,
    pub unit: &'static str,
    pub ours: f64,
    /// What it is compared with, and how that did.
    pub baseline: Option<(&'static str, f64)>,
    pub goal: Option<Goal>,
}

impl Row {
    /// How we do beside the baseline: above 1 is better than it for a rate, below 1 for a time or a size.
    pub fn ratio(&self) -> Option<f64> {
        self.baseline.map(|(_, baseline)| self.ours / baseline)
    }

    pub fn reached(&self) -> Option<bool> {
        match self.goal? {
            Goal::Ratio(least) => self.ratio().map(|ratio| ratio >= least),
            Goal::Times(most) => self.ratio().map(|ratio| ratio <= most),
            Goal::AtMost(most) => Some(self.ours <= most),
        }
    }

    fn goal_text(&self) -> String {
        match self.goal {
            Some(Goal::Ratio(least)) => format!("≥ {least} ×"),
            Some(Goal::Times(most)) => format!("≤ {most} ×"),
            Some(Goal::AtMost(most)) => format!("≤ {most} {}", self.unit),
            None => String::new(),
        }
    }
}

/// A row as it is written down.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Figures {
    pub what: String,
    unit: String,
    ours: f64,
    pub against: Option<String>,
    baseline: Option<f64>,
    ratio: Option<f64>,
    goal: String,
    reached: Option<bool>,
}

impl From<&Row> for Figures {
    fn from(row: &Row) -> Self {
        Self {
            what: row.what.to_owned(),
            unit: row.unit.to_owned(),
            ours: row.ours,
            against: row.baseline.map(|(name, _)| name.to_owned()),
            baseline: row.baseline.map(|(_, value)| value),
            ratio: row.ratio(),
            goal: row.goal_text(),
            reached: row.reached(),
        }
    }
}

impl Figures {
    /// What can be compared between two runs: the ratio, or the figure itself where it stands alone.
    pub fn comparable(&self) -> f64 {
        self.ratio.unwrap_or(self.ours)
    }

    pub fn columns(&self) -> String {
        let Self { what, unit, ours, goal, .. } = self;
        let baseline = self.baseline.zip(self.against.as_ref());
        let baseline =
            baseline.map(|(value, name)| format!("{} ({name})", figure(value))).unwrap_or_default();
        let ratio = self.ratio.map(|ratio| format!("{ratio:.2} ×")).unwrap_or_default();
        let reached = match self.reached {
            Some(true) => "yes",
            Some(false) => "NO",
            None => "",
        };
        format!("| {what} | {} {unit} | {baseline} | {ratio} | {goal} | {reached} |", figure(*ours))
    }
}

pub const HEADER: &str = "| what | ours | baseline | ratio | goal | reached |";
pub const RULE: &str = "| --- | ---: | --- | ---: | --- | --- |";

pub fn print_table(out: &mut impl Write, rows: &[Figures]) -> io::Result<()> {
    writeln!(out, "{HEADER}\n{RULE}")?;
    rows.iter().try_for_each(|row| writeln!(out, "{}", row.columns()))
}

pub fn print_json(out: &mut impl Write, rows: &[Figures]) -> io::Result<()> {
    writeln!(out, "{}", serde_json::to_string_pretty(rows)?)
}

/// Large figures in whole thousands, small ones with the digits that matter.
fn figure(value: f64) -> String {
    if value < 100.0 {
        return format!("{value:.1}");
    }
    let whole = format!("{value:.0}");
    let mut out = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
