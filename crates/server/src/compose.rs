//! Puts a server together from its features, once, for the program and for tests alike.

use crate::{
    cli::Failure,
    config::{Config, Metrics},
    engine, front, health, openapi, secret, serve,
    tasks::Place,
    telemetry::{self, Known, Measured},
    transfer,
};
use axum::Router;
use kernel::{Clock, CorrectedClock, Keyring, Rng, SystemClock};
use outbound::{Authorities, HeldFiles, Outbound, SmtpMail};
use std::{path::PathBuf, sync::Arc};
use store::{Store, Table};
use store_embedded::EmbeddedStore;
use tokio::{sync::Notify, task::JoinHandle};
use tokio_util::sync::CancellationToken;
use web::{App, Feature, Guesses, Joined, Live, PasswordCost, Quotas, Services, Settings, work::Runner};

/// What a server is assembled from.
pub struct Parts {
    pub store: Arc<dyn Store>,
    pub clock: Arc<dyn Clock>,
    pub rng: Rng,
    pub keys: Keyring,
    pub outbound: Outbound,
    pub live: Live,
    pub settings: Settings,
    pub metrics: Option<Measured>,
}

/// A server, ready to answer.
pub struct Server {
    pub services: Arc<Services>,
    pub features: Arc<Vec<Feature>>,
    pub router: Router,
    pub runner: Runner,
    metrics: Option<Measured>,
    embedded: Option<Arc<EmbeddedStore>>,
    files: Option<Arc<HeldFiles>>,
    /// Where rows are kept that an operator removes.
    folder: PathBuf,
}

/// Every feature. The one place that names them.
pub fn features() -> Vec<Feature> {
    vec![
        identity::feature(),
        front::feature(),
        shareables::feature(),
        rankings::feature(),
        hangouts::feature(),
        movies::feature(),
        club::feature(),
    ]
}

/// Every table of the data model.
pub fn tables() -> Vec<&'static Table> {
    let of_features = features().into_iter().flat_map(|feature| feature.tables);
    of_features.chain([&web::system::SYSTEM]).collect()
}

/// Opens what the configuration names and assembles the server. Live streams end at `stop`.
pub async fn build(
    config: &Config,
    metrics: Option<Measured>,
    stop: &CancellationToken,
) -> Result<Server, Failure> {
    let rng = Rng::system().map_err(|error| Failure(format!("The system gave no randomness: {error}.")))?;
    let clock: Arc<dyn Clock> = Arc::new(CorrectedClock::<SystemClock>::default());
    secret::ensure_data_folder(config)?;
    let engine = engine::open(config, tables(), clock.clone(), &rng).await?;
    transfer::refuse_unfinished(engine.store.as_ref()).await?;
    let keys = keys(config, &rng, engine.store.as_ref()).await?;
    let live = match engine.embedded {
        Some(_) => Live::in_process(clock.clone(), stop.clone()),
        None => Live::marked(engine.store.clone(), clock.clone(), rng.clone(), stop.clone()),
    };
    let settings = settings(config, &keys);
    let files = Arc::new(HeldFiles::new(transfer::files::open(config)?));
    let outbound = outbound(config, files.clone(), &keys)?;
    let is_measured = metrics.is_some();
    let mut server =
        assemble(Parts { store: engine.store, clock, rng, keys, outbound, live, settings, metrics });
    if is_measured {
        let kinds = server.features.iter().flat_map(|feature| &feature.work).map(|work| work.kind());
        let is_embedded = engine.embedded.is_some();
        telemetry::begin(&Known { tables: &transfer::tables(), kinds: kinds.collect(), is_embedded });
    }
    if engine.embedded.is_some() {
        server.runner = server.runner.alone();
    }
    if engine.embedded.is_some() {
        server.folder.clone_from(&config.data);
    }
    (server.embedded, server.files) = (engine.embedded, Some(files));
    Ok(server)
}

