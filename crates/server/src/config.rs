//! Configuration: flags before environment before file before defaults, every mistake one sentence.
//!
//! Each option is declared once, in [`Options`]: clap reads it as a flag and as a `ROUNDTABLE_…` variable, serde reads the same
//! name from the file, and [`Config::resolve`] turns what was given into what the server runs with.

mod apns;
mod films;
mod mail;
mod oidc;
mod storage;

pub use mail::Messages;
pub use storage::{Dynamo, Storage};

use clap::{Args, CommandFactory, ValueEnum};
use ipnet::IpNet;
use serde::Deserialize;
use std::{
    collections::BTreeMap,
    net::SocketAddr,
    path::{Path, PathBuf},
};

/// A mistake in the configuration, told in one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(pub String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    Embedded,
    Dynamodb,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Switch {
    On,
    Off,
}

/// Who may make an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Registration {
    On,
    Off,
    /// Only who was invited to a group or a household
    Invited,
}

impl From<Registration> for web::Registration {
    fn from(registration: Registration) -> Self {
        match registration {
            Registration::On => Self::On,
            Registration::Off => Self::Off,
            Registration::Invited => Self::Invited,
        }
    }
}

/// Who may read what is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Metrics {
    /// This machine and private networks
    Private,
    /// Anyone who reaches the server
    Public,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    Text,
    Json,
}

/// The shortest prefix of a network that may be one operator's own.
const NARROW_ENOUGH: u8 = 8;
const UNNAMED_PROXY: &str = "base_url is an address that a proxy answers at, but trusted_proxies names none: everyone \
    would share the limits of one address. Set trusted_proxies to the proxy's own address.";

const WIDE_PROXIES: &str = "trusted_proxies names a network of millions of addresses, each of which may claim to call for anyone. \
    Name the proxy's own address.";

