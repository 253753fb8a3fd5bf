//! A whole Roundtable for one test: the real router behind a real socket, on either engine, with a clock that can be moved.

use crate::socket;
use jiff::{SignedDuration, Timestamp};
use kernel::{Clock, FakeClock, Keyring, Rng};
use outbound::{Outbound, RecordedMail};
use server::compose::{self, Parts, Server};
use stage::{Engine, Person, fresh_store};
use std::{net::SocketAddr, sync::Arc};
use store::{Store, decorators::CountingStore};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use web::{Live, Settings};

/// A running server and everything a test wants to set or look at.
pub struct TestApp {
    pub engine: Engine,
    pub clock: Arc<FakeClock>,
    pub mail: Arc<RecordedMail>,
    /// What features asked of storage, retries included.
    pub storage: Arc<CountingStore>,
    pub server: Server,
    pub base_url: String,
    address: SocketAddr,
    stop: CancellationToken,
}

/// How a test's server differs from the usual one.
pub struct Setup {
    pub engine: Engine,
    pub seed: u64,
    pub settings: fn(&mut Settings),
    /// Another engine to stand on than a fresh one: a restart, or a store with faults.
    pub store: Option<Arc<dyn Store>>,
}

impl Setup {
    pub fn on(engine: Engine) -> Self {
        Self { engine, seed: 1, settings: |_| {}, store: None }
    }
}

impl TestApp {
    /// A fresh, empty server.
    pub async fn start(engine: Engine) -> Self {
        Self::with(Setup::on(engine)).await
    }

    /// The same under the name that [`stage::on_both_engines`] calls.
    pub async fn on(engine: Engine) -> Self {
        Self::start(engine).await
    }

    pub async fn with(setup: Setup) -> Self {
        // Far ahead, because DynamoDB Local removes what has expired by the machine's own clock.
        let start: Timestamp = "2037-11-15T09:00:00Z".parse().expect("a timestamp");
        let clock = Arc::new(FakeClock::at(start));
        let store = match setup.store {
            Some(store) => store,
            None => fresh_store(setup.engine, compose::tables(), clock.clone()).await,
        };
        Self::assemble(setup.engine, setup.seed, setup.settings, store, clock).await
    }

    /// The same data under a new server process: memory is forgotten, storage is not.
    pub async fn restarted(self) -> Self {
        self.stop.cancel();
        let store: Arc<dyn Store> = self.storage.clone();
        Self::assemble(self.engine, 2, |_| {}, store, self.clock.clone()).await
    }

    async fn assemble(
        engine: Engine,
        seed: u64,
        adjust: fn(&mut Settings),
        store: Arc<dyn Store>,
        clock: Arc<FakeClock>,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let base_url = format!("http://{address}");
        let mut settings = Settings {
            base_url: base_url.clone(),
            creations_per_hour: 1_000_000,
            requests_per_second: 0,
            ..Settings::default()
        };
        adjust(&mut settings);
        let stop = CancellationToken::new();
        let rng = Rng::seeded(seed);
        let mail = Arc::new(RecordedMail::default());
        let storage = Arc::new(CountingStore::new(store));
        let parts = Parts {
            store: storage.clone(),
            clock: clock.clone(),
            // One key for every seed: a restarted server is the same instance.
            keys: Keyring::generate(&Rng::seeded(0)),
            outbound: Outbound { mail: mail.clone(), ..Outbound::recorded() },
            live: match engine {
                Engine::Embedded => Live::in_process(clock.clone(), stop.clone()),
                Engine::Dynamodb => Live::marked(storage.clone(), clock.clone(), rng.clone(), stop.clone()),
            },
            rng,
            settings,
            metrics: None,
        };
        let server = compose::assemble(parts);
        tokio::spawn(server::serve::accept(listener, server.router.clone(), stop.clone()));
        Self { engine, clock, mail, storage, server, base_url, address, stop }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub fn advance(&self, by: SignedDuration) {
        self.clock.advance(by);
    }

    /// Does all background work that is waiting.
    pub async fn finish_work(&self) {
        self.server.runner.run_until_idle().await.expect("storage answers");
    }

    /// Someone without an account or a cookie.
    pub fn anyone(&self) -> Person {
        socket::anyone(&self.base_url)
    }

    /// Registers an account through the API; its requests carry the token as bearer.
    pub async fn registers(&self, name: &str) -> Person {
        self.anyone().registered(name).await
    }

    /// Registers an account through the form, as a browser does; its requests carry the cookie.
    pub async fn registers_in_a_browser(&self, name: &str) -> Person {
        self.anyone().registered_in_a_browser(name).await
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}
