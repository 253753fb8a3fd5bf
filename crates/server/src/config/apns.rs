//! The settings of Apple's push service: all that belong together, or none.

use super::{ConfigError, Options, Switch};
use outbound::push::ApnsSettings;
use std::path::PathBuf;

/// Returns the file of the key and what goes with it, where they are set.
pub fn settings(options: &Options) -> Result<Option<(PathBuf, ApnsSettings)>, ConfigError> {
    let (file, key, team, topic) =
        (&options.apns_key_file, &options.apns_key_id, &options.apns_team_id, &options.apns_topic);
    let (Some(file), Some(key), Some(team), Some(topic)) = (file, key, team, topic) else {
        let given = [
            ("apns_key_file", file.is_some()),
            ("apns_key_id", key.is_some()),
            ("apns_team_id", team.is_some()),
            ("apns_topic", topic.is_some()),
            ("apns_sandbox", options.apns_sandbox.is_some()),
        ];
        return match given.into_iter().find(|(_, is_given)| *is_given) {
            None => Ok(None),
            Some((name, _)) => Err(ConfigError(format!(
                "{name} is set, and apns_key_file, apns_key_id, apns_team_id and apns_topic are all needed."
            ))),
        };
    };
    if options.base_url.is_none() {
        return Err(ConfigError("apns_key_file needs base_url, to which messages lead.".into()));
    }
    let sandbox = options.apns_sandbox == Some(Switch::On);
    Ok(Some((file.clone(), ApnsSettings::new(key.clone(), team.clone(), topic.clone(), sandbox))))
}
