//! A server of some features without a socket: the real router, shell and storage, a clock that can be moved, and people.

use crate::{Door, Engine, Meanwhile, PASSWORD, Person, Setup, services};
use axum::Router;
use jiff::{SignedDuration, Timestamp};
use kernel::{Clock, FakeClock, Rng};
use outbound::RecordedMail;
use std::{
    net::{IpAddr, Ipv4Addr},
    ops::Deref,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};
use store::{
    Item, Scan, Store, Table,
    decorators::{CountingStore, Counts, LaggingIndexes},
};
use tokio_util::sync::CancellationToken;
use web::{App, Feature, Joined, Live, Services, Settings, work::Runner};

/// The server under test. Clones are handles to the same one; calls without a person go through its [`Door`].
#[derive(Clone)]
pub struct Stage {
    pub clock: Arc<FakeClock>,
    pub mail: Arc<RecordedMail>,
    /// What features asked of storage.
    pub storage: Arc<CountingStore>,
    pub services: Arc<Services>,
    setup: Setup,
    runner: Runner,
    door: Door,
    people: Arc<AtomicU32>,
}

impl Deref for Stage {
    type Target = Door;

    fn deref(&self) -> &Door {
        &self.door
    }
}

impl Stage {
    pub async fn on(engine: Engine, features: impl Fn() -> Vec<Feature> + Send + Sync + 'static) -> Self {
        Self::of(Setup::new(engine, features)).await
    }

    pub async fn with(
        engine: Engine,
        features: impl Fn() -> Vec<Feature> + Send + Sync + 'static,
        adjust: impl FnOnce(&mut Settings),
    ) -> Self {
        let mut setup = Setup::new(engine, features);
        adjust(&mut setup.settings);
        Self::of(setup).await
    }

    /// With indexes that show new items only after [`LaggingIndexes::catch_up`].
    pub async fn with_lagging_indexes(
        engine: Engine,
        features: impl Fn() -> Vec<Feature> + Send + Sync + 'static,
    ) -> (Self, Arc<LaggingIndexes>) {
        let setup = Setup::new(engine, features);
        let indexes = Arc::new(LaggingIndexes::new(setup.store().await, setup.store().await));
        (Self::of(Setup { store: Some(indexes.clone()), ..setup }).await, indexes)
    }

    pub async fn of(setup: Setup) -> Self {
        let store = setup.store().await;
        let setup = Setup { store: Some(store.clone()), ..setup };
        let storage = Arc::new(CountingStore::new(store));
        let clock: Arc<dyn Clock> = setup.clock.clone();
        let live = match setup.engine {
            Engine::Embedded => Live::in_process(clock.clone(), CancellationToken::new()),
            Engine::Dynamodb => {
                let rng = Rng::seeded(setup.seed);
                Live::marked(storage.clone(), clock.clone(), rng, CancellationToken::new())
            }
        };
        let accounts = Arc::new(
            identity::Sessions::new(storage.clone(), clock.clone()).with_oidc(setup.outbound.oidc.clone()),
        );
        let features = (setup.features)();
        for feature in &features {
            web::assets::register(feature.assets);
        }
        let services = Arc::new(Services {
            joined: Joined::of(&features),
            live,
            keys: setup.keys.clone(),
            rng: Rng::seeded(setup.seed),
            outbound: setup.outbound.clone(),
            ..services(storage.clone(), clock, accounts, setup.settings.clone())
        });
        let work = features.iter().flat_map(|feature| feature.work.iter().cloned()).collect::<Vec<_>>();
        let router = features.iter().fold(Router::new(), |router, feature| {
            router.merge(feature.api.make().into_router()).merge(feature.pages.make())
        });
        let router = web::shell(router, App(services.clone()));
        Self {
            clock: setup.clock.clone(),
            mail: setup.mail.clone(),
            storage,
            runner: Runner::new(services.clone(), work),
            services,
            setup,
            door: Door(router),
            people: Arc::default(),
        }
    }

