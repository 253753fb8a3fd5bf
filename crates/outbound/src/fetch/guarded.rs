//! The fetcher that goes out: every address is judged at the moment of connecting, so that neither a name that changes its
//! mind nor a redirect leads inside.

use super::{FetchError, FetchPages, Fetched, address::is_public};
use async_trait::async_trait;
use futures::StreamExt;
use ipnet::IpNet;
use reqwest::{
    Client, Response, Url,
    dns::{Addrs, Name, Resolve, Resolving},
    header, redirect,
};
use std::{error::Error, net::IpAddr, sync::Arc, time::Duration};

const MOST_REDIRECTS: usize = 5;

/// What may be fetched, and how much of it.
#[derive(Debug, Clone)]
pub struct FetchRules {
    pub ports: Vec<u16>,
    /// Inside networks that are fine to read all the same.
    pub allowed_inside: Vec<IpNet>,
    pub most_bytes: usize,
    /// For the whole of it: names, connections, redirects and the page.
    pub patience: Duration,
    /// Media types, without parameters.
    pub content_types: Vec<&'static str>,
}

impl Default for FetchRules {
    fn default() -> Self {
        Self {
            ports: vec![80, 443],
            allowed_inside: Vec::new(),
            most_bytes: 2 * 1024 * 1024,
            patience: Duration::from_secs(10),
            content_types: vec!["text/html", "application/xhtml+xml"],
        }
    }
}

impl FetchRules {
    fn allows(&self, address: IpAddr) -> bool {
        is_public(address) || self.allowed_inside.iter().any(|net| net.contains(&address))
    }
}

/// Fetches public pages only.
pub struct GuardedPages {
    client: Client,
    rules: Arc<FetchRules>,
}

impl GuardedPages {
    pub fn new() -> Result<Self, FetchError> {
        Self::with_rules(FetchRules::default())
    }

    pub fn with_rules(rules: FetchRules) -> Result<Self, FetchError> {
        let rules = Arc::new(rules);
        let failed = |error: &dyn Error| FetchError::Failed(error.to_string());
        let tls = crate::tls::client().map_err(|error| failed(&error))?;
        let client = Client::builder()
            .tls_backend_preconfigured(tls)
            .dns_resolver(PublicNames(rules.clone()))
            // Redirects are followed below, each judged like a first address. A proxy would connect in our place, unjudged.
            .redirect(redirect::Policy::none())
            .no_proxy()
            .referer(false)
            .user_agent(concat!("Roundtable/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(rules.patience)
            .build()
            .map_err(|error| failed(&error))?;
        Ok(Self { client, rules })
    }

    /// Sends something to an address under the same rules. Redirects are not followed: who takes messages says where.
    pub(crate) async fn post(
        &self,
        url: &str,
        headers: header::HeaderMap,
        body: Vec<u8>,
    ) -> Result<Response, FetchError> {
        let url = parse(url)?;
        self.judge(&url)?;
        let request = self.client.post(url).headers(headers).body(body).timeout(self.rules.patience);
        request.send().await.map_err(why)
    }

    async fn follow(&self, url: &str) -> Result<Fetched, FetchError> {
        let mut url = parse(url)?;
        for _ in 0..=MOST_REDIRECTS {
            self.judge(&url)?;
            let response = self.client.get(url.clone()).send().await.map_err(why)?;
            match redirected(&url, &response)? {
                Some(next) => url = next,
                None => return self.read(url, response).await,
            }
        }
        Err(FetchError::Failed("it redirects too often".to_owned()))
    }

    /// Judges what the resolver never sees: scheme, port, names and passwords in the address, and hosts that are addresses.
    fn judge(&self, url: &Url) -> Result<(), FetchError> {
        let refused = |why: &str| Err(FetchError::Refused(why.to_owned()));
        if !matches!(url.scheme(), "http" | "https") {
            return refused("only http and https addresses are read");
        }
        if !url.username().is_empty() || url.password().is_some() {
            return refused("it holds a name or password");
        }
        if !url.port_or_known_default().is_some_and(|port| self.rules.ports.contains(&port)) {
            return refused("its port is not one of the web");
        }
        let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
        match host.parse() {
            Ok(address) if !self.rules.allows(address) => Err(FetchError::Refused(NotPublic.to_string())),
            _ => Ok(()),
        }
    }

    async fn read(&self, url: Url, response: Response) -> Result<Fetched, FetchError> {
        if !response.status().is_success() {
            return Err(FetchError::Failed(format!("it answered {}", response.status().as_u16())));
        }
        let content_type = text(&response, header::CONTENT_TYPE).unwrap_or_default();
        let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if !self.rules.content_types.contains(&kind.as_str()) {
            return Err(FetchError::Refused("it is not a page".to_owned()));
        }
        let mut body = Vec::new();
        let mut chunks = response.bytes_stream();
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk.map_err(why)?;
            if body.len() + chunk.len() > self.rules.most_bytes {
                return Err(FetchError::Refused("it is too large".to_owned()));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(Fetched { url: url.into(), content_type, body })
    }
}

#[async_trait]
impl FetchPages for GuardedPages {
    async fn fetch(&self, url: &str) -> Result<Fetched, FetchError> {
        tokio::time::timeout(self.rules.patience, self.follow(url))
            .await
            .unwrap_or_else(|_| Err(FetchError::Failed("it took too long".to_owned())))
    }
}

fn parse(url: &str) -> Result<Url, FetchError> {
    Url::parse(url).map_err(|_| FetchError::Refused("it is not an address".to_owned()))
}

fn text(response: &Response, name: header::HeaderName) -> Option<String> {
    response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

/// Where `response` sends us on to, if it does.
fn redirected(from: &Url, response: &Response) -> Result<Option<Url>, FetchError> {
    if !response.status().is_redirection() {
        return Ok(None);
    }
    let lost = || FetchError::Failed("it redirects to nowhere".to_owned());
    let target = text(response, header::LOCATION).ok_or_else(lost)?;
    from.join(&target).map(Some).map_err(|_| lost())
}

/// Tells our own refusal, deep inside the client's error, from a failure out there.
fn why(error: reqwest::Error) -> FetchError {
    let mut cause: Option<&dyn Error> = Some(&error);
    while let Some(inner) = cause {
        if inner.is::<NotPublic>() {
            return FetchError::Refused(NotPublic.to_string());
        }
        cause = inner.source();
    }
    // In words for whoever typed the address, and without it: it may hold what they would not want logged.
    let why = if error.is_timeout() {
        "it took too long"
    } else if error.is_connect() {
        "its server can’t be reached"
    } else {
        "it broke off"
    };
    FetchError::Failed(why.to_owned())
}

#[derive(Debug, thiserror::Error)]
#[error("it is not on the public internet")]
struct NotPublic;

/// Resolves names to the addresses that may be connected to; where none is left, refuses.
struct PublicNames(Arc<FetchRules>);

impl Resolve for PublicNames {
    fn resolve(&self, name: Name) -> Resolving {
        let rules = self.0.clone();
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let allowed: Vec<_> = found.filter(|found| rules.allows(found.ip())).collect();
            if allowed.is_empty() {
                return Err(NotPublic.into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}
