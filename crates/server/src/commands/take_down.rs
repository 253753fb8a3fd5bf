//! `{noun} delete ID` for every kind of thing that a feature lets an operator take down: `shareable delete CODE`, `ranked delete ID`.
//! What has passcodes also gets new ones: `shareable reset CODE`.

use crate::{compose, tasks::Task};
use clap::{Arg, ArgMatches, Command};
use web::Joined;

const DELETE: &str = "delete";
const RESET: &str = "reset";
const ID: &str = "ID";

/// The command line with one command for each kind of thing.
pub fn with_commands(command: Command) -> Command {
    let kinds = Joined::of(&compose::features()).take_down;
    kinds.into_iter().fold(command, |command, kind| {
        let id = || Arg::new(ID).required(true).help("Its code or id");
        let delete = Command::new(DELETE).about("Delete it, with every answer to it").arg(id());
        let reset = kind.run.resets().map(|about| Command::new(RESET).about(about).arg(id()));
        let actions = [delete].into_iter().chain(reset);
        command.subcommand(
            Command::new(kind.noun).about(kind.about).subcommand_required(true).subcommands(actions),
        )
    })
}

/// The task that one of these commands asks for; nothing where it is another command.
pub fn read(matches: &ArgMatches) -> Option<Task> {
    let (noun, kind) = matches.subcommand()?;
    let (action, named) = kind.subcommand().filter(|(action, _)| [DELETE, RESET].contains(action))?;
    let (noun, id) = (noun.to_owned(), named.try_get_one::<String>(ID).ok()??.clone());
    Some(if action == RESET { Task::Reset { noun, id } } else { Task::TakeDown { noun, id } })
}
