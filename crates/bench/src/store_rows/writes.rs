//! Durable writes by 64 at once, beside a bare loop that commits 64 at a time and does nothing else.

use super::{INDEXED, Measured, POLLS, VOTES, raw, scattered, vote};
use crate::table::{Goal, Row};
use kernel::SystemClock;
use redb::{Database, ReadableTable};
use std::{sync::Arc, time::Instant};
use store::{Store, Table, Write};
use store_embedded::{EmbeddedStore, Options};

const WRITERS: u64 = 64;
/// How many writes each writer does in one turn, one after the other.
const EACH: u64 = 50;
const TURNS: u64 = 5;

pub fn measure() -> Measured<Vec<Row>> {
    let (plain, indexed) = ("64 concurrent durable conditional writes", "the same, each also into one index");
    Ok(vec![row(plain, &VOTES, Some(Goal::Ratio(0.7)))?, row(indexed, &INDEXED, None)?])
}

fn row(what: &'static str, table: &'static Table, goal: Option<Goal>) -> Measured<Row> {
    let folder = tempfile::tempdir()?;
    let bare = raw::open(&folder.path().join("raw.redb"))?;
    raw::fill(&bare)?;
    let options = Options::new(folder.path().join("ours.redb"), vec![table], Arc::new(SystemClock));
    let store: Arc<dyn Store> = Arc::new(EmbeddedStore::open(options)?);
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(super::reads::fill(&*store, table))?;
    let (mut ours, mut loops) = (0.0_f64, 0.0_f64);
    for turn in 0..TURNS {
        ours = ours.max(runtime.block_on(through_the_port(&store, table, turn))?);
        loops = loops.max(bare_loop(&bare, turn)?);
    }
    Ok(Row { what, unit: "/s", ours, baseline: Some(("redb: bare group-commit loop", loops)), goal })
}

/// A poll and a time at which it has no vote yet.
fn place(turn: u64, round: u64, writer: u64) -> (u64, u64) {
    let number = (turn * EACH + round) * WRITERS + writer;
    (scattered(number, POLLS), 1_000_000 + number)
}

async fn through_the_port(store: &Arc<dyn Store>, table: &'static Table, turn: u64) -> Measured<f64> {
    let began = Instant::now();
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let store = Arc::clone(store);
            tokio::spawn(async move {
                for round in 0..EACH {
                    let (poll, number) = place(turn, round, writer);
                    store.write(Write::put(table, vote(poll, number)).if_new()).await?;
                }
                Ok::<_, store::StoreError>(())
            })
        })
        .collect();
    for writer in writers {
        writer.await??;
    }
    Ok(rate(began))
}

fn bare_loop(database: &Database, turn: u64) -> Measured<f64> {
    let began = Instant::now();
    for round in 0..EACH {
        let mut transaction = database.begin_write()?;
        transaction.set_quick_repair(true);
        {
            let mut table = transaction.open_table(raw::RAW)?;
            for writer in 0..WRITERS {
                let (poll, number) = place(turn, round, writer);
                let key = raw::key(poll, number);
                if table.get(key.as_slice())?.is_some() {
                    return Err("a vote is there already".into());
                }
                table.insert(key.as_slice(), raw::VALUE.as_slice())?;
            }
        }
        transaction.commit()?;
    }
    Ok(rate(began))
}

#[expect(clippy::cast_precision_loss, reason = "a few thousand writes")]
fn rate(began: Instant) -> f64 {
    (WRITERS * EACH) as f64 / began.elapsed().as_secs_f64()
}
