//! Files that people uploaded, on their way out of the file store and into one.

use crate::{cli::Failure, compose, config::Config};
use async_trait::async_trait;
use futures::{StreamExt, TryStreamExt, stream, stream::BoxStream};
use outbound::files::{FileError, Files};
use portable::{Error, File, TakeFiles};
use std::sync::Arc;

/// How many are fetched at once: those in a bucket each take a while.
const AT_ONCE: usize = 8;

/// Opens the file store that the configuration names.
pub fn open(config: &Config) -> Result<Arc<dyn Files>, Failure> {
    let authorities = compose::authorities(config)?;
    outbound::files::open_trusting(&config.files, &authorities)
        .map_err(|error| Failure(format!("files: {error}.")))
}

pub fn open_at(place: &str) -> Result<Arc<dyn Files>, Failure> {
    outbound::files::open(place).map_err(|error| Failure(format!("files: {error}.")))
}

/// Every file, in the order of paths. One that goes meanwhile is not missed: nothing names it any more.
pub async fn all(files: &dyn Files) -> Result<BoxStream<'_, portable::Result<File>>, Failure> {
    let paths = files.list().await.map_err(|error| Failure(format!("{error}.")))?;
    let fetched = stream::iter(paths).map(async |path| {
        let bytes = files.get(&path).await.map_err(elsewhere)?;
        Ok(bytes.map(|bytes| File { path, bytes }))
    });
    Ok(fetched.buffered(AT_ONCE).try_filter_map(async |file| Ok(file)).boxed())
}

/// Takes in the files of an export.
pub struct Into<'a>(pub &'a dyn Files);

#[async_trait]
impl TakeFiles for Into<'_> {
    async fn take(&self, file: File) -> portable::Result<()> {
        self.0.put(&file.path, file.bytes).await.map_err(elsewhere)
    }
}

fn elsewhere(error: FileError) -> Error {
    Error::Elsewhere(format!("{error}."))
}
