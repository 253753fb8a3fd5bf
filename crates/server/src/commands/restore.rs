//! `restore FILE`: a backup into a data folder that is empty or not there yet.

use crate::{
    cli::{Failure, say},
    config::{Config, Storage},
    engine, secret,
    transfer::{
        both, channel, file, files,
        progress::Progress,
        source::this_moment,
        tables,
        target::{self, Into, Keys},
    },
};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The data file and the files beside it until all of them are there.
const RESTORING: &str = "restoring.redb";
const RESTORING_FILES: &str = "restoring.redb.files";

pub async fn run(config: &Config, path: PathBuf, keys: Keys) -> Result<(), Failure> {
    if config.storage != Storage::Embedded {
        return Err(Failure("A backup is restored into a data folder; for DynamoDB say import.".into()));
    }
    refuse_unless_empty(config)?;
    secret::ensure_data_folder(config)?;
    let place = Place::of(config);
    place.clear();
    let restored = fill(config, path, keys, &place).await;
    if restored.is_err() {
        place.clear();
    }
    let taken = restored?;
    place.keep(config)?;
    say(format!("Restored {} items in {} tables.", taken.items(), taken.compared.len()));
    taken.remind_of_key(config)
}

/// Where a restore puts things until all of them are there.
struct Place {
    data: PathBuf,
    /// Where the file store is a folder in the data folder; one elsewhere may hold the files already, and they are put into it.
    files: Option<PathBuf>,
}

impl Place {
    fn of(config: &Config) -> Self {
        let within = Path::new(&config.files).parent() == Some(&config.data);
        let files = within.then(|| config.data.join(RESTORING_FILES));
        Self { data: config.data.join(RESTORING), files }
    }

    fn clear(&self) {
        let _ = fs::remove_file(&self.data);
        if let Some(files) = &self.files {
            let _ = fs::remove_dir_all(files);
        }
    }

    /// Gives everything its name, the data last: without it no server starts on the folder.
    fn keep(&self, config: &Config) -> Result<(), Failure> {
        let data = engine::data_file(config);
        let files = self.files.as_ref().map_or(Ok(()), |files| fs::rename(files, &config.files));
        files
            .and_then(|()| fs::rename(&self.data, &data))
            .and_then(|()| file::sync_folder(&data))
            .map_err(|error| file::unwritable(&data, &error))
    }
}

async fn fill(config: &Config, path: PathBuf, keys: Keys, place: &Place) -> Result<target::Taken, Failure> {
    let store = engine::open_file(place.data.clone(), config, tables(), Arc::new(this_moment()))?;
    let files = match &place.files {
        Some(files) => files::open_at(&files.display().to_string())?,
        None => files::open(config)?,
    };
    let (out, lines) = channel();
    let mut progress = Progress::start();
    let judge = |header: &portable::Header| keys.judge(config, header);
    let into = Into { store: store.as_ref(), files: Some(files.as_ref()) };
    let take = target::take(into, lines, judge, |table| progress.item(table.name));
    let taken = both(file::read(path, out), take).await;
    progress.finish();
    store.shutdown();
    let taken = taken?;
    taken.verify()?;
    taken.name_left_out("nothing was restored. roundtable import takes the others in.")?;
    Ok(taken)
}

/// The key file may be there already, because it is put back by hand, and so may what a restore that broke off has left.
fn refuse_unless_empty(config: &Config) -> Result<(), Failure> {
    let Ok(entries) = fs::read_dir(&config.data) else { return Ok(()) };
    let key_file = fs::canonicalize(&config.secret_key_file).ok();
    for entry in entries {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        let left_behind = name.to_string_lossy().starts_with(RESTORING);
        if !left_behind && (key_file.is_none() || fs::canonicalize(path).ok() != key_file) {
            return Err(Failure(format!(
                "The data folder {} is not empty (it holds {}); restore into an empty one.",
                config.data.display(),
                name.display()
            )));
        }
    }
    Ok(())
}
