//! `account create|set-role|reset|unlock|deactivate|reactivate`.

use super::operator;
use crate::{cli::Failure, config::Config, tasks::Task};
use clap::{Subcommand, ValueEnum};
use kernel::Role;
use std::io::BufRead;

#[derive(Debug, Clone, Subcommand)]
pub enum AccountCommand {
    /// Create an account; its password is read from standard input
    Create {
        email: String,
        /// The name that others see
        #[arg(long)]
        name: String,
        #[arg(long = "role")]
        roles: Vec<RoleName>,
    },
    /// Set what an account may do; no role takes them all away
    SetRole { email: String, roles: Vec<RoleName> },
    /// Print a link with which the owner sets a new password
    Reset { email: String },
    /// Let someone who typed too many wrong passwords try again at once
    Unlock { email: String },
    /// End everything signed in to an account, and let nobody sign in to it; what it holds stays
    Deactivate { email: String },
    /// Let the owner of a deactivated account sign in again
    Reactivate { email: String },
}

#[derive(Debug, Clone, Copy, ValueEnum)]
#[value(rename_all = "PascalCase")]
pub enum RoleName {
    SuperAdmin,
    Admin,
    Manager,
}

impl From<RoleName> for Role {
    fn from(name: RoleName) -> Self {
        match name {
            RoleName::SuperAdmin => Self::SuperAdmin,
            RoleName::Admin => Self::Admin,
            RoleName::Manager => Self::Manager,
        }
    }
}

pub async fn run(config: &Config, command: AccountCommand) -> Result<(), Failure> {
    let roles = |names: Vec<RoleName>| names.into_iter().map(Role::from).collect();
    let task = match command {
        AccountCommand::Create { email, name, roles: names } => {
            Task::CreateAccount { email, name, roles: roles(names), password: read_password()? }
        }
        AccountCommand::SetRole { email, roles: names } => Task::SetRoles { email, roles: roles(names) },
        AccountCommand::Reset { email } => Task::ResetLink { email },
        AccountCommand::Unlock { email } => Task::Unlock { email },
        AccountCommand::Deactivate { email } => Task::SetActive { email, active: false },
        AccountCommand::Reactivate { email } => Task::SetActive { email, active: true },
    };
    operator::run(config, task).await
}

fn read_password() -> Result<String, Failure> {
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    let password = line.trim_end_matches(['\r', '\n']);
    if password.is_empty() {
        return Err(Failure("The password is read from standard input, and there was none.".into()));
    }
    Ok(password.to_owned())
}
