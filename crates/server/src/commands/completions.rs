//! `completions SHELL` and `man`: what a package installs beside the program. Both are made from the command line itself.

use crate::cli::{self, Failure};
use clap_complete::Shell;
use std::io::{self, Write};

pub fn run(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli::command(), "roundtable", &mut script);
    Ok(io::stdout().write_all(&script)?)
}

/// The manual page, for `man -l -`.
pub fn manual() -> Result<(), Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(cli::command()).render(&mut page)?;
    Ok(io::stdout().write_all(&page)?)
}
