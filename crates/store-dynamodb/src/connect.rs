//! Reaching DynamoDB: where it is, who we are, how long we wait.

use crate::time::TellTime;
use aws_config::{
    BehaviorVersion, environment::EnvironmentVariableRegionProvider, meta::region::RegionProviderChain,
    profile::ProfileFileRegionProvider,
};
use aws_sdk_dynamodb::{
    Client,
    config::{Builder, Credentials, ProvideCredentials, Region, retry::RetryConfig, timeout::TimeoutConfig},
};
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};
use kernel::Clock;
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use store::Table;

/// Used where an endpoint is named and no region is set: a server of one's own wants some region and does not care which.
const ANY_REGION: &str = "us-east-1";

/// How to reach DynamoDB. What is `None` comes from the standard AWS settings (environment, profile, instance role).
pub struct Options {
    /// A server other than Amazon's, such as `http://127.0.0.1:8000`.
    pub endpoint: Option<String>,
    pub region: Option<String>,
    pub credentials: Option<StaticCredentials>,
    /// Goes before every table's name.
    pub table_prefix: String,
    /// Whole names of tables, by the names of their declarations; the others have the prefix and that name.
    pub table_names: BTreeMap<String, String>,
    /// The tables that `tables create`, `tables describe` and readiness are about.
    pub tables: Vec<&'static Table>,
    pub clock: Arc<dyn Clock>,
    pub timeouts: Timeouts,
}

impl Options {
    /// The standard AWS settings, no prefix.
    pub fn new(tables: Vec<&'static Table>, clock: Arc<dyn Clock>) -> Self {
        Self {
            endpoint: None,
            region: None,
            credentials: None,
            table_prefix: String::new(),
            table_names: BTreeMap::new(),
            tables,
            clock,
            timeouts: Timeouts::default(),
        }
    }
}

/// An access key that is given rather than looked up.
#[derive(Clone)]
pub struct StaticCredentials {
    pub access_key: String,
    pub secret_key: String,
}

/// How long one attempt may take; the retry decorator decides how many there are.
#[derive(Debug, Clone, Copy)]
pub struct Timeouts {
    pub connect: Duration,
    /// From sending a request to having its whole answer.
    pub answer: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { connect: Duration::from_secs(2), answer: store::ATTEMPT }
    }
}

/// Why DynamoDB cannot be used as configured, in one sentence for whoever starts the server.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConnectError {
    #[error("The DynamoDB endpoint {0} is not an address that starts with http:// or https://.")]
    BadEndpoint(String),
    #[error("No AWS region is set: set AWS_REGION, or choose a region in your AWS profile.")]
    NoRegion,
    #[error(
        "No AWS credentials for {place}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (DynamoDB Local takes any letters and \
         digits), or use an AWS profile or instance role ({reason})."
    )]
    NoCredentials { place: String, reason: String },
}

/// A client for DynamoDB, and the words for where it is.
pub(crate) async fn client(options: &Options) -> Result<(Client, String), ConnectError> {
    let http =
        aws_smithy_http_client::Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https();
    let mut loader =
        aws_config::defaults(BehaviorVersion::latest()).http_client(http).region(region(options));
    if let Some(endpoint) = &options.endpoint {
        if !["http://", "https://"].iter().any(|scheme| endpoint.starts_with(scheme)) {
            return Err(ConnectError::BadEndpoint(endpoint.clone()));
        }
        loader = loader.endpoint_url(endpoint);
    }
    if let Some(StaticCredentials { access_key, secret_key }) = &options.credentials {
        loader = loader.credentials_provider(Credentials::new(access_key, secret_key, None, None, "options"));
    }
    let settings = loader.load().await;

    let region = settings.region().ok_or(ConnectError::NoRegion)?;
    let place = match settings.endpoint_url() {
        Some(endpoint) => format!("DynamoDB at {endpoint}"),
        None => format!("DynamoDB in {region}"),
    };
    let missing = |reason: String| ConnectError::NoCredentials { place: place.clone(), reason };
    let provider = settings.credentials_provider().ok_or_else(|| missing("none are configured".into()))?;
    provider.provide_credentials().await.map_err(|error| missing(crate::error::root_cause(&error)))?;

    let timeouts = TimeoutConfig::builder()
        .connect_timeout(options.timeouts.connect)
        .operation_attempt_timeout(options.timeouts.answer)
        .build();
    let config = Builder::from(&settings)
        .retry_config(RetryConfig::disabled())
        .timeout_config(timeouts)
        .interceptor(TellTime(options.clock.clone()))
        .build();
    Ok((Client::from_conf(config), place))
}

/// A named endpoint must not wait for an instance's metadata service just to learn a region that it ignores.
fn region(options: &Options) -> RegionProviderChain {
    match (&options.region, &options.endpoint) {
        (Some(region), _) => RegionProviderChain::first_try(Region::new(region.clone())),
        (None, Some(_)) => RegionProviderChain::first_try(EnvironmentVariableRegionProvider::new())
            .or_else(ProfileFileRegionProvider::new())
            .or_else(Region::new(ANY_REGION)),
        (None, None) => RegionProviderChain::default_provider(),
    }
}
