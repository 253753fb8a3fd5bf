//! Moving all data: out of a store as the lines of an export, and into an empty one.
//!
//! `backup`, `restore`, `export`, `import` and `copy` are one thing with different ends: lines come from a store or a file, and go
//! into a store or a file. The two ends run side by side over a channel, so that no end ever holds more than a few lines.

pub mod file;
pub mod files;
pub mod progress;
pub mod source;
pub mod target;

use crate::{cli::Failure, compose};
use store::{Store, Table};
use tokio::sync::mpsc;
use web::system;

/// Lines on their way from one end to the other.
pub type Lines = mpsc::Receiver<String>;

/// How many lines wait between the two ends.
const WAITING: usize = 1024;

pub fn channel() -> (mpsc::Sender<String>, Lines) {
    mpsc::channel(WAITING)
}

/// Runs both ends. A source that failed is the reason why the other end went without; one whose lines nobody takes any more is done.
pub async fn both<T>(
    source: impl Future<Output = Result<(), Failure>>,
    end: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    let (given, taken) = tokio::join!(source, end);
    given?;
    taken
}

/// Every table of the data model, once.
pub fn tables() -> Vec<&'static Table> {
    let mut tables = compose::tables();
    tables.sort_unstable_by_key(|table| table.name);
    tables.dedup_by_key(|table| table.name);
    tables
}

/// Where the mark of an unfinished copy stands.
pub fn mark() -> portable::Mark {
    portable::Mark { table: &system::SYSTEM, key: system::copying() }
}

/// Refuses a store into which a copy was begun and not finished: it holds a part of somebody's data.
pub async fn refuse_unfinished(store: &dyn Store) -> Result<(), Failure> {
    let mark = mark();
    match store.get(mark.table, &mark.key).await {
        Ok(None) => Ok(()),
        Ok(Some(_)) => Err(Failure(
            "Data was being copied into this store and not all of it is here: run the same command again to finish it.".into(),
        )),
        Err(error) => Err(Failure(format!("{error}."))),
    }
}