/// What can be set, before anything is decided.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The configuration file [default: roundtable.toml, if it is there]
    #[arg(long, env = "ROUNDTABLE_CONFIG", global = true, value_name = "FILE")]
    #[serde(skip)]
    pub config: Option<PathBuf>,
    /// Where to listen [default: 127.0.0.1:8080]
    #[arg(long, env = "ROUNDTABLE_LISTEN", global = true, value_name = "ADDRESS")]
    pub listen: Option<SocketAddr>,
    /// The folder for data and the secret key [default: ./data]
    #[arg(long, env = "ROUNDTABLE_DATA", global = true, value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// Where data is kept [default: embedded]
    #[arg(long, env = "ROUNDTABLE_STORE", global = true)]
    pub store: Option<Engine>,
    /// Another address than Amazon's for DynamoDB
    #[arg(long, env = "ROUNDTABLE_DYNAMODB_ENDPOINT", global = true, value_name = "URL")]
    pub dynamodb_endpoint: Option<String>,
    /// Goes before every DynamoDB table name
    #[arg(long, env = "ROUNDTABLE_TABLE_PREFIX", global = true, value_name = "PREFIX")]
    pub table_prefix: Option<String>,
    /// Other names of DynamoDB tables, by the documents' names; only in the file.
    #[arg(skip)]
    pub table_names: Option<BTreeMap<String, String>>,
    /// The address people use [default: http:// and the listen address]
    #[arg(long, env = "ROUNDTABLE_BASE_URL", global = true, value_name = "URL")]
    pub base_url: Option<String>,
    /// The secret key file [default: secret.key in the data folder]
    #[arg(long, env = "ROUNDTABLE_SECRET_KEY_FILE", global = true, value_name = "FILE")]
    pub secret_key_file: Option<PathBuf>,
    /// Whose X-Forwarded-For counts, as networks: 10.0.0.0/8,127.0.0.1/32
    #[arg(
        long,
        env = "ROUNDTABLE_TRUSTED_PROXIES",
        global = true,
        value_name = "NETWORKS",
        value_delimiter = ','
    )]
    pub trusted_proxies: Option<Vec<IpNet>>,
    /// Who may register an account [default: on]
    #[arg(long, env = "ROUNDTABLE_REGISTRATION", global = true)]
    pub registration: Option<Registration>,
    /// Whether people without an account may create things [default: on]
    #[arg(long, env = "ROUNDTABLE_ANONYMOUS_CREATION", global = true)]
    pub anonymous_creation: Option<Switch>,
    /// Whether the club's links and tags can be read without an account [default: on]
    #[arg(long, env = "ROUNDTABLE_PUBLIC_CATALOGUE", global = true)]
    pub public_catalogue: Option<Switch>,
    /// Who may read /metrics [default: private]
    #[arg(long, env = "ROUNDTABLE_METRICS", global = true)]
    pub metrics: Option<Metrics>,
    /// Whether /metrics also shows the names from before they began with roundtable_; for one release [default: off]
    #[arg(long, env = "ROUNDTABLE_METRICS_OLD_NAMES", global = true)]
    pub metrics_old_names: Option<Switch>,
    /// How many things one address may create in an hour without an account [default: 200]
    #[arg(long, env = "ROUNDTABLE_CREATIONS_PER_HOUR", global = true, value_name = "NUMBER")]
    pub creations_per_hour: Option<u32>,
    /// How many requests a second one address may make for long; 0 means any number [default: 100]
    #[arg(long, env = "ROUNDTABLE_REQUESTS_PER_SECOND", global = true, value_name = "NUMBER")]
    pub requests_per_second: Option<u32>,
    /// How many MB of answers one address may send in an hour; 0 means any number [default: 64]
    #[arg(long, env = "ROUNDTABLE_PARTICIPANT_MB_PER_HOUR", global = true, value_name = "MB")]
    pub participant_mb_per_hour: Option<u32>,
    /// How many answers a poll or an event takes; 0 means any number [default: 20000]
    #[arg(long, env = "ROUNDTABLE_MAX_ANSWERS", global = true, value_name = "NUMBER")]
    pub max_answers: Option<u32>,
    /// How many ballots a ranked poll takes; 0 means any number [default: 2000000]
    #[arg(long, env = "ROUNDTABLE_MAX_BALLOTS", global = true, value_name = "NUMBER")]
    pub max_ballots: Option<u32>,
    /// How many live pages one address may hold open; 0 means any number [default: 2000]
    #[arg(long, env = "ROUNDTABLE_STREAMS_PER_ADDRESS", global = true, value_name = "NUMBER")]
    pub streams_per_address: Option<u32>,
    /// The mail server: smtps://user:password@host
    #[arg(long, env = "ROUNDTABLE_MAIL_URL", global = true, value_name = "URL")]
    pub mail_url: Option<String>,
    /// Whom mail comes from: "Roundtable <table@example.org>"
    #[arg(long, env = "ROUNDTABLE_MAIL_FROM", global = true, value_name = "MAILBOX")]
    pub mail_from: Option<String>,
    /// How long after a change people are told of it, in seconds [default: 60]
    #[arg(long, env = "ROUNDTABLE_NOTIFY_DELAY_SECONDS", global = true, value_name = "SECONDS")]
    pub notify_delay_seconds: Option<u32>,
    /// How many people one account may have told in an hour who have opened nothing of it; 0 means any number [default: 200]
    #[arg(long, env = "ROUNDTABLE_NOTIFIED_PER_HOUR", global = true, value_name = "NUMBER")]
    pub notified_per_hour: Option<u32>,
    /// The time zone of times for people whose own is not known, such as Europe/Lisbon [default: UTC]
    #[arg(long, env = "ROUNDTABLE_DEFAULT_TIME_ZONE", global = true, value_name = "ZONE")]
    pub default_time_zone: Option<String>,
    /// A PEM file of authorities that vouch for mail, OpenID, S3 and TMDB servers, beside the system's
    #[arg(long, env = "ROUNDTABLE_CA_FILE", global = true, value_name = "FILE")]
    pub ca_file: Option<PathBuf>,
    /// Where uploads are kept: a folder, or s3://bucket/prefix [default: files in the data folder]
    #[arg(long, env = "ROUNDTABLE_FILES", global = true, value_name = "PLACE")]
    pub files: Option<String>,
    /// The token of TMDB (themoviedb.org), for facts about every film; without one the built-in catalogue is used
    #[arg(long, env = "ROUNDTABLE_TMDB_TOKEN", global = true, value_name = "TOKEN")]
    pub tmdb_token: Option<String>,
    /// The country whose streaming services are meant, as two capital letters [default: US]
    #[arg(long, env = "ROUNDTABLE_TMDB_REGION", global = true, value_name = "COUNTRY")]
    pub tmdb_region: Option<String>,
    /// Another address than TMDB's own, for tests
    #[arg(long, env = "ROUNDTABLE_TMDB_URL", global = true, value_name = "URL", hide = true)]
    pub tmdb_url: Option<String>,
    /// The OpenID provider that people can sign in with, such as <https://accounts.example.org>
    #[arg(long, env = "ROUNDTABLE_OIDC_ISSUER", global = true, value_name = "URL")]
    pub oidc_issuer: Option<String>,
    /// What the provider knows this server as
    #[arg(long, env = "ROUNDTABLE_OIDC_CLIENT_ID", global = true, value_name = "ID")]
    pub oidc_client_id: Option<String>,
    /// The secret that goes with it, where the provider gave one
    #[arg(long, env = "ROUNDTABLE_OIDC_CLIENT_SECRET", global = true, value_name = "SECRET")]
    pub oidc_client_secret: Option<String>,
    /// Another name of this server in the audience of tokens that programs show, beside the client id
    #[arg(long, env = "ROUNDTABLE_OIDC_AUDIENCE", global = true, value_name = "NAME")]
    pub oidc_audience: Option<String>,
    /// The claim that names people's roles, such as cognito:groups; without it roles are given here
    #[arg(long, env = "ROUNDTABLE_OIDC_ROLES_CLAIM", global = true, value_name = "CLAIM")]
    pub oidc_roles_claim: Option<String>,
    /// What the sign-in button says [default: the provider's host]
    #[arg(long, env = "ROUNDTABLE_OIDC_NAME", global = true, value_name = "NAME")]
    pub oidc_name: Option<String>,
    /// The token key (.p8) with which messages to phones go through Apple's push service
    #[arg(long, env = "ROUNDTABLE_APNS_KEY_FILE", global = true, value_name = "FILE")]
    pub apns_key_file: Option<PathBuf>,
    /// The id of that key
    #[arg(long, env = "ROUNDTABLE_APNS_KEY_ID", global = true, value_name = "ID")]
    pub apns_key_id: Option<String>,
    /// The id of the developer team that it belongs to
    #[arg(long, env = "ROUNDTABLE_APNS_TEAM_ID", global = true, value_name = "ID")]
    pub apns_team_id: Option<String>,
    /// The bundle id of the app
    #[arg(long, env = "ROUNDTABLE_APNS_TOPIC", global = true, value_name = "ID")]
    pub apns_topic: Option<String>,
    /// Whether Apple's sandbox is used, for apps under development [default: off]
    #[arg(long, env = "ROUNDTABLE_APNS_SANDBOX", global = true)]
    pub apns_sandbox: Option<Switch>,
    /// How much memory the embedded store may use for its cache, in MB [default: 64]
    #[arg(long, env = "ROUNDTABLE_CACHE_MB", global = true, value_name = "MB")]
    pub cache_mb: Option<usize>,
    /// How log lines look [default: text]
    #[arg(long, env = "ROUNDTABLE_LOG_FORMAT", global = true)]
    pub log_format: Option<LogFormat>,
    /// What is logged: error, warn, info, debug, or a filter per module [default: info]
    #[arg(long, env = "ROUNDTABLE_LOG", global = true, value_name = "FILTER")]
    pub log: Option<String>,
}

