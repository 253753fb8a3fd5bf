//! The command line: what can be asked of the program, and how an answer or a failure leaves it.

use crate::{
    commands,
    config::{self, Config, ConfigError, Options},
    transfer::target::Keys,
};
use clap::{
    ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand,
    error::{ContextKind, ContextValue},
};
use std::{io::Write, path::PathBuf, process::ExitCode};

#[derive(Debug, Parser)]
#[command(name = "roundtable", version, about = "Groups of people decide and do things together.")]
pub struct Cli {
    #[command(flatten)]
    pub options: Options,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    /// Run the server (what happens without a command)
    Serve,
    /// Check the configuration and say what it comes to
    CheckConfig,
    /// Create or describe the DynamoDB tables
    #[command(subcommand)]
    Tables(commands::tables::Tables),
    /// List every table, key and index of the data model
    Keys,
    /// Print the API's description (OpenAPI 3.1)
    Openapi,
    /// Check stored data against its own rules
    Doctor(commands::doctor::DoctorArgs),
    /// Write all data into a compressed file, also while the server runs; the key file is left out
    Backup { file: PathBuf },
    /// Read a backup into a data folder that is empty or not there yet
    Restore {
        file: PathBuf,
        #[command(flatten)]
        keys: Keys,
    },
    /// Write all data as lines of JSON, in order, so that the same data gives the same bytes
    Export {
        /// - writes to standard output
        #[arg(default_value = "-")]
        file: PathBuf,
    },
    /// Read an export or a backup into a store that is empty
    Import {
        /// - reads standard input
        file: PathBuf,
        /// Put single rows back into a store that is in use, where none is: those of a removed-….jsonl, or lines of an export
        #[arg(long)]
        into_existing: bool,
        #[command(flatten)]
        keys: Keys,
    },
    /// Copy all data from one kind of store to the other, and compare; run again, it finishes a copy that broke off
    Copy(commands::copy::CopyArgs),
    /// Fill an empty store with an example, a club with everything it does, and say who can sign in
    Demo(commands::demo::DemoArgs),
    /// Accounts: create one, set its roles, make a reset link
    #[command(subcommand)]
    Account(commands::account::AccountCommand),
    /// Mail: see whether it arrives
    #[command(subcommand)]
    Mail(commands::mail::MailCommand),
    /// Ask the server that runs here whether it is ready; fails when it is not
    Health,
    /// Print what completes commands in a shell
    Completions { shell: clap_complete::Shell },
    /// Print the manual page
    Man,
    /// Count a file of ranked ballots, without a server
    #[command(override_help = commands::tally::help())]
    Tally(commands::tally::TallyArgs),
    /// Add a new sealing key to the key file; older ones go on opening what they sealed
    RotateKey {
        /// Also replace the signing key: access tokens of shares, cookies that prove something, cursors and links in letters end
        #[arg(long)]
        all: bool,
    },
}

/// Why a command failed: one sentence on standard error, and a non-zero exit.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Failure(pub String);

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Self(error.0)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self(format!("{error}."))
    }
}

/// Writes one line to standard output; a closed pipe is not worth a complaint.
pub fn say(line: impl AsRef<str>) {
    let _ = writeln!(std::io::stdout(), "{}", line.as_ref());
}

/// The whole command line, with what features add to it. What the environment holds may be secret, so help never shows it.
pub fn command() -> clap::Command {
    commands::take_down::with_commands(Cli::command().mut_args(|arg| arg.hide_env_values(true)))
}

pub fn main() -> ExitCode {
    let understood = command().try_get_matches().map_err(|error| match from_environment(&error) {
        Some(failure) => failure,
        None => error.exit(),
    });
    match understood.and_then(|matches| start(&matches)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure(sentence)) => {
            let _ = writeln!(std::io::stderr(), "roundtable: {sentence}");
            ExitCode::FAILURE
        }
    }
}

/// What is wrong with a variable, without its value: clap would print that. `None` where the mistake is on the command line.
fn from_environment(error: &clap::Error) -> Option<Failure> {
    let Some(ContextValue::String(wrong)) = error.get(ContextKind::InvalidArg) else { return None };
    let flag = wrong.split([' ', '=']).next().unwrap_or_default();
    let options = Cli::command();
    let option = options
        .get_arguments()
        .find(|arg| Some(flag) == arg.get_long().map(|long| format!("--{long}")).as_deref())?;
    let variable = option.get_env()?.to_str()?;
    let typed = std::env::args().any(|arg| arg.split('=').next() == Some(flag));
    (!typed && std::env::var_os(variable).is_some()).then(|| {
        Failure(format!("The environment variable {variable} holds something that {flag} cannot be."))
    })
}

fn start(matches: &ArgMatches) -> Result<(), Failure> {
    let unclear = |error: clap::Error| Failure(error.to_string());
    if let Some(task) = commands::take_down::read(matches) {
        let config = resolve(Options::from_arg_matches(matches).map_err(unclear)?)?;
        return on_runtime(async move { commands::operator::run(&config, task).await });
    }
    run(Cli::from_arg_matches(matches).map_err(unclear)?)
}

fn resolve(options: Options) -> Result<Config, Failure> {
    Ok(Config::resolve(given(options)?)?)
}

/// What was given on the command line, in the environment and in the file.
fn given(options: Options) -> Result<Options, Failure> {
    config::check_environment::<Cli>(std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()))?;
    Ok(options.with_file()?)
}

fn run(cli: Cli) -> Result<(), Failure> {
    // A tally needs no configuration, so a broken one is no reason to refuse it.
    if let Some(Command::Tally(arguments)) = &cli.command {
        return commands::tally::run(arguments);
    }
    // Neither has what is only printed.
    match cli.command {
        Some(Command::Completions { shell }) => return commands::completions::run(shell),
        Some(Command::Man) => return commands::completions::manual(),
        _ => {}
    }
    // A copy has two stores, and so two configurations.
    if let Some(Command::Copy(arguments)) = cli.command {
        let options = given(cli.options)?;
        return on_runtime(async move { commands::copy::run(options, arguments).await });
    }
    let config = resolve(cli.options)?;
    match cli.command.unwrap_or(Command::Serve) {
        Command::Keys => commands::keys::run(),
        Command::Openapi => commands::openapi::run(),
        Command::CheckConfig => commands::check_config::run(&config),
        Command::RotateKey { all } => commands::rotate_key::run(&config, all),
        Command::Health => commands::health::run(&config),
        Command::Tally(_) => Ok(()),
        command => on_runtime(async move {
            match command {
                Command::Tables(tables) => commands::tables::run(&config, tables).await,
                Command::Doctor(arguments) => commands::doctor::run(&config, arguments).await,
                Command::Demo(arguments) => commands::demo::run(&config, arguments).await,
                Command::Mail(mail) => commands::mail::run(&config, mail).await,
                Command::Account(account) => commands::account::run(&config, account).await,
                Command::Backup { file } => commands::backup::run(&config, &file).await,
                Command::Restore { file, keys } => commands::restore::run(&config, file, keys).await,
                Command::Export { file } => commands::export::run(&config, &file).await,
                Command::Import { file, into_existing: true, .. } => {
                    commands::import::put_back(&config, file).await
                }
                Command::Import { file, keys, .. } => commands::import::run(&config, file, keys).await,
                _ => crate::serve::run(config).await,
            }
        }),
    }
}

fn on_runtime(work: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(work)
}

/// Where the control socket of a server on this data folder is.
pub fn control_socket(config: &Config) -> PathBuf {
    config.data.join("control.sock")
}
