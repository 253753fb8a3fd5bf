//! `{noun} delete ID` for every kind of thing that a feature lets an operator take down: `shareable delete CODE`, `ranked delete ID`.

use crate::{compose, tasks::Task};
use clap::{Arg, ArgMatches, Command};
use web::Joined;

const DELETE: &str = "delete";
const ID: &str = "ID";

/// The command line with one command for each kind of thing.
pub fn with_commands(command: Command) -> Command {
    let kinds = Joined::of(&compose::features()).take_down;
    kinds.into_iter().fold(command, |command, kind| {
        let delete = Command::new(DELETE)
            .about("Delete it, with every answer to it")
            .arg(Arg::new(ID).required(true).help("Its code or id"));
        command.subcommand(
            Command::new(kind.noun).about(kind.about).subcommand_required(true).subcommand(delete),
        )
    })
}

/// The task that one of these commands asks for; nothing where it is another command.
pub fn read(matches: &ArgMatches) -> Option<Task> {
    let (noun, kind) = matches.subcommand()?;
    let (DELETE, delete) = kind.subcommand()? else { return None };
    let id = delete.try_get_one::<String>(ID).ok()??.clone();
    Some(Task::TakeDown { noun: noun.to_owned(), id })
}
