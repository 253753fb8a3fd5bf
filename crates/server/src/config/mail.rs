//! The settings of mail and of messages to people.

use super::{Config, ConfigError, Options};
use kernel::Zone;

/// When and how often people are told of something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Messages {
    pub delay_seconds: u32,
    pub notified_per_hour: u32,
    pub default_time_zone: Option<Zone>,
}

impl Config {
    /// The host of the address that people use: mail servers are greeted by it.
    pub fn host(&self) -> String {
        self.address().as_ref().and_then(http::Uri::host).unwrap_or("localhost").to_owned()
    }
}

impl Messages {
    pub fn of(options: &Options) -> Result<Self, ConfigError> {
        let zone = options.default_time_zone.as_deref().map(str::parse).transpose();
        let Ok(zone) = zone else {
            return Err(ConfigError("default_time_zone must be a zone such as Europe/Lisbon.".to_owned()));
        };
        Ok(Self {
            delay_seconds: options.notify_delay_seconds.unwrap_or(60),
            notified_per_hour: options.notified_per_hour.unwrap_or(200),
            default_time_zone: zone,
        })
    }
}

/// Letters hold links, which must lead to an address that is the server's own for everyone.
pub fn settings(
    url: Option<String>,
    from: Option<String>,
    base_url_given: bool,
) -> Result<Option<(String, String)>, ConfigError> {
    match (url, from) {
        (Some(_), Some(_)) if !base_url_given => {
            Err(ConfigError("mail_url needs base_url, to which links in letters lead.".into()))
        }
        (Some(url), Some(from)) => Ok(Some((url, from))),
        (None, None) => Ok(None),
        (Some(_), None) => {
            Err(ConfigError("mail_url is set without mail_from: say whom mail comes from.".into()))
        }
        (None, Some(_)) => {
            Err(ConfigError("mail_from is set without mail_url: say which server sends mail.".into()))
        }
    }
}
