//! Files that people upload: a folder by default, S3 when configured, memory in tests.

mod held;

use crate::Authorities;
use async_trait::async_trait;
use futures::TryStreamExt;
use object_store::{
    Attribute, Certificate, ClientOptions, ObjectStore, ObjectStoreExt, PutOptions, PutPayload,
    aws::{AmazonS3Builder, AmazonS3ConfigKey},
    local::LocalFileSystem,
    path::Path,
    prefix::PrefixStore,
};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

pub use held::{HeldFiles, Hold};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the file store did not answer: {0}")]
pub struct FileError(pub String);

impl From<object_store::Error> for FileError {
    fn from(error: object_store::Error) -> Self {
        Self(error.to_string())
    }
}

#[async_trait]
pub trait Files: Send + Sync {
    async fn put(&self, path: &str, bytes: Vec<u8>) -> Result<(), FileError>;
    async fn get(&self, path: &str) -> Result<Option<Vec<u8>>, FileError>;
    /// Deleting what is not there is done already.
    async fn delete(&self, path: &str) -> Result<(), FileError>;
    /// The path of every file, in order.
    async fn list(&self) -> Result<Vec<String>, FileError>;
}

/// Opens the file store that the operator named: a folder, or `s3://bucket/prefix`.
pub fn open(place: &str) -> Result<Arc<dyn Files>, FileError> {
    open_trusting(place, &Authorities::system())
}

/// Like [`open`], with the authorities that vouch for a server of files.
pub fn open_trusting(place: &str, authorities: &Authorities) -> Result<Arc<dyn Files>, FileError> {
    let Some(in_s3) = place.strip_prefix("s3://") else {
        return Ok(Arc::new(StoredFiles::folder(place.as_ref())?));
    };
    let (bucket, prefix) = in_s3.split_once('/').unwrap_or((in_s3, ""));
    if bucket.is_empty() {
        return Err(FileError("an address in S3 looks like s3://bucket/prefix".to_owned()));
    }
    let settings =
        S3Settings { bucket: bucket.to_owned(), prefix: prefix.to_owned(), ..S3Settings::default() };
    Ok(Arc::new(StoredFiles::s3_trusting(&settings, authorities)?))
}

/// Where in S3, or in a server that speaks its API.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct S3Settings {
    pub bucket: String,
    /// Stands before every path; may be empty.
    pub prefix: String,
    /// Absent: `AWS_REGION`.
    pub region: Option<String>,
    /// Absent: `AWS_ENDPOINT_URL`, or Amazon's own.
    pub endpoint: Option<String>,
    /// Absent: the standard way (`AWS_ACCESS_KEY_ID` and so on, or the machine's role).
    pub access_key: Option<AccessKey>,
}

#[derive(Clone, PartialEq, Eq)]
pub struct AccessKey {
    pub id: String,
    pub secret: String,
}

/// Files in a folder or in a bucket.
#[derive(Debug, Clone)]
pub struct StoredFiles {
    store: Arc<dyn ObjectStore>,
    /// Whether a type is kept with each file. A folder keeps none.
    has_types: bool,
}

impl StoredFiles {
    /// Files under `folder`, which is made when it is not there. A file is on disk before `put` returns.
    pub fn folder(folder: &std::path::Path) -> Result<Self, FileError> {
        std::fs::create_dir_all(folder).map_err(|error| FileError(error.to_string()))?;
        let store = Arc::new(LocalFileSystem::new_with_prefix(folder)?.with_fsync(true));
        Ok(Self { store, has_types: false })
    }

    pub fn s3(settings: &S3Settings) -> Result<Self, FileError> {
        Self::s3_trusting(settings, &Authorities::system())
    }

