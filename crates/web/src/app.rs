//! What a running server is made of, shared by every request and every background task.

use crate::{Authenticator, Live};
use kernel::{Clock, Keyring, Rng};
use outbound::Outbound;
use std::{ops::Deref, sync::Arc};
use store::Store;
use tokio::sync::Notify;

/// What the operator decided, as far as features need to know.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Without a trailing slash: `https://table.example.org`.
    pub base_url: String,
    /// Whether the base address is https, so that cookies are `Secure` and HSTS is sent.
    pub https: bool,
    pub registration_open: bool,
    /// Whether people without an account may create shareables and polls, and how many an hour per address.
    pub anonymous_creation: bool,
    pub creations_per_hour: u32,
    pub trusted_proxies: Vec<ipnet::IpNet>,
    /// Needed to register the first account when the base address is not loopback.
    pub set_up_code: Option<String>,
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
