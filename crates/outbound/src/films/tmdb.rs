//! The client of TMDB's API, version 3, with a bearer token.

use super::{FilmAnswer, FilmError, FilmFacts, FilmImage, FilmQuery};
use crate::Authorities;
use async_trait::async_trait;
use futures::StreamExt;
use reqwest::{Client, Response, StatusCode, Url, header, redirect};
use std::time::Duration;

/// The width of posters: sharp on a phone, and good enough across a room.
const POSTER_SIZE: &str = "w342";

/// Where TMDB is and how long it is waited for.
#[derive(Debug, Clone)]
pub struct TmdbRules {
    pub api: String,
    pub images: String,
    pub token: String,
    /// The country whose streaming services are meant.
    pub region: String,
    /// For one answer.
    pub patience: Duration,
    /// How often an answer that says “later” or “broken” is asked for again.
    pub again: u32,
    /// The first wait where TMDB does not name one; it doubles.
    pub first_wait: Duration,
    /// A longer wait than this is the caller's to decide on.
    pub longest_wait: Duration,
    pub most_bytes: usize,
}

impl TmdbRules {
    pub fn new(token: impl Into<String>, region: impl Into<String>) -> Self {
        Self {
            api: "https://api.themoviedb.org/3".into(),
            images: "https://image.tmdb.org/t/p".into(),
            token: token.into(),
            region: region.into(),
            patience: Duration::from_secs(5),
            again: 2,
            first_wait: Duration::from_millis(500),
            longest_wait: Duration::from_secs(3),
            most_bytes: 4 << 20,
        }
    }

    /// Another server that answers as TMDB does, for tests.
    #[must_use]
    pub fn at(self, base: &str) -> Self {
        let base = base.trim_end_matches('/');
        Self { api: format!("{base}/3"), images: format!("{base}/t/p"), ..self }
    }
}

/// Asks TMDB.
pub struct Tmdb {
    client: Client,
    rules: TmdbRules,
}

impl Tmdb {
    pub fn new(rules: TmdbRules) -> Result<Self, FilmError> {
        Self::trusting(rules, &Authorities::system())
    }

    /// TMDB, or a server in its place, that these authorities vouch for.
    pub fn trusting(rules: TmdbRules, authorities: &Authorities) -> Result<Self, FilmError> {
        let failed = |error: &dyn std::error::Error| FilmError::Unavailable(error.to_string());
        let client = Client::builder()
            .tls_backend_preconfigured(authorities.client().map_err(|error| failed(&error))?)
            .redirect(redirect::Policy::none())
            .referer(false)
            .user_agent(concat!("Roundtable/", env!("CARGO_PKG_VERSION")))
            .timeout(rules.patience)
            .build()
            .map_err(|error| failed(&error))?;
        Ok(Self { client, rules })
    }

    /// One try.
    async fn get(&self, query: &FilmQuery) -> Result<String, FilmError> {
        let url = Url::parse_with_params(&format!("{}{}", self.rules.api, query.path), &query.params)
            .map_err(|error| FilmError::Unavailable(error.to_string()))?;
        let request = self.client.get(url).bearer_auth(&self.rules.token);
        let response = request.send().await.map_err(why)?;
        let response = match checked(response) {
            // What is always there answers so to a token that it does not know.
            Err(FilmError::NotFound) if !query.is_about_a_film() => return Err(FilmError::Refused),
            response => response?,
        };
        let bytes = self.body(response).await?;
        let text = String::from_utf8(bytes).map_err(|error| FilmError::Malformed(error.to_string()))?;
        // What is not JSON must not get into any cache.
        serde_json::from_str::<serde::de::IgnoredAny>(&text)
            .map_err(|error| FilmError::Malformed(error.to_string()))?;
        Ok(text)
    }

