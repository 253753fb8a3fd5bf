//! What a running server is made of, shared by every request and every background task.

use crate::{Authenticator, Guesses, Joined, Live, Quotas};
use kernel::{Clock, Keyring, Rng, Zone};
use outbound::Outbound;
use std::{ops::Deref, sync::Arc};
use store::Store;
use tokio::sync::Notify;

/// Who may make an account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Registration {
    #[default]
    On,
    Off,
    /// Only who was invited to a group or a household.
    Invited,
}

/// What the operator decided, as far as features need to know. The defaults are those of a fresh machine.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own that the operator sets")]
pub struct Settings {
    /// Without a trailing slash: `https://table.example.org`.
    pub base_url: String,
    /// Nobody said at which address the server is, so links follow the one that the caller used.
    pub follows_host: bool,
    /// Whether the base address is https, so that cookies are `Secure` and HSTS is sent.
    pub https: bool,
    pub registration: Registration,
    /// Whether people without an account may create shareables and polls, and how many an hour per address.
    pub anonymous_creation: bool,
    pub creations_per_hour: u32,
    /// How many requests a second one address may make for long; ten times as many in a burst. 0 means any number.
    pub requests_per_second: u32,
    /// How many MB of answers one address may send in an hour. 0 means any number.
    pub participant_mb_per_hour: u32,
    /// How many answers a share takes, and how many ballots a ranked poll. 0 means any number.
    pub max_answers: u32,
    pub max_ballots: u32,
    /// How many live streams one address may hold open (0 means any number), and how many there may be in all, of which no address
    /// gets more than half.
    pub streams_per_address: u32,
    pub most_streams: u32,
    /// Whether the club's links and tags are for everyone, also without an account.
    pub public_catalogue: bool,
    /// Whether anyone may read what is measured, or only this machine and private networks.
    pub public_metrics: bool,
    pub trusted_proxies: Vec<ipnet::IpNet>,
    /// Needed to register the first account. A server that people reach always has one; only what is filled by a program has none.
    pub set_up_code: Option<String>,
    pub password_cost: PasswordCost,
    /// Seconds between a change and the first message about it; what follows within ten times as long is one more message.
    pub notify_delay_seconds: u32,
    /// How many people who have not opened a group or answered a hangout one account may have told of it in an hour. 0 means any
    /// number.
    pub notified_per_hour: u32,
    /// Zone of times for people whose zone is unknown.
    pub default_time_zone: Option<Zone>,
}

impl Settings {
    /// Returns the host people know the server by, without a port.
    pub fn host(&self) -> String {
        let uri: Option<http::Uri> = self.base_url.parse().ok();
        uri.as_ref().and_then(http::Uri::host).unwrap_or("localhost").to_owned()
    }
}

/// How much it takes to hash a new password. Nobody configures it: tests, which hash thousands, have it low.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PasswordCost {
    pub memory_kib: u32,
    pub passes: u32,
}

impl Default for PasswordCost {
    /// OWASP's first choice for argon2id.
    fn default() -> Self {
        Self { memory_kib: 19 * 1024, passes: 2 }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            base_url: "http://127.0.0.1:8080".into(),
            follows_host: false,
            https: false,
            registration: Registration::On,
            anonymous_creation: true,
            creations_per_hour: 200,
            requests_per_second: 100,
            participant_mb_per_hour: 64,
            max_answers: 20_000,
            max_ballots: 2_000_000,
            streams_per_address: 2_000,
            most_streams: 10_000,
            public_catalogue: true,
            public_metrics: false,
            trusted_proxies: Vec::new(),
            set_up_code: None,
            password_cost: PasswordCost::default(),
            notify_delay_seconds: 60,
            notified_per_hour: 200,
            default_time_zone: None,
        }
    }
}

/// The parts that use cases work with.
pub struct Services {
    pub store: Arc<dyn Store>,
    pub clock: Arc<dyn Clock>,
    pub rng: Rng,
    pub keys: Keyring,
    pub outbound: Outbound,
    pub live: Live,
    /// Rung after work was enqueued, so that the runner does not wait for its next look.
    pub work_bell: Notify,
    pub settings: Settings,
    pub authenticator: Arc<dyn Authenticator>,
    /// Slows down guessing of passcodes, codes and passwords.
    pub guesses: Guesses,
    /// How much of something one caller may do in an hour.
    pub quotas: Quotas,
    /// What all features bring to what is done once for all of them.
    pub joined: Joined,
}

/// The router's state: a handle to the [`Services`].
#[derive(Clone)]
pub struct App(pub Arc<Services>);

impl Deref for App {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.0
    }
}
