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
    // What a restore that broke off has left.
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

/// The key file may be there already: it is put back by hand.
fn refuse_unless_empty(config: &Config) -> Result<(), Failure> {
    let Ok(entries) = fs::read_dir(&config.data) else { return Ok(()) };
    let expected =
        |path: &Path| *path == config.secret_key_file || path.starts_with(config.data.join(RESTORING));
    for entry in entries {
        let found = entry?.path();
        if !expected(&found) {
            return Err(Failure(format!(
                "The data folder {} is not empty (it holds {}); restore into an empty one.",
                config.data.display(),
                found.file_name().unwrap_or_default().display()
            )));
        }
    }
    Ok(())
}