/// What the server runs with.
#[derive(Debug, Clone)]
pub struct Config {
    pub listen: SocketAddr,
    pub data: PathBuf,
    pub storage: Storage,
    pub base_url: String,
    /// Whether the operator said which address people use.
    pub base_url_given: bool,
    pub secret_key_file: PathBuf,
    pub trusted_proxies: Vec<IpNet>,
    pub registration: Registration,
    pub anonymous_creation: bool,
    pub public_catalogue: bool,
    pub metrics: Metrics,
    pub metrics_old_names: Switch,
    pub creations_per_hour: u32,
    pub requests_per_second: u32,
    pub participant_mb_per_hour: u32,
    pub max_answers: u32,
    pub max_ballots: u32,
    pub streams_per_address: u32,
    /// The mail server and the sender.
    pub mail: Option<(String, String)>,
    pub messages: Messages,
    /// Authorities beside the system's.
    pub ca_file: Option<PathBuf>,
    pub files: String,
    /// How to ask TMDB, where a token is configured.
    pub tmdb: Option<outbound::films::TmdbRules>,
    pub oidc: Option<outbound::OidcSettings>,
    /// The file of the key for Apple's push service, and what goes with it.
    pub apns: Option<(PathBuf, outbound::push::ApnsSettings)>,
    pub cache_bytes: usize,
    pub log_format: LogFormat,
    pub log: String,
}