/// Assembles a server from parts.
pub fn assemble(parts: Parts) -> Server {
    let Parts { store, clock, rng, keys, outbound, live, settings, metrics } = parts;
    let authenticator =
        Arc::new(identity::Sessions::new(store.clone(), clock.clone()).with_oidc(outbound.oidc.clone()));
    let work_bell = Notify::new();
    let guesses = Guesses::new(store.clone(), clock.clone());
    let quotas = Quotas::new(&settings, clock.clone());
    let features = features();
    for feature in &features {
        web::assets::register(feature.assets);
    }
    let joined = Joined::of(&features);
    let services = Arc::new(Services {
        store,
        clock,
        rng,
        keys,
        outbound,
        live,
        work_bell,
        settings,
        authenticator,
        guesses,
        quotas,
        joined,
    });

    let app = App(services.clone());
    let mut router = health::routes(metrics.clone()).merge(openapi::routes());
    for feature in &features {
        router = router.merge(feature.api.make().into_router()).merge(feature.pages.make());
    }
    let runner =
        Runner::new(services.clone(), features.iter().flat_map(|feature| feature.work.iter().cloned()));
    let (router, features) = (web::shell(router, app), Arc::new(features));
    Server { services, features, router, runner, metrics, embedded: None, files: None, folder: ".".into() }
}

impl Server {
    /// Starts what goes on beside requests; it ends at `stop`.
    pub fn start_background(&self, stop: &CancellationToken) -> Vec<JoinHandle<()>> {
        let (runner, running) = (self.runner.clone(), stop.clone());
        let (services, features, starting) = (self.services.clone(), self.features.clone(), stop.clone());
        let once = async move {
            for task in features.iter().flat_map(|feature| &feature.at_start) {
                task.run(&services).await;
            }
        };
        let after_force = self.embedded.clone().filter(|embedded| embedded.was_ended_by_force());
        let reading = after_force.map(|embedded| tokio::spawn(read_every_row(embedded, stop.clone())));
        let metrics = self.metrics.clone().map(|metrics| telemetry::keep_up(metrics, stop.clone()));
        let tasks = [
            tokio::spawn(async move { runner.run(running).await }),
            tokio::spawn(async move { starting.run_until_cancelled(once).await.unwrap_or_default() }),
        ];
        tasks.into_iter().chain(metrics.map(tokio::spawn)).chain(reading).collect()
    }

    /// Resolves once the data file is damaged such that it cannot be opened again, with a sentence that says what to do.
    pub async fn storage_lost(&self) -> String {
        match &self.embedded {
            Some(embedded) => embedded.lost().await,
            None => std::future::pending().await,
        }
    }

    /// What an operator's tasks are carried out on.
    pub fn place(&self) -> Place {
        Place {
            services: self.services.clone(),
            features: self.features.clone(),
            embedded: self.embedded.clone(),
            files: self.files.clone(),
            folder: self.folder.clone(),
        }
    }

    /// Closes the embedded store: everything acknowledged is on disk already.
    pub fn shut_down(self) {
        if let Some(embedded) = self.embedded {
            embedded.shutdown();
        }
    }
}

/// After a power failure or a kill a page may hold what nobody wrote: that is better known today than on the day it is asked for.
async fn read_every_row(embedded: Arc<EmbeddedStore>, stop: CancellationToken) {
    tracing::info!("the last server on this data was ended by force; every row is read once");
    match stop.run_until_cancelled(embedded.read_every_row()).await {
        Some(Ok(0)) => tracing::info!("every row can be read"),
        Some(Ok(unreadable)) => tracing::error!(unreadable, "rows cannot be read; see: roundtable doctor"),
        Some(Err(error)) => tracing::warn!(%error, "not every row was read"),
        None => {}
    }
}

/// The keys that this data belongs to. Only data that belongs to none gets new ones.
async fn keys(config: &Config, rng: &Rng, store: &dyn Store) -> Result<Keyring, Failure> {
    let failed = |error: identity::fingerprint::NotClaimed| Failure(error.to_string());
    let keys = match secret::load(config)? {
        Some(keys) => keys,
        None => match identity::fingerprint::find(store).await.map_err(failed)? {
            Some(theirs) => return Err(secret::missing(config, &theirs)),
            None => secret::create(config, rng)?,
        },
    };
    identity::fingerprint::claim(store, &keys).await.map_err(failed)?;
    Ok(keys)
}

