//! How far a transfer is: a line that moves on a terminal, one line for each table elsewhere. On standard error, because the data
//! itself may go to standard output.

use indicatif::{ProgressBar, ProgressStyle};
use std::{
    io::{self, IsTerminal, Write},
    time::Duration,
};

/// How the line that begins a table starts, and that of an item.
const TABLE: &str = r#"{"table":""#;
const ITEM: &str = r#"{"item":"#;

pub struct Progress {
    bar: Option<ProgressBar>,
    table: String,
    items: u64,
}

impl Progress {
    pub fn start() -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}: {human_pos} items, {per_sec}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        });
        Self { bar, table: String::new(), items: 0 }
    }

    /// A line of an export goes by.
    pub fn line(&mut self, line: &str) {
        if line.starts_with(ITEM) {
            self.items += 1;
            self.show();
        } else if let Some(name) = line.strip_prefix(TABLE) {
            self.table(name.trim_end_matches(['"', '}']));
        }
    }

    /// An item of `table` goes by.
    pub fn item(&mut self, table: &str) {
        if self.table != table {
            self.table(table);
        }
        self.items += 1;
        self.show();
    }

    pub fn finish(&mut self) {
        self.table("");
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    /// Another table begins.
    fn table(&mut self, name: &str) {
        if self.bar.is_none() && self.items > 0 {
            let noun = if self.items == 1 { "item" } else { "items" };
            let _ = writeln!(io::stderr(), "{}: {} {noun}", self.table, self.items);
        }
        name.clone_into(&mut self.table);
        self.items = 0;
        if let Some(bar) = &self.bar {
            bar.set_message(self.table.clone());
        }
    }

    fn show(&self) {
        if let Some(bar) = &self.bar {
            bar.set_position(self.items);
        }
    }
}