impl Options {
    /// What was given as flags and variables, filled up from the file.
    pub fn with_file(self) -> Result<Self, ConfigError> {
        let file = match &self.config {
            Some(path) => Some(read_file(path)?),
            None if Path::new("roundtable.toml").exists() => Some(read_file(Path::new("roundtable.toml"))?),
            None => None,
        };
        Ok(file.map_or_else(|| self.clone(), |file| self.clone().or(file)))
    }

    /// The same for one engine, whichever was chosen: what only concerns the other is left out.
    #[must_use]
    pub fn on(self, store: Engine) -> Self {
        let dynamo = store == Engine::Dynamodb;
        Self {
            store: Some(store),
            dynamodb_endpoint: self.dynamodb_endpoint.filter(|_| dynamo),
            table_prefix: self.table_prefix.filter(|_| dynamo),
            table_names: self.table_names.filter(|_| dynamo),
            ..self
        }
    }

    fn or(self, file: Self) -> Self {
        Self {
            config: self.config,
            listen: self.listen.or(file.listen),
            data: self.data.or(file.data),
            store: self.store.or(file.store),
            dynamodb_endpoint: self.dynamodb_endpoint.or(file.dynamodb_endpoint),
            table_prefix: self.table_prefix.or(file.table_prefix),
            table_names: self.table_names.or(file.table_names),
            base_url: self.base_url.or(file.base_url),
            secret_key_file: self.secret_key_file.or(file.secret_key_file),
            trusted_proxies: self.trusted_proxies.or(file.trusted_proxies),
            registration: self.registration.or(file.registration),
            anonymous_creation: self.anonymous_creation.or(file.anonymous_creation),
            public_catalogue: self.public_catalogue.or(file.public_catalogue),
            metrics: self.metrics.or(file.metrics),
            metrics_old_names: self.metrics_old_names.or(file.metrics_old_names),
            creations_per_hour: self.creations_per_hour.or(file.creations_per_hour),
            requests_per_second: self.requests_per_second.or(file.requests_per_second),
            participant_mb_per_hour: self.participant_mb_per_hour.or(file.participant_mb_per_hour),
            max_answers: self.max_answers.or(file.max_answers),
            max_ballots: self.max_ballots.or(file.max_ballots),
            streams_per_address: self.streams_per_address.or(file.streams_per_address),
            mail_url: self.mail_url.or(file.mail_url),
            mail_from: self.mail_from.or(file.mail_from),
            notify_delay_seconds: self.notify_delay_seconds.or(file.notify_delay_seconds),
            notified_per_hour: self.notified_per_hour.or(file.notified_per_hour),
            default_time_zone: self.default_time_zone.or(file.default_time_zone),
            ca_file: self.ca_file.or(file.ca_file),
            files: self.files.or(file.files),
            tmdb_token: self.tmdb_token.or(file.tmdb_token),
            tmdb_region: self.tmdb_region.or(file.tmdb_region),
            tmdb_url: self.tmdb_url.or(file.tmdb_url),
            oidc_issuer: self.oidc_issuer.or(file.oidc_issuer),
            oidc_client_id: self.oidc_client_id.or(file.oidc_client_id),
            oidc_client_secret: self.oidc_client_secret.or(file.oidc_client_secret),
            oidc_audience: self.oidc_audience.or(file.oidc_audience),
            oidc_roles_claim: self.oidc_roles_claim.or(file.oidc_roles_claim),
            oidc_name: self.oidc_name.or(file.oidc_name),
            apns_key_file: self.apns_key_file.or(file.apns_key_file),
            apns_key_id: self.apns_key_id.or(file.apns_key_id),
            apns_team_id: self.apns_team_id.or(file.apns_team_id),
            apns_topic: self.apns_topic.or(file.apns_topic),
            apns_sandbox: self.apns_sandbox.or(file.apns_sandbox),
            cache_mb: self.cache_mb.or(file.cache_mb),
            log_format: self.log_format.or(file.log_format),
            log: self.log.or(file.log),
        }
    }
}

