//! A row of the table: what was measured, beside what it was measured against in the same run.

use serde_json::json;
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

pub fn print_table(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    writeln!(out, "| what | ours | baseline | ratio | goal | reached |")?;
    writeln!(out, "| --- | ---: | --- | ---: | --- | --- |")?;
    for row in rows {
        let baseline =
            row.baseline.map(|(name, value)| format!("{} ({name})", figure(value))).unwrap_or_default();
        let ratio = row.ratio().map(|ratio| format!("{ratio:.2} ×")).unwrap_or_default();
        let reached = match row.reached() {
            Some(true) => "yes",
            Some(false) => "NO",
            None => "",
        };
        let (ours, goal) = (figure(row.ours), row.goal_text());
        writeln!(out, "| {} | {ours} {} | {baseline} | {ratio} | {goal} | {reached} |", row.what, row.unit)?;
    }
    Ok(())
}

pub fn print_json(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    let rows: Vec<_> = rows
        .iter()
        .map(|row| {
            json!({
                "what": row.what,
                "unit": row.unit,
                "ours": row.ours,
                "against": row.baseline.map(|(name, _)| name),
                "baseline": row.baseline.map(|(_, value)| value),
                "ratio": row.ratio(),
                "goal": row.goal_text(),
                "reached": row.reached(),
            })
        })
        .collect();
    writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)
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
