//! Files that people uploaded, which live beside the store and travel with its data.

use crate::{
    error::Result,
    sum::{Digest, digest_of},
};
use async_trait::async_trait;
use data_encoding::BASE64;
use serde::{Deserialize, Serialize};

/// A file, whole: what people upload is made small before it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    pub path: String,
    pub bytes: Vec<u8>,
}

impl File {
    pub fn digest(&self) -> Digest {
        let length = (self.path.len() as u64).to_be_bytes();
        digest_of(&[&length[..], self.path.as_bytes(), &self.bytes].concat())
    }
}

/// Where files of an export go.
#[async_trait]
pub trait TakeFiles: Send + Sync {
    /// Keeps a file; one of the same path is replaced.
    async fn take(&self, file: File) -> Result<()>;
}

/// A file as it stands in a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    path: String,
    /// In Base64.
    bytes: String,
}

impl From<&File> for Written {
    fn from(file: &File) -> Self {
        Self { path: file.path.clone(), bytes: BASE64.encode(&file.bytes) }
    }
}

impl Written {
    pub fn read(self) -> std::result::Result<File, &'static str> {
        let bytes = BASE64.decode(self.bytes.as_bytes()).map_err(|_| "no Base64")?;
        Ok(File { path: self.path, bytes })
    }
}
