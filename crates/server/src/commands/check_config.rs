//! `check-config`: says what the configuration comes to, without its secrets.

use crate::{
    cli::{Failure, say},
    compose,
    config::{Config, Storage},
};

pub fn run(config: &Config) -> Result<(), Failure> {
    let storage = match &config.storage {
        Storage::Embedded => format!("embedded, in {}", config.data.display()),
        Storage::Dynamo(dynamo) => {
            let place = dynamo.endpoint.as_deref().unwrap_or("Amazon");
            let others: Vec<_> =
                dynamo.table_names.iter().map(|(name, other)| format!("; {name} is {other}")).collect();
            format!(
                "DynamoDB at {place}, tables named {:?} and their name{}",
                dynamo.table_prefix,
                others.concat()
            )
        }
    };
    let on = |flag: bool| if flag { "on" } else { "off" };
    say(format!("listen              {}", config.listen));
    say(format!("base_url            {}", config.base_url));
    say(format!("store               {storage}"));
    say(format!("secret_key_file     {}", config.secret_key_file.display()));
    say(format!("files               {}", config.files));
    say(format!("registration        {}", format!("{:?}", config.registration).to_lowercase()));
    say(format!(
        "anonymous_creation  {}, {} an hour per address",
        on(config.anonymous_creation),
        config.creations_per_hour
    ));
    say(format!("public_catalogue    {}", on(config.public_catalogue)));
    say(format!(
        "mail                {}",
        config
            .mail
            .as_ref()
            .map_or("not sent; links are made by: roundtable account reset", |(_, from)| from)
    ));
    compose::smtp(config, &compose::authorities(config)?)?;
    compose::phones(config)?;
    for warning in config.warnings() {
        say(format!("Warning: {warning}"));
    }
    say("The configuration is fine.");
    Ok(())
}
