//! Fills an empty instance with an example: a club, made by the requests that `example/` lists.

mod cast;
mod names;
pub mod player;
mod times;

use crate::{
    cli::Failure,
    compose::{self, Parts},
};
use kernel::{FakeClock, Keyring, Rng};
use outbound::{Outbound, fetch::BlankPages};
use player::{Player, Sight};
use std::sync::Arc;
use store::{Scan, Store};
use tokio_util::sync::CancellationToken;
use web::{Live, Settings};

/// In the order in which they are played.
const SCRIPTS: [(&str, &str); 5] = [
    ("shareables.json", include_str!("../example/shareables.json")),
    ("rankings.json", include_str!("../example/rankings.json")),
    ("hangouts.json", include_str!("../example/hangouts.json")),
    ("movies.json", include_str!("../example/movies.json")),
    ("club.json", include_str!("../example/club.json")),
];

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
    /// Names and e-mail addresses.
    pub people: Vec<(String, String)>,
    pub sights: Vec<Sight>,
}

impl Demo {
    pub async fn fill(self) -> Result<Filled, Failure> {
        let Self { store, keys, clock, rng, password } = self;
        must_be_empty(store.as_ref()).await?;
        identity::fingerprint::claim(store.as_ref(), &keys)
            .await
            .map_err(|error| Failure(error.to_string()))?;
        let password = password.unwrap_or_else(|| kernel::words::passcode(&rng));
        // Nobody is told of what is made up, no page is asked, and as much may be asked and created as it takes.
        let server = compose::assemble(Parts {
            store,
            clock: clock.clone(),
            rng,
            keys,
            outbound: Outbound { pages: Arc::new(BlankPages), ..Outbound::recorded() },
            live: Live::in_process(clock.clone(), CancellationToken::new()),
            settings: Settings { creations_per_hour: 0, requests_per_second: 0, ..Settings::default() },
            metrics: None,
        });
        // What a server does at its start is done first, so that nothing of it happens beside the filling.
        for task in server.features.iter().flat_map(|feature| &feature.at_start) {
            task.run(&server.services).await;
        }
        let mut player = Player::new(server.router.clone(), clock);
        let people = cast::everybody()?;
        for person in &people {
            let joined = cast::join(person, &password, &server.services, &mut player).await;
            joined.map_err(|error| Failure(error.to_string()))?;
        }
        for (file, script) in SCRIPTS {
            player.play(file, script).await?;
        }
        cast::leave(&people, &mut player).await?;
        player.evenings.are_over();
        server.runner.run_until_idle().await.map_err(|error| Failure(format!("{error}.")))?;
        let people = people.iter().map(|person| (person.display_name.clone(), person.email())).collect();
        Ok(Filled { password, people, sights: player.sights })
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