    async fn body(&self, response: Response) -> Result<Vec<u8>, FilmError> {
        let (mut body, mut chunks) = (Vec::new(), response.bytes_stream());
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk.map_err(why)?;
            if body.len() + chunk.len() > self.rules.most_bytes {
                return Err(FilmError::Malformed("it is too long".to_owned()));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    /// Asks until there is an answer, or waiting does not help.
    async fn tries(&self, query: &FilmQuery) -> Result<FilmAnswer, FilmError> {
        for tries in 0.. {
            match self.get(query).await {
                Ok(text) => return Ok(FilmAnswer { text, stale: false }),
                Err(error) => match self.wait(&error, tries) {
                    Some(wait) => tokio::time::sleep(wait).await,
                    None => return Err(error),
                },
            }
        }
        Err(FilmError::Unavailable("it was asked too often".to_owned()))
    }

    /// How long to wait before the next try after `error`; `None` where waiting does not help, or helps too late.
    fn wait(&self, error: &FilmError, tries: u32) -> Option<Duration> {
        let backed_off = self.rules.first_wait * 2_u32.saturating_pow(tries);
        let wait = match error {
            FilmError::Busy(wait) => (*wait).max(backed_off),
            FilmError::Unavailable(_) => backed_off,
            _ => return None,
        };
        (tries < self.rules.again && wait <= self.rules.longest_wait).then_some(wait)
    }
}

#[async_trait]
impl FilmFacts for Tmdb {
    fn region(&self) -> &str {
        &self.rules.region
    }

    /// All tries together take at most as long as one answer may.
    async fn ask(&self, query: &FilmQuery) -> Result<FilmAnswer, FilmError> {
        match tokio::time::timeout(self.rules.patience, self.tries(query)).await {
            Ok(answer) => answer,
            Err(_) => Err(FilmError::Unavailable("it is too slow".to_owned())),
        }
    }

    async fn image(&self, path: &str) -> Result<FilmImage, FilmError> {
        let url = format!("{}/{POSTER_SIZE}{path}", self.rules.images);
        let response = checked(self.client.get(url).send().await.map_err(why)?)?;
        let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let content_type = kind.unwrap_or_default().to_owned();
        if !matches!(content_type.as_str(), "image/jpeg" | "image/png" | "image/webp") {
            return Err(FilmError::Malformed("it is not an image".to_owned()));
        }
        Ok(FilmImage { content_type, bytes: self.body(response).await? })
    }
}

fn checked(response: Response) -> Result<Response, FilmError> {
    match response.status() {
        status if status.is_success() => Ok(response),
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Err(FilmError::Refused),
        StatusCode::NOT_FOUND => Err(FilmError::NotFound),
        StatusCode::TOO_MANY_REQUESTS => {
            let seconds = response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
            let wait = seconds
                .and_then(|seconds| seconds.trim().parse().ok())
                .map_or(Duration::ZERO, Duration::from_secs);
            Err(FilmError::Busy(wait))
        }
        status if status.is_server_error() => {
            Err(FilmError::Unavailable(format!("it answered {}", status.as_u16())))
        }
        status => Err(FilmError::Malformed(format!("it answered {}", status.as_u16()))),
    }
}

/// Without the address, which holds what somebody searched for.
fn why(error: reqwest::Error) -> FilmError {
    FilmError::Unavailable(error.without_url().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_server_is_waited_for_as_it_says_and_others_ever_longer_but_never_too_long()
    -> Result<(), FilmError> {
        let tmdb = Tmdb::new(TmdbRules::new("secret", "US"))?;
        let busy = |seconds| FilmError::Busy(Duration::from_secs(seconds));
        let millis = |wait: Option<Duration>| wait.map(|wait| wait.as_millis());
        assert_eq!(millis(tmdb.wait(&busy(2), 0)), Some(2_000));
        assert_eq!(millis(tmdb.wait(&busy(0), 0)), Some(500), "told nothing, it backs off by itself");
        assert_eq!(tmdb.wait(&busy(4), 0), None, "nobody waits that long for a shortlist");
        let down = FilmError::Unavailable("down".into());
        assert_eq!([0, 1, 2].map(|tries| millis(tmdb.wait(&down, tries))), [Some(500), Some(1_000), None]);
        assert_eq!(tmdb.wait(&FilmError::NotFound, 0), None);
        Ok(())
    }
}
