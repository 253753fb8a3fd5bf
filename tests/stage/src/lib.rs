//! What a crate's own tests stand on, short of a whole server: either engine, services around it, and a door to call at. It knows
//! no feature, so that the tests of every one can use it. It fails by panicking, because its callers are tests.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]

mod door;
mod engine;

pub use door::{Answer, Door};
pub use engine::{Engine, fresh_store};

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
        authenticator,
        settings,
        clock,
        store,
    }
}
