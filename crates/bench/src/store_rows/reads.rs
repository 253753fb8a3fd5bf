//! Point reads and ranges of fifty, decoded, beside redb handing out bytes.

use super::{
    INDEXED, Measured, POLLS, VOTES, VOTES_PER_POLL, best_rates, id, key, partition, raw, scattered, vote,
};
use crate::table::{Goal, Row};
use kernel::SystemClock;
use redb::{Database, ReadableDatabase};
use std::{hint::black_box, sync::Arc};
use store::{Item, Query, Store, Table, Transaction, Write, validate::size_of};
use store_embedded::{EmbeddedStore, Options};

const POINT: &str = "point read through the port, decoded";
const RANGE: &str = "range of 50 through the port, decoded";
const INDEX: &str = "range of 50 through an index, decoded";

pub fn measure() -> Measured<Vec<Row>> {
    let folder = tempfile::tempdir()?;
    let bare = raw::open(&folder.path().join("raw.redb"))?;
    raw::fill(&bare)?;
    let options =
        Options::new(folder.path().join("ours.redb"), vec![&VOTES, &INDEXED], Arc::new(SystemClock));
    let ours: Arc<dyn Store> = Arc::new(EmbeddedStore::open(options)?);
    tokio::runtime::Runtime::new()?.block_on(async {
        fill(&*ours, &VOTES).await?;
        fill(&*ours, &INDEXED).await?;
        let mut rows = point_reads(&*ours, &bare).await?;
        rows.extend(ranges(&*ours, &bare).await?);
        Ok(rows)
    })
}

pub async fn fill(store: &dyn Store, table: &'static Table) -> Measured<()> {
    for poll in 0..POLLS {
        let votes = (0..VOTES_PER_POLL).map(|number| Write::put(table, vote(poll, number)));
        store.transact(Transaction::of(votes)).await?;
    }
    Ok(())
}

/// Places to read from, prepared beforehand so that only the reading is measured.
const PLACES: usize = 4096;

fn places<T>(make: impl Fn(u64, u64) -> T) -> Vec<T> {
    (0..PLACES as u64).map(|step| make(scattered(step, POLLS), scattered(step + 7, VOTES_PER_POLL))).collect()
}

async fn point_reads(ours: &dyn Store, bare: &Database) -> Measured<Vec<Row>> {
    let (keys, raw_keys) = (places(key), places(raw::key));
    let get = async |step| {
        look_at(&ours.get(&VOTES, &keys[step]).await?.ok_or("a vote is missing")?);
        Ok(())
    };
    let fresh = async |step: usize| {
        let table = bare.begin_read()?.open_table(raw::RAW)?;
        let held = table.get(raw_keys[step].as_slice())?.ok_or("a vote is missing")?;
        black_box(held.value());
        Ok(())
    };
    let table = bare.begin_read()?.open_table(raw::RAW)?;
    let kept = async |step: usize| {
        let held = table.get(raw_keys[step].as_slice())?.ok_or("a vote is missing")?;
        black_box(held.value());
        Ok(())
    };
    let row =
        |(ours, bare), name, goal| Row { what: POINT, unit: "/s", ours, baseline: Some((name, bare)), goal };
    Ok(vec![
        row(best_rates(PLACES, get, fresh).await?, "redb: begin, open, get", Some(Goal::Ratio(0.5))),
        row(best_rates(PLACES, get, kept).await?, "redb: get from an old state kept open", None),
    ])
}

async fn ranges(ours: &dyn Store, bare: &Database) -> Measured<Vec<Row>> {
    let queries = places(|poll, _| Query::table(&VOTES, partition(poll)).limit(50));
    let index_queries = places(|poll, _| Query::index(&INDEXED, "by_time", id(poll)).limit(50));
    let raw_ranges = places(|poll, _| raw::range(poll));
    let read = async |query: &Query| {
        let rows = ours.query(query.clone()).await?.items;
        rows.iter().for_each(look_at);
        fifty(rows.len())
    };
    let table = async |step: usize| read(&queries[step]).await;
    let index = async |step: usize| read(&index_queries[step]).await;
    let copied = async |step: usize| {
        let (first, end) = &raw_ranges[step];
        let table = bare.begin_read()?.open_table(raw::RAW)?;
        let mut rows = Vec::with_capacity(50);
        for row in table.range(first.as_slice()..end.as_slice())?.take(50) {
            let (key, held) = row?;
            rows.push((key.value().to_vec(), held.value().to_vec()));
        }
        fifty(black_box(rows).len())
    };
    let in_place = async |step: usize| {
        let (first, end) = &raw_ranges[step];
        let table = bare.begin_read()?.open_table(raw::RAW)?;
        let mut rows = 0;
        for row in table.range(first.as_slice()..end.as_slice())?.take(50) {
            black_box(row?.1.value());
            rows += 1;
        }
        fifty(rows)
    };
    let row =
        |what, (ours, bare), name, goal| Row { what, unit: "/s", ours, baseline: Some((name, bare)), goal };
    let (owned, borrowed) = ("redb: range, rows copied out", "redb: range, rows left in place");
    Ok(vec![
        row(RANGE, best_rates(PLACES, table, in_place).await?, borrowed, Some(Goal::Ratio(0.3))),
        row(RANGE, best_rates(PLACES, table, copied).await?, owned, None),
        row(INDEX, best_rates(PLACES, index, copied).await?, owned, Some(Goal::Ratio(0.4))),
    ])
}

/// Items are read in place, so one that nobody looks at is not decoded. Weighing it looks at every name and every value.
fn look_at(item: &Item) {
    black_box(size_of(item));
}

fn fifty(rows: usize) -> Measured<()> {
    if rows == 50 { Ok(()) } else { Err("votes are missing".into()) }
}