    /// Another server on the same data, or this one after a restart: what this one holds in memory is not there.
    pub async fn another_server(&self) -> Self {
        self.again(|_| {}).await
    }

    /// Another server on the same data, over whatever `wrap` makes of its store: one that fails, or waits.
    pub async fn over(&self, wrap: impl FnOnce(Arc<dyn Store>) -> Arc<dyn Store>) -> Self {
        self.again(|setup| setup.store = setup.store.take().map(wrap)).await
    }

    /// Another server on the same data, in which other things happen just before its writes.
    pub async fn racing(&self) -> (Self, Arc<Meanwhile>) {
        let mut racing = None;
        let wrap = |store| -> Arc<dyn Store> { racing.insert(Arc::new(Meanwhile::new(store))).clone() };
        let other = self.over(wrap).await;
        (other, racing.expect("the store is wrapped"))
    }

    /// Another server on the same data, set up otherwise.
    pub async fn again(&self, change: impl FnOnce(&mut Setup)) -> Self {
        let mut setup = Setup { seed: self.setup.seed + 1, ..self.setup.clone() };
        change(&mut setup);
        Self { people: self.people.clone(), ..Self::of(setup).await }
    }

    pub fn engine(&self) -> Engine {
        self.setup.engine
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub fn advance(&self, by: SignedDuration) {
        self.clock.advance(by);
    }

    pub fn in_an_hour(&self) -> String {
        (self.now() + SignedDuration::from_hours(1)).to_string()
    }

    /// Does all background work that waits.
    pub async fn finish_work(&self) {
        self.runner.run_until_idle().await.expect("storage answers");
    }

    /// Everything in one of the tables.
    pub async fn rows(&self, table: &'static Table) -> Vec<Item> {
        let (mut rows, mut after) = (Vec::new(), None);
        loop {
            let scan = Scan { table, limit: None, after };
            let found = self.services.store.scan(scan).await.expect("storage answers");
            rows.extend(found.items);
            after = found.next;
            if after.is_none() {
                return rows;
            }
        }
    }

    /// What `work`, one request say, asks of storage.
    pub async fn calls<T>(&self, work: impl AsyncFnOnce() -> T) -> Counts {
        self.storage.during(work()).await.1
    }

    /// Someone without an account, from an address that nobody else has.
    pub fn anyone(&self) -> Person {
        let seat = self.people.fetch_add(1, Ordering::Relaxed);
        self.anyone_at(IpAddr::V4(Ipv4Addr::from(0xC612_0000 + seat)))
    }

    pub fn anyone_at(&self, address: IpAddr) -> Person {
        Person::at(self.door.0.clone(), address, &self.setup.settings.base_url)
    }

    /// Registers an account through the API; its requests carry the token as bearer.
    pub async fn registers(&self, name: &str) -> Person {
        self.anyone().registered(name).await
    }

    /// Registers an account through the form, as a browser does; its requests carry the cookie.
    pub async fn registers_in_a_browser(&self, name: &str) -> Person {
        self.anyone().registered_in_a_browser(name).await
    }

    /// Opens the newest link that was mailed to confirm a person's address.
    pub async fn confirms(&self, person: &Person) {
        self.finish_work().await;
        let letters = self.mail.letters();
        let link =
            |letter: &&outbound::Letter| letter.to == person.email && letter.text.contains("/confirm?");
        let text = &letters.iter().rfind(link).expect("a letter").text;
        let token = text.split("token=").nth(1).and_then(|rest| rest.split_whitespace().next());
        let body = serde_json::json!({ "token": token.expect("a link") });
        self.anyone().post("/auth/confirm", body).await.expect(204);
    }

    /// Signs in to an account that is there, through the API.
    pub async fn signs_in(&self, name: &str) -> Person {
        let anyone = self.anyone();
        anyone.with_account(&anyone.signs_in(name, PASSWORD).await.expect(200))
    }
}
