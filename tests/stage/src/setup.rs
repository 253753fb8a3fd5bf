//! How a test's server differs from the usual one. A [`Stage`](crate::Stage) keeps its setup, so that another server on the same
//! data is the same setup with one thing changed.

use crate::{Engine, fresh_store};
use jiff::Timestamp;
use kernel::{FakeClock, Keyring, Rng};
use outbound::{Outbound, RecordedMail};
use std::sync::Arc;
use store::{Store, Table};
use web::{Feature, PasswordCost, Settings, system::SYSTEM};

/// Hundreds of tests register people, and none of them is about how hard a stolen hash is to guess.
pub const CHEAP: PasswordCost = PasswordCost { memory_kib: 8, passes: 1 };

/// What makes the features under test; a fresh value for every server.
pub type Features = Arc<dyn Fn() -> Vec<Feature> + Send + Sync>;

#[derive(Clone)]
pub struct Setup {
    pub engine: Engine,
    pub features: Features,
    pub settings: Settings,
    pub outbound: Outbound,
    /// Where `outbound` leaves its letters.
    pub mail: Arc<RecordedMail>,
    pub clock: Arc<FakeClock>,
    /// One key for every server on the same data: they are one instance.
    pub keys: Keyring,
    pub seed: u64,
    /// The data to stand on; without it a fresh store.
    pub store: Option<Arc<dyn Store>>,
}

impl Setup {
    /// Identity is always among the features.
    pub fn new(engine: Engine, features: impl Fn() -> Vec<Feature> + Send + Sync + 'static) -> Self {
        // Far ahead, because DynamoDB Local removes what has expired by the machine's own clock.
        let start: Timestamp = "2037-11-15T09:00:00Z".parse().expect("a timestamp");
        let mail = Arc::new(RecordedMail::default());
        Self {
            engine,
            features: Arc::new(move || with_identity(features())),
            settings: Settings {
                creations_per_hour: 1_000_000,
                requests_per_second: 0,
                password_cost: CHEAP,
                ..Settings::default()
            },
            outbound: Outbound { mail: mail.clone(), ..Outbound::recorded() },
            mail,
            clock: Arc::new(FakeClock::at(start)),
            keys: Keyring::generate(&Rng::seeded(0)),
            seed: 1,
            store: None,
        }
    }

    pub fn tables(&self) -> Vec<&'static Table> {
        (self.features)().into_iter().flat_map(|feature| feature.tables).chain([&SYSTEM]).collect()
    }

    /// The data to stand on.
    pub(crate) async fn store(&self) -> Arc<dyn Store> {
        match &self.store {
            Some(store) => store.clone(),
            None => fresh_store(self.engine, self.tables(), self.clock.clone()).await,
        }
    }
}

fn with_identity(mut features: Vec<Feature>) -> Vec<Feature> {
    features.insert(0, identity::feature());
    features
}