fn read_file(path: &Path) -> Result<Options, ConfigError> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        ConfigError(format!("The configuration file {} cannot be read: {error}.", path.display()))
    })?;
    toml::from_str(&text).map_err(|error| {
        let line = error
            .span()
            .map_or(1, |span| 1 + text.bytes().take(span.start).filter(|byte| *byte == b'\n').count());
        ConfigError(format!("{}, line {line}: {}.", path.display(), error.message().replace('\n', " ")))
    })
}

/// Refuses `ROUNDTABLE_…` variables that mean nothing: most likely a misspelt one.
pub fn check_environment<C: CommandFactory>(names: impl Iterator<Item = String>) -> Result<(), ConfigError> {
    let command = C::command();
    let known: Vec<_> = command.get_arguments().filter_map(clap::Arg::get_env).collect();
    let unknown = names
        .filter(|name| name.starts_with("ROUNDTABLE_"))
        .find(|name| !known.iter().any(|env| *env == name.as_str()));
    match unknown {
        Some(name) => {
            Err(ConfigError(format!("The environment variable {name} is not one that Roundtable knows.")))
        }
        None => Ok(()),
    }
}

impl Config {
    /// Decides what holds, from what was given.
    pub fn resolve(options: Options) -> Result<Self, ConfigError> {
        let listen = options.listen.unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8080)));
        let data = options.data.clone().unwrap_or_else(|| "data".into());
        let oidc = oidc::settings(&options)?;
        let apns = apns::settings(&options)?;
        let base_url_given = options.base_url.is_some();
        let messages = Messages::of(&options)?;
        Ok(Self {
            listen,
            storage: storage::settings(&options)?,
            oidc,
            apns,
            base_url_given,
            base_url: base_url(options.base_url, listen)?,
            secret_key_file: options.secret_key_file.unwrap_or_else(|| data.join("secret.key")),
            trusted_proxies: trusted_proxies(options.trusted_proxies)?,
            registration: options.registration.unwrap_or(Registration::On),
            anonymous_creation: options.anonymous_creation != Some(Switch::Off),
            public_catalogue: options.public_catalogue != Some(Switch::Off),
            metrics: options.metrics.unwrap_or(Metrics::Private),
            metrics_old_names: options.metrics_old_names.unwrap_or(Switch::Off),
            creations_per_hour: options.creations_per_hour.unwrap_or(200),
            requests_per_second: options.requests_per_second.unwrap_or(100),
            participant_mb_per_hour: options.participant_mb_per_hour.unwrap_or(64),
            max_answers: options.max_answers.unwrap_or(20_000),
            max_ballots: options.max_ballots.unwrap_or(2_000_000),
            streams_per_address: options.streams_per_address.unwrap_or(2_000),
            messages,
            ca_file: options.ca_file,
            mail: mail::settings(options.mail_url, options.mail_from, base_url_given)?,
            files: options.files.unwrap_or_else(|| data.join("files").display().to_string()),
            tmdb: films::settings(options.tmdb_token, options.tmdb_region, options.tmdb_url)?,
            cache_bytes: cache_bytes(options.cache_mb)?,
            log_format: options.log_format.unwrap_or(LogFormat::Text),
            log: options.log.unwrap_or_else(|| "info".into()),
            data,
        })
    }

    pub fn is_https(&self) -> bool {
        self.base_url.starts_with("https://")
    }

    /// Whether the address people use is this machine's own, so that nobody else can come first.
    pub fn is_loopback(&self) -> bool {
        let uri = self.address();
        let host = uri.as_ref().and_then(http::Uri::host).unwrap_or_default().trim_matches(['[', ']']);
        host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    /// What the operator should know, though it is no mistake.
    pub fn warnings(&self) -> Vec<&'static str> {
        let unnamed_proxy = self.is_behind_a_proxy() && self.trusted_proxies.is_empty();
        let wide = self.trusted_proxies.iter().any(|network| network.prefix_len() < NARROW_ENOUGH);
        let all = [(unnamed_proxy, UNNAMED_PROXY), (wide, WIDE_PROXIES)];
        all.into_iter().filter_map(|(holds, warning)| holds.then_some(warning)).collect()
    }

    /// Whether people reach the server by way of something else: it speaks no TLS itself, and listens at one address.
    fn is_behind_a_proxy(&self) -> bool {
        let port = self.address().and_then(|uri| uri.port_u16()).unwrap_or(80);
        let elsewhere = self.listen.ip().is_loopback() || self.listen.port() != port;
        self.base_url_given && !self.is_loopback() && (self.is_https() || elsewhere)
    }

    fn address(&self) -> Option<http::Uri> {
        self.base_url.parse().ok()
    }
}

