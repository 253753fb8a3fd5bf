//! A table to test at: identity's routes in the real shell, over a store that counts.

use crate::people::Person;
use jiff::{SignedDuration, Timestamp};
use kernel::{FakeClock, Rng};
use outbound::{Outbound, RecordedMail};
use std::{
    net::{IpAddr, Ipv4Addr},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};
use store::{Item, Scan, Store, decorators::CountingStore};
use store_embedded::EmbeddedStore;
use web::{AccountHooks, App, CalendarSources, Services, Settings, work::Runner};

pub struct Table {
    pub clock: Arc<FakeClock>,
    pub mail: Arc<RecordedMail>,
    pub storage: Arc<CountingStore>,
    pub services: Arc<Services>,
    runner: Runner,
    router: axum::Router,
    seats: AtomicU32,
}

impl Table {
    pub fn new() -> Self {
        Self::with(|_| (), Vec::new())
    }

    pub fn with(adjust: impl FnOnce(&mut Settings), hooks: Vec<Arc<dyn AccountHooks>>) -> Self {
        Self::fresh(adjust, hooks, CalendarSources::default())
    }

    pub fn with_calendar(sources: CalendarSources) -> Self {
        Self::fresh(|_| (), Vec::new(), sources)
    }

    fn fresh(
        adjust: impl FnOnce(&mut Settings),
        hooks: Vec<Arc<dyn AccountHooks>>,
        calendar: CalendarSources,
    ) -> Self {
        let clock = Arc::new(FakeClock::at("2026-11-15T09:00:00Z".parse::<Timestamp>().unwrap()));
        let mut tables = identity::feature(Vec::new(), CalendarSources::default()).tables;
        tables.push(&web::system::SYSTEM);
        let store = EmbeddedStore::in_memory(tables, clock.clone()).unwrap();
        Self::over(Arc::new(store), clock, 1, adjust, hooks, calendar)
    }

    /// The same data under a new process, which remembers nothing.
    pub fn restarted(&self) -> Self {
        Self::over(
            self.storage.clone(),
            self.clock.clone(),
            2,
            |_| (),
            Vec::new(),
            CalendarSources::default(),
        )
    }

    fn over(
        store: Arc<dyn Store>,
        clock: Arc<FakeClock>,
        seed: u64,
        adjust: impl FnOnce(&mut Settings),
        hooks: Vec<Arc<dyn AccountHooks>>,
        calendar: CalendarSources,
    ) -> Self {
        let mut settings = Settings {
            base_url: "http://table.example".into(),
            requests_per_second: 0,
            ..Settings::default()
        };
        adjust(&mut settings);
        let mail = Arc::new(RecordedMail::default());
        let storage = Arc::new(CountingStore::new(store));
        let accounts = Arc::new(identity::Sessions::new(storage.clone(), clock.clone()));
        let services = stage::services(storage.clone(), clock.clone(), accounts, settings);
        let outbound = Outbound { mail: mail.clone(), ..Outbound::recorded() };
        let services = Arc::new(Services { rng: Rng::seeded(seed), outbound, ..services });
        let feature = identity::feature(hooks, calendar);
        let router = feature.api.into_router().merge(feature.pages);
        let router = web::shell(router, App(services.clone()));
        let runner = Runner::new(services.clone(), feature.work);
        Self { clock, mail, storage, services, runner, router, seats: AtomicU32::new(0) }
    }

    pub fn advance(&self, by: SignedDuration) {
        self.clock.advance(by);
    }

    /// Somebody new, from an address of their own.
    pub fn somebody(&self) -> Person {
        let seat = self.seats.fetch_add(1, Ordering::Relaxed);
        self.somebody_at(IpAddr::V4(Ipv4Addr::from(0xC633_6400 + seat)))
    }

    pub fn somebody_at(&self, address: IpAddr) -> Person {
        Person::new(self.router.clone(), address)
    }

    /// Registers `name` through the API; their requests carry the token.
    pub async fn registers(&self, name: &str) -> Person {
        let somebody = self.somebody();
        let answer = somebody.registers(name).await.expect(201);
        somebody.with_bearer(answer.text_at("/token"))
    }

    /// Does all background work that is waiting.
    pub async fn finish_work(&self) {
        self.runner.run_until_idle().await.unwrap();
    }

    /// Everything in one of the tables.
    pub async fn rows(&self, table: &'static store::Table) -> Vec<Item> {
        self.services.store.scan(Scan { table, limit: None, after: None }).await.unwrap().items
    }
}
