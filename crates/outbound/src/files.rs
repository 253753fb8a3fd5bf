//! Files that people upload: a folder by default, S3 when configured.

use async_trait::async_trait;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the file store did not answer: {0}")]
pub struct FileError(pub String);

#[async_trait]
pub trait Files: Send + Sync {
    async fn put(&self, path: &str, bytes: Vec<u8>) -> Result<(), FileError>;
    async fn get(&self, path: &str) -> Result<Option<Vec<u8>>, FileError>;
    async fn delete(&self, path: &str) -> Result<(), FileError>;
}
