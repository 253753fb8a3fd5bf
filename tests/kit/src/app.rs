//! A whole Roundtable for one test: the real router behind a real socket, on either engine, with a clock that can be moved.

use crate::socket;
use jiff::{SignedDuration, Timestamp};
use kernel::{Clock, FakeClock, Keyring, Rng, SystemClock};
use outbound::{Mail, Oidc, OidcSettings, Outbound, RecordedMail};
use server::{
    compose::{self, Parts, Server},
    demo::{Demo, Filled},
};
use stage::{CHEAP, Engine, PASSWORD, Person, fresh_store};
use std::{net::SocketAddr, sync::Arc};
use store::{Item, Scan, Store, decorators::CountingStore};
use tokio::{net::TcpListener, task::JoinHandle};
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
    accepting: Option<JoinHandle<()>>,
}

/// How a test's server differs from the usual one.
pub struct Setup {
    pub engine: Engine,
    pub seed: u64,
    pub settings: fn(&mut Settings),
    /// Another engine to stand on than a fresh one: a restart, or a store with faults.
    pub store: Option<Arc<dyn Store>>,
    /// Where else people can sign in. Its tokens are of today, so the clock then begins at the present.
    pub oidc: Option<OidcSettings>,
    /// The ways out; letters are kept whatever it says.
    pub outbound: Outbound,
    /// A mail server, instead of keeping letters.
    pub mail: Option<Arc<dyn Mail>>,
}

impl Setup {
    pub fn on(engine: Engine) -> Self {
        let outbound = Outbound::recorded();
        Self { engine, seed: 1, settings: |_| {}, store: None, oidc: None, outbound, mail: None }
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
        let clock = Arc::new(FakeClock::at(if setup.oidc.is_some() { SystemClock.now() } else { start }));
        let store = match setup.store {
            Some(store) => store,
            None => fresh_store(setup.engine, compose::tables(), clock.clone()).await,
        };
        let oidc = setup.oidc.map(|settings| Arc::new(Oidc::new(settings).expect("a provider's settings")));
        let outbound = Outbound { oidc, ..setup.outbound };
        let app = (store, outbound);
        Self::assemble(setup.engine, setup.seed, setup.settings, app, (clock, setup.mail)).await
    }

    /// A server with the example in it, and what whoever filled it is told.
    pub async fn with_example(engine: Engine, seed: u64) -> (Self, Filled) {
        let start: Timestamp = "2037-11-15T09:00:00Z".parse().expect("a timestamp");
        let clock = Arc::new(FakeClock::at(start));
        let store = fresh_store(engine, compose::tables(), clock.clone()).await;
        let demo = Demo {
            store: store.clone(),
            keys: Keyring::generate(&Rng::seeded(0)),
            clock: clock.clone(),
            rng: Rng::seeded(seed),
            password: Some(PASSWORD.into()),
        };
        let filled = demo.fill().await.expect("the example goes into an empty store");
        (Self::assemble(engine, seed, |_| {}, (store, Outbound::recorded()), (clock, None)).await, filled)
    }

    /// Signs in on the page, as a browser does.
    pub async fn signs_in_a_browser(&self, email: &str) -> Person {
        let mut person = self.anyone();
        let fields = [("email", email), ("password", PASSWORD)];
        person.submit("/sign-in", &fields).await.expect(303);
        person.user_id = person.get("/me").await.expect(200).text_at("userId");
        email.clone_into(&mut person.email);
        person
    }

    /// Every item of every table, by the table's name.
    pub async fn everything(&self) -> Vec<(&'static str, Item)> {
        let mut all = Vec::new();
        for table in server::transfer::tables() {
            let mut after = None;
            loop {
                let scan = Scan { table, limit: None, after };
                let found = self.server.services.store.scan(scan).await.expect("storage answers");
                all.extend(found.items.into_iter().map(|item| (table.name, item)));
                after = found.next;
                if after.is_none() {
                    break;
                }
            }
        }
        all
    }

    /// What doctor says, or what is wrong.
    pub async fn doctor(&self) -> Result<(), Vec<String>> {
        let (lines, mut said) = tokio::sync::mpsc::channel(1_000);
        let place = self.server.place();
        let examined = server::doctor::examine(&place, false, &lines).await;
        drop(lines);
        let mut all = Vec::new();
        while let Some(line) = said.recv().await {
            all.push(line);
        }
        examined.map_err(|_| all)
    }

    /// Nobody reaches the server any more.
    pub async fn goes_away(&mut self) {
        self.stop.cancel();
        if let Some(accepting) = self.accepting.take() {
            accepting.await.expect("the server stops");
        }
    }

    /// It is reached again where it was.
    pub async fn comes_back(&mut self) {
        let listener = TcpListener::bind(self.address).await.expect("the port is free again");
        self.stop = CancellationToken::new();
        let router = self.server.router.clone();
        self.accepting = Some(tokio::spawn(server::serve::accept(listener, router, self.stop.clone())));
    }

    /// The same data under a new server process: memory is forgotten, storage is not.
    pub async fn restarted(self) -> Self {
        self.stop.cancel();
        let store: Arc<dyn Store> = self.storage.clone();
        Self::assemble(self.engine, 2, |_| {}, (store, Outbound::recorded()), (self.clock.clone(), None))
            .await
    }

    /// Another server on the same data and clock, as DynamoDB allows.
    pub async fn another_server(&self) -> Self {
        let store: Arc<dyn Store> = self.storage.clone();
        Self::assemble(self.engine, 3, |_| {}, (store, Outbound::recorded()), (self.clock.clone(), None))
            .await
    }

    async fn assemble(
        engine: Engine,
        seed: u64,
        adjust: fn(&mut Settings),
        (store, outbound): (Arc<dyn Store>, Outbound),
        (clock, posts): (Arc<FakeClock>, Option<Arc<dyn Mail>>),
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let base_url = format!("http://{address}");
        let mut settings = Settings {
            base_url: base_url.clone(),
            creations_per_hour: 1_000_000,
            requests_per_second: 0,
            password_cost: CHEAP,
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
            outbound: Outbound { mail: posts.unwrap_or_else(|| mail.clone()), ..outbound },
            live: match engine {
                Engine::Embedded => Live::in_process(clock.clone(), stop.clone()),
                Engine::Dynamodb => Live::marked(storage.clone(), clock.clone(), rng.clone(), stop.clone()),
            },
            rng,
            settings,
            metrics: None,
        };
        let server = compose::assemble(parts);
        let accepting =
            Some(tokio::spawn(server::serve::accept(listener, server.router.clone(), stop.clone())));
        Self { engine, clock, mail, storage, server, base_url, address, stop, accepting }
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
