//! `doctor`: stored data against its own rules, and the data file of a stopped server against itself.

use super::operator;
use crate::{
    cli::{Failure, say},
    config::{Config, Storage},
    engine,
    tasks::Task,
    transfer::tables,
};
use clap::Args;
use store_embedded::{OpenError, integrity};

#[derive(Debug, Clone, Args)]
pub struct DoctorArgs {
    /// Mend what can be mended
    #[arg(long)]
    repair: bool,
    /// Check every page, index and row of the data file of a server that is stopped, and change nothing
    #[arg(long, conflicts_with = "repair")]
    offline: bool,
}

pub async fn run(config: &Config, arguments: DoctorArgs) -> Result<(), Failure> {
    if arguments.offline {
        return check_file(config);
    }
    operator::run(config, Task::Doctor { repair: arguments.repair }).await
}

fn check_file(config: &Config) -> Result<(), Failure> {
    if config.storage != Storage::Embedded {
        return Err(Failure("DynamoDB looks after its own files; --offline is for a data folder.".into()));
    }
    let file = engine::data_file(config);
    let problems = integrity(&file, &tables(), config.cache_bytes).map_err(|error| match error {
        OpenError::InUse(_) => Failure("A server has the data file open; stop it first.".into()),
        error => Failure(format!("{error}.")),
    })?;
    for problem in &problems {
        say(format!("  wrong: {problem}."));
    }
    if problems.is_empty() {
        say(format!("{}: every page, index and row is fine", file.display()));
        return Ok(());
    }
    Err(Failure(format!(
        "{} is damaged: move the data folder aside, keep its key file, and bring back a backup with: roundtable restore FILE.",
        file.display()
    )))
}
