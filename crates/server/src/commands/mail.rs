//! `mail test ADDRESS`: one letter, to see whether mail arrives.

use crate::{
    cli::{Failure, say},
    compose,
    config::Config,
};
use clap::Subcommand;
use outbound::{Letter, Mail};

#[derive(Debug, Clone, Subcommand)]
pub enum MailCommand {
    /// Send one letter to this address, by the mail server that is configured
    Test { address: String },
}

pub async fn run(config: &Config, command: MailCommand) -> Result<(), Failure> {
    let MailCommand::Test { address } = command;
    let Some(mail) = compose::smtp(config, &compose::authorities(config)?)? else {
        return Err(Failure("No mail is configured: set mail_url and mail_from.".into()));
    };
    let letter = Letter {
        to: address.clone(),
        subject: "A test from Roundtable".into(),
        text: format!("Mail from {} arrives here.\n", config.base_url),
        ..Letter::default()
    };
    mail.send(letter).await.map_err(|error| Failure(format!("{error}.")))?;
    say(format!("The mail server has taken a letter to {address}: look whether it arrives."));
    Ok(())
}
