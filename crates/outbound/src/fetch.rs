//! Reading other people's web pages without being led into our own network.

use async_trait::async_trait;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
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
