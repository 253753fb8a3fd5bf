//! Reading other people's web pages without being led into our own network.

mod address;
mod guarded;

use async_trait::async_trait;
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

pub use address::is_public;
pub use guarded::{FetchRules, GuardedPages};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// Where the page was in the end, after redirects.
    pub url: String,
    pub content_type: String,
    pub body: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    #[error("that address cannot be read: {0}")]
    Refused(String),
    #[error("that page did not answer: {0}")]
    Failed(String),
}

#[async_trait]
pub trait FetchPages: Send + Sync {
    async fn fetch(&self, url: &str) -> Result<Fetched, FetchError>;
}

/// Pages written down beforehand, for tests; every other address does not answer.
#[derive(Debug, Default)]
pub struct RecordedPages(Mutex<HashMap<String, Fetched>>);

impl RecordedPages {
    pub fn record(&self, url: &str, content_type: &str, body: impl Into<Vec<u8>>) {
        let page = Fetched { url: url.to_owned(), content_type: content_type.to_owned(), body: body.into() };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(url.to_owned(), page);
    }
}

#[async_trait]
impl FetchPages for RecordedPages {
    async fn fetch(&self, url: &str) -> Result<Fetched, FetchError> {
        let pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pages.get(url).cloned().ok_or_else(|| FetchError::Failed("no such page was recorded".to_owned()))
    }
}

/// Answers for every page with one that says nothing, where pages are named that nobody should be asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct BlankPages;

#[async_trait]
impl FetchPages for BlankPages {
    async fn fetch(&self, url: &str) -> Result<Fetched, FetchError> {
        let body = b"<!doctype html><html><body></body></html>".to_vec();
        Ok(Fetched { url: url.to_owned(), content_type: "text/html".to_owned(), body })
    }
}
