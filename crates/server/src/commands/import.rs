//! `import FILE|-`: an export into a store that is empty; with `--into-existing` single rows into one that is in use.

use super::operator;
use crate::{
    cli::{Failure, say},
    config::Config,
    engine,
    tasks::Task,
    transfer::{
        both, channel, file, files,
        progress::Progress,
        source::{randomness, this_moment},
        tables,
        target::{self, Into, Keys},
    },
};
use std::{path::PathBuf, sync::Arc};

pub async fn run(config: &Config, path: PathBuf, keys: Keys) -> Result<(), Failure> {
    let engine = engine::open(config, tables(), Arc::new(this_moment()), &randomness()?).await?;
    let (out, lines) = channel();
    let mut progress = Progress::start();
    let files = files::open(config)?;
    let take = target::take(
        Into { store: engine.store.as_ref(), files: Some(files.as_ref()) },
        lines,
        |header| keys.judge(config, header),
        |table| progress.item(table.name),
    );
    let taken = both(file::read(path, out), take).await;
    progress.finish();
    let taken = taken?;
    taken.verify()?;
    say(format!("Imported {} items in {} tables.", taken.items(), taken.compared.len()));
    taken.remind_of_key(config)?;
    taken.name_left_out("the others are here. Mend those lines and put them back with: roundtable import --into-existing FILE.")
}

/// Puts rows back where none is, by the server that runs on this data folder or here when none does.
pub async fn put_back(config: &Config, path: PathBuf) -> Result<(), Failure> {
    let (out, mut lines) = channel();
    let gather = async {
        let mut rows = Vec::new();
        while let Some(line) = lines.recv().await {
            rows.push(line);
        }
        Ok(rows)
    };
    let rows = both(file::read(path, out), gather).await?;
    operator::run(config, Task::PutBack { rows }).await
}
