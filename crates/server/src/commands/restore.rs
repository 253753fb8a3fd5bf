//! `restore FILE`: a backup into a data folder that is empty or not there yet.

use crate::{
    cli::{Failure, say},
    config::{Config, Storage},
    engine, secret,
    transfer::{
        both, channel, file,
        progress::Progress,
        source::this_moment,
        tables,
        target::{self, Keys},
    },
};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The data file until all of it is there.
const RESTORING: &str = "restoring.redb";

pub async fn run(config: &Config, path: PathBuf, keys: Keys) -> Result<(), Failure> {
    if config.storage != Storage::Embedded {
        return Err(Failure("A backup is restored into a data folder; for DynamoDB say import.".into()));
    }
    refuse_unless_empty(config)?;
    secret::ensure_data_folder(config)?;
    let place = config.data.join(RESTORING);
    let _ = fs::remove_file(&place);
    let restored = fill(config, path, keys, &place).await;
    if restored.is_err() {
        let _ = fs::remove_file(&place);
    }
    let taken = restored?;
    fs::rename(&place, engine::data_file(config))
        .and_then(|()| file::sync_folder(&place))
        .map_err(|error| file::unwritable(&engine::data_file(config), &error))?;
    say(format!("Restored {} items in {} tables.", taken.items(), taken.compared.len()));
    taken.remind_of_key(config)
}

async fn fill(config: &Config, path: PathBuf, keys: Keys, place: &Path) -> Result<target::Taken, Failure> {
    let store = engine::open_file(place.to_owned(), config, tables(), Arc::new(this_moment()))?;
    let (out, lines) = channel();
    let mut progress = Progress::start();
    let judge = |header: &portable::Header| keys.judge(config, header);
    let take = target::take(store.as_ref(), lines, judge, |table| progress.item(table.name));
    let taken = both(file::read(path, out), take).await;
    progress.finish();
    store.shutdown();
    let taken = taken?;
    taken.verify()?;
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
