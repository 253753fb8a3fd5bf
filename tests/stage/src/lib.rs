//! What features' tests stand on: either engine, a server without a socket, people who call it, cost counts, and the
//! authorisation table. It fails by panicking, because its callers are tests.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]

mod answer;
mod authorisation;
pub mod aws;
mod door;
mod engine;
mod jar;
mod meanwhile;
mod person;
mod setup;
mod stage;
mod told;

pub use answer::Answer;
pub use authorisation::{AuthorisationTable, Row, Scene};
pub use door::Door;
pub use engine::{Engine, fresh_store};
pub use meanwhile::Meanwhile;
pub use person::{PASSWORD, Person, Way, email_of};
pub use serde_json;
pub use setup::{CHEAP, Features, Setup};
pub use stage::Stage;
pub use told::told;

use kernel::{Clock, Keyring, Rng};
use outbound::Outbound;
use std::sync::Arc;
use store::Store;
use tokio_util::sync::CancellationToken;
use web::{Authenticator, Guesses, Live, Quotas, Services, Settings};

/// Services of one process, the same in every run. Tests replace what they want otherwise: `Services { keys, ..services(…) }`.
pub fn services(
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    authenticator: Arc<dyn Authenticator>,
    settings: Settings,
) -> Services {
    Services {
        guesses: Guesses::new(store.clone(), clock.clone()),
        quotas: Quotas::new(&settings, clock.clone()),
        live: Live::in_process(clock.clone(), CancellationToken::new()),
        keys: Keyring::generate(&Rng::seeded(0)),
        rng: Rng::seeded(1),
        outbound: Outbound::recorded(),
        work_bell: tokio::sync::Notify::new(),
        joined: web::Joined::default(),
        authenticator,
        settings,
        clock,
        store,
    }
}