fn settings(config: &Config, keys: &Keyring) -> Settings {
    Settings {
        base_url: config.base_url.clone(),
        follows_host: !config.base_url_given,
        https: config.is_https(),
        registration: config.registration.into(),
        anonymous_creation: config.anonymous_creation,
        creations_per_hour: config.creations_per_hour,
        requests_per_second: config.requests_per_second,
        participant_mb_per_hour: config.participant_mb_per_hour,
        max_answers: config.max_answers,
        max_ballots: config.max_ballots,
        streams_per_address: config.streams_per_address,
        most_streams: serve::most_streams(),
        public_catalogue: config.public_catalogue,
        public_metrics: config.metrics == Metrics::Public,
        trusted_proxies: config.trusted_proxies.clone(),
        set_up_code: Some(identity::first::set_up_code(keys)),
        password_cost: PasswordCost::default(),
        notify_delay_seconds: config.messages.delay_seconds,
        notified_per_hour: config.messages.notified_per_hour,
        default_time_zone: config.messages.default_time_zone.clone(),
    }
}

fn outbound(config: &Config, files: Arc<HeldFiles>, keys: &Keyring) -> Result<Outbound, Failure> {
    let authorities = authorities(config)?;
    let mail: Arc<dyn outbound::mail::Mail> = match smtp(config, &authorities)? {
        Some(smtp) => Arc::new(smtp),
        None => Arc::new(outbound::mail::LoggedMail),
    };
    let pages = outbound::fetch::GuardedPages::new().map_err(|error| Failure(format!("{error}.")))?;
    let oidc = config.oidc.clone();
    let oidc = oidc.map(|settings| outbound::Oidc::trusting(settings, &authorities)).transpose();
    let oidc = oidc.map_err(|error| Failure(error.to_string()))?.map(Arc::new);
    let tmdb = config.tmdb.clone();
    let tmdb = tmdb.map(|rules| outbound::films::Tmdb::trusting(rules, &authorities)).transpose();
    let facts = tmdb.map_err(|error| Failure(error.to_string()))?.map(|tmdb| {
        let facts: Arc<dyn outbound::films::FilmFacts> =
            Arc::new(outbound::films::RememberedFilms::new(tmdb));
        facts
    });
    let push = push(config, keys)?;
    let phones = phones(config)?;
    let pictures = outbound::image::Pictures::default();
    Ok(Outbound { mail, files, pages: Arc::new(pages), push, phones, pictures, films: facts, oidc })
}

/// The authorities that vouch for the servers which the operator names.
pub fn authorities(config: &Config) -> Result<Authorities, Failure> {
    match &config.ca_file {
        Some(path) => Authorities::with_file(path).map_err(|error| Failure(format!("ca_file: {error}"))),
        None => Ok(Authorities::system()),
    }
}

/// The mail server, where one is configured.
pub fn smtp(config: &Config, authorities: &Authorities) -> Result<Option<SmtpMail>, Failure> {
    let Some((url, from)) = &config.mail else { return Ok(None) };
    let smtp = SmtpMail::new(url, from, &config.host(), authorities);
    smtp.map(Some).map_err(|error| Failure(format!("mail: {error}.")))
}

/// Messages to phones, where Apple's push service is configured.
pub fn phones(config: &Config) -> Result<Option<Arc<dyn outbound::push::PhonePush>>, Failure> {
    let Some((file, settings)) = &config.apns else { return Ok(None) };
    let apns = outbound::push::Apns::new(settings.clone(), file);
    Ok(Some(Arc::new(apns.map_err(|error| Failure(format!("apns_key_file: {error}.")))?)))
}

/// Messages to browsers need an address that is the server's own and https; the key they are signed with follows from the server's.
fn push(config: &Config, keys: &Keyring) -> Result<Arc<dyn outbound::push::Push>, Failure> {
    if !config.base_url_given || !config.is_https() {
        return Ok(Arc::new(outbound::push::NoPush));
    }
    let secrets = (0..4_u8).map(|turn| keys.mac("web push key", &[&[turn]]));
    let key = outbound::push::VapidKey::from_secrets(secrets)
        .ok_or_else(|| Failure("The key file gives no key for push messages.".into()))?;
    let rules = outbound::FetchRules { ports: vec![443], ..outbound::FetchRules::default() };
    let push = outbound::push::WebPush::new(key, config.base_url.clone(), rules);
    Ok(Arc::new(push.map_err(|error| Failure(format!("push: {error}.")))?))
}
