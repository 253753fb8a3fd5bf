//! Fills an empty instance with the example of every feature.

use crate::{
    cli::Failure,
    compose::{self, Parts},
};
use kernel::{Clock, FakeClock, Keyring, Rng};
use outbound::{Outbound, fetch::BlankPages};
use std::sync::Arc;
use store::{Scan, Store};
use tokio_util::sync::CancellationToken;
use web::{
    Live, Settings,
    example::{Cast, Club, Sight},
};

/// What a password is drawn from: nothing that is taken for something else.
const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";

/// Where the example goes, and what it follows from.
pub struct Demo {
    pub store: Arc<dyn Store>,
    pub keys: Keyring,
    /// The present; the clock is moved while the example is filled in, and stands there again afterwards.
    pub clock: Arc<FakeClock>,
    /// The same stream gives the same example.
    pub rng: Rng,
    /// What everybody signs in with; drawn where it is not given.
    pub password: Option<String>,
}

/// What whoever filled the instance is told.
pub struct Filled {
    pub password: String,
    pub people: Vec<(&'static str, String)>,
    pub sights: Vec<Sight>,
}

impl Demo {
    pub async fn fill(self) -> Result<Filled, Failure> {
        let Self { store, keys, clock, rng, password } = self;
        must_be_empty(store.as_ref()).await?;
        identity::fingerprint::claim(store.as_ref(), &keys)
            .await
            .map_err(|error| Failure(error.to_string()))?;
        let password = password.unwrap_or_else(|| rng.text(LETTERS, 14));
        let now = clock.now();
        // Nobody is told of what is made up, no page is asked, and as much may be created as it takes.
        let server = compose::assemble(Parts {
            store,
            clock: clock.clone(),
            rng,
            keys,
            outbound: Outbound { pages: Arc::new(BlankPages), ..Outbound::recorded() },
            live: Live::in_process(clock.clone(), CancellationToken::new()),
            settings: Settings { creations_per_hour: 0, ..Settings::default() },
            metrics: None,
        });
        // What a server does at its start is done first, so that nothing of it happens beside the filling.
        for task in server.features.iter().flat_map(|feature| &feature.at_start) {
            task.run(&server.services).await;
        }
        let mut club = Club::new(server.services.clone(), clock.clone(), password);
        for example in server.features.iter().flat_map(|feature| &feature.examples) {
            example.fill(&mut club).await.map_err(|problem| Failure(problem.detail))?;
        }
        clock.set(now);
        server.runner.run_until_idle().await.map_err(|error| Failure(format!("{error}.")))?;
        let people = Cast::ALL.map(|who| (who.name(), who.email())).to_vec();
        Ok(Filled { password: club.password, people, sights: club.sights })
    }
}

async fn must_be_empty(store: &dyn Store) -> Result<(), Failure> {
    for table in crate::transfer::tables() {
        let found = store.scan(Scan { table, limit: Some(1), after: None }).await;
        if !found.map_err(|error| Failure(format!("{error}.")))?.items.is_empty() {
            return Err(Failure(
                "This store holds data already, and the example goes into an empty one: name another folder with --data.".into(),
            ));
        }
    }
    Ok(())
}