/// Everyone as a trusted proxy would mean that everyone chooses the address they are counted by.
fn trusted_proxies(given: Option<Vec<IpNet>>) -> Result<Vec<IpNet>, ConfigError> {
    let given = given.unwrap_or_default();
    match given.iter().find(|network| network.prefix_len() == 0) {
        Some(_) => Err(ConfigError(
            "trusted_proxies must not be everyone, as a network of /0 is: name the proxy's own address."
                .to_owned(),
        )),
        None => Ok(given),
    }
}

fn base_url(given: Option<String>, listen: SocketAddr) -> Result<String, ConfigError> {
    let Some(given) = given else { return Ok(format!("http://{listen}")) };
    let bad = || ConfigError("base_url must look like https://table.example.org, without a path.".to_owned());
    let uri: http::Uri = given.parse().map_err(|_| bad())?;
    let scheme_is_web = matches!(uri.scheme_str(), Some("http" | "https"));
    if !scheme_is_web
        || uri.host().is_none_or(str::is_empty)
        || !matches!(uri.path(), "" | "/")
        || uri.query().is_some()
    {
        return Err(bad());
    }
    Ok(given.trim_end_matches('/').to_owned())
}

fn cache_bytes(megabytes: Option<usize>) -> Result<usize, ConfigError> {
    let megabytes = megabytes.unwrap_or(64);
    let bytes = megabytes.checked_mul(1 << 20).filter(|bytes| *bytes > 0);
    bytes.ok_or_else(|| ConfigError("cache_mb must be at least 1 and fit this machine.".to_owned()))
}
