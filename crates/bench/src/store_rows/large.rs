//! Opening a file of a million items: how long until the first answer, and how much memory that takes.

use super::{Measured, VOTES, key, vote};
use crate::{
    figure::figure,
    program::resident_megabytes,
    table::{Goal, Row},
};
use kernel::SystemClock;
use std::{
    io::{Write as _, stdout},
    path::Path,
    process::Command,
    sync::Arc,
    time::Instant,
};
use store::{Store, Table, Transaction, Write};
use store_embedded::{EmbeddedStore, Options};

const VOTES_PER_POLL: u64 = 100;
const WRITERS: u64 = 32;
const OPENS: usize = 5;

fn polls() -> u64 {
    figure("POLLS", 10_000).into()
}

pub fn measure() -> Measured<Vec<Row>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("large.redb");
    tokio::runtime::Runtime::new()?.block_on(fill(&path, &VOTES))?;
    let mut clean = Vec::new();
    for _ in 0..OPENS {
        clean.push(in_a_child("open", &path)?);
    }
    in_a_child("crash", &path)?;
    let after_crash = in_a_child("open", &path)?;
    let least =
        |figures: &dyn Fn(&(f64, f64)) -> f64| clean.iter().map(figures).fold(f64::INFINITY, f64::min);
    let row =
        |what, unit, ours, goal| Row { what, unit, ours, baseline: None, goal: Some(Goal::AtMost(goal)) };
    Ok(vec![
        row("open 1,000,000 items and read one", "ms", least(&|opened| opened.0), 150.0),
        row("the same after a crash", "ms", after_crash.0, 150.0),
        row("memory after that", "MB", least(&|opened| opened.1), 40.0),
    ])
}

fn options(path: &Path, table: &'static Table) -> Options {
    Options::new(path, vec![table], Arc::new(SystemClock))
}

/// Puts a million votes into a table that is keyed like [`VOTES`].
pub async fn fill(path: &Path, table: &'static Table) -> Measured<()> {
    let store = Arc::new(EmbeddedStore::open(options(path, table))?);
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                for poll in (writer..polls()).step_by(32) {
                    let votes = (0..VOTES_PER_POLL).map(|number| Write::put(table, vote(poll, number)));
                    store.transact(Transaction::of(votes)).await?;
                }
                Ok::<_, store::StoreError>(())
            })
        })
        .collect();
    for writer in writers {
        writer.await??;
    }
    Ok(())
}

/// Milliseconds and megabytes, as the child measured them.
fn in_a_child(task: &str, path: &Path) -> Measured<(f64, f64)> {
    let output = Command::new(std::env::current_exe()?).arg(crate::CHILD).arg(task).arg(path).output()?;
    let text = String::from_utf8(output.stdout)?;
    let (millis, megabytes) = text.trim().split_once(' ').ok_or("the child said nothing")?;
    Ok((millis.parse()?, megabytes.parse()?))
}

/// Opens the file and reads one item, as the first request of a server does; with `crash`, ends without closing it.
pub fn open_and_report(path: &Path, crash: bool) -> Measured<()> {
    let runtime = tokio::runtime::Runtime::new()?;
    let began = Instant::now();
    let store = EmbeddedStore::open(options(path, &VOTES))?;
    let found = runtime.block_on(store.get(&VOTES, &key(polls() / 2, 7)))?;
    let millis = began.elapsed().as_secs_f64() * 1e3;
    found.ok_or("a vote is missing")?;
    writeln!(stdout(), "{millis} {}", resident_megabytes("self")?)?;
    if crash {
        runtime.block_on(store.write(Write::put(&VOTES, vote(polls(), 0))))?;
        std::process::abort();
    }
    Ok(())
}
