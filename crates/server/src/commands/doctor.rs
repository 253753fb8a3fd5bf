//! `doctor`: stored data against its own rules, and the data file of a stopped server against itself.

use super::operator;
use crate::{
    cli::{Failure, say},
    config::{Config, Storage},
    engine,
    tasks::Task,
    transfer::tables,
};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use store_embedded::{OpenError, integrity};

#[derive(Debug, Clone, Args)]
pub struct DoctorArgs {
    /// Complete, recount and relink what can be; answers whose parent is gone are removed, and kept in a file
    #[arg(long)]
    repair: bool,
    #[command(flatten)]
    remove: Named,
    /// Check every page, index and row of the data file of a server that is stopped, and change nothing
    #[arg(long, conflicts_with = "repair")]
    offline: bool,
}

pub async fn run(config: &Config, arguments: DoctorArgs) -> Result<(), Failure> {
    if arguments.offline {
        return check_file(config);
    }
    let DoctorArgs { repair, remove: Named(remove), .. } = arguments;
    operator::run(config, Task::Doctor { repair, remove }).await
}

/// Rows that are named one by one. Written out, because each takes two or three words and may come more than once.
#[derive(Debug, Clone, Default)]
pub struct Named(Vec<Vec<String>>);

const REMOVE: &str = "remove";

impl Args for Named {
    fn augment_args(command: Command) -> Command {
        let remove = Arg::new(REMOVE)
            .long(REMOVE)
            .num_args(2..=3)
            .value_names(["TABLE", "PK", "SK"])
            .action(ArgAction::Append)
            .allow_hyphen_values(true)
            .conflicts_with_all(["repair", "offline"])
            .help("Remove this row, and keep it in a file; may be given more than once");
        command.arg(remove)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Named {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut named = Self::default();
        named.update_from_arg_matches(matches)?;
        Ok(named)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let given = matches.get_occurrences::<String>(REMOVE).into_iter().flatten();
        self.0 = given.map(|words| words.cloned().collect()).collect();
        Ok(())
    }
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