    /// Files in a bucket whose server these authorities vouch for, beside the system's.
    pub fn s3_trusting(settings: &S3Settings, authorities: &Authorities) -> Result<Self, FileError> {
        // The client below asks for the process's TLS provider; whoever installed one first is right.
        let _ = rustls::crypto::ring::default_provider().install_default();
        // Files go one at a time: a plain DELETE, which more servers speak than the bulk call.
        let mut builder =
            AmazonS3Builder::from_env().with_bucket_name(&settings.bucket).with_disable_bulk_delete(true);
        if let Some(region) = &settings.region {
            builder = builder.with_region(region);
        }
        if let Some(endpoint) = &settings.endpoint {
            builder = builder.with_endpoint(endpoint);
        }
        let endpoint = builder.get_config_value(&AmazonS3ConfigKey::Endpoint);
        let is_plain = endpoint.is_some_and(|endpoint| endpoint.starts_with("http://"));
        builder = builder.with_allow_http(is_plain);
        if let Some(key) = &settings.access_key {
            builder = builder.with_access_key_id(&key.id).with_secret_access_key(&key.secret);
        }
        if !authorities.added().is_empty() {
            let mut client = ClientOptions::new().with_allow_http(is_plain);
            for added in authorities.added() {
                client = client.with_root_certificate(Certificate::from_der(added)?);
            }
            builder = builder.with_client_options(client);
        }
        let bucket = builder.build()?;
        let store: Arc<dyn ObjectStore> = match settings.prefix.trim_matches('/') {
            "" => Arc::new(bucket),
            prefix => Arc::new(PrefixStore::new(bucket, location(prefix)?)),
        };
        Ok(Self { store, has_types: true })
    }
}

/// Refuses `..`, empty segments and everything else that could lead out of the folder.
fn location(path: &str) -> Result<Path, FileError> {
    Path::parse(path).map_err(|error| FileError(error.to_string()))
}

/// Returns the media type of a file by the end of its name.
fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("webp") => "image/webp",
        _ => "application/octet-stream",
    }
}

#[async_trait]
impl Files for StoredFiles {
    async fn put(&self, path: &str, bytes: Vec<u8>) -> Result<(), FileError> {
        let mut options = PutOptions::default();
        if self.has_types {
            options.attributes.insert(Attribute::ContentType, media_type(path).into());
        }
        self.store.put_opts(&location(path)?, PutPayload::from(bytes), options).await?;
        Ok(())
    }

    async fn get(&self, path: &str) -> Result<Option<Vec<u8>>, FileError> {
        match self.store.get(&location(path)?).await {
            Ok(found) => Ok(Some(found.bytes().await?.to_vec())),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    async fn delete(&self, path: &str) -> Result<(), FileError> {
        match self.store.delete(&location(path)?).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    async fn list(&self) -> Result<Vec<String>, FileError> {
        let found = self.store.list(None).map_ok(|file| file.location.to_string());
        let mut paths: Vec<String> = found.try_collect().await?;
        paths.sort_unstable();
        Ok(paths)
    }
}

/// Files in memory, for tests.
#[derive(Debug, Default)]
pub struct MemoryFiles(Mutex<BTreeMap<Path, Vec<u8>>>);

impl MemoryFiles {
    /// The paths of everything that is kept.
    pub fn paths(&self) -> Vec<String> {
        self.files().keys().map(ToString::to_string).collect()
    }

    fn files(&self) -> MutexGuard<'_, BTreeMap<Path, Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Files for MemoryFiles {
    async fn put(&self, path: &str, bytes: Vec<u8>) -> Result<(), FileError> {
        self.files().insert(location(path)?, bytes);
        Ok(())
    }

    async fn get(&self, path: &str) -> Result<Option<Vec<u8>>, FileError> {
        Ok(self.files().get(&location(path)?).cloned())
    }

    async fn delete(&self, path: &str) -> Result<(), FileError> {
        self.files().remove(&location(path)?);
        Ok(())
    }

    async fn list(&self) -> Result<Vec<String>, FileError> {
        Ok(self.paths())
    }
}
