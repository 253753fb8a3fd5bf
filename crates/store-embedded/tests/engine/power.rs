//! Power failures: whatever the disk drops, tears or reorders of what was not synced, every acknowledged write is there.

use crate::{NOTES, disk::Disk, note, options};
use futures::future::join_all;
use kernel::Rng;
use std::{cell::Cell, io};
use store::{Item, Key, Store, Transaction, View, Write};
use store_embedded::EmbeddedStore;

const WRITERS: usize = 6;
/// How often the power fails in one history.
const FAILURES: usize = 3;

/// Far more writes than the changes to the disk after which the power fails.
const MANY: usize = 1_000;

/// How many histories; `POWER_SEEDS` in the environment asks for more.
fn seeds() -> u64 {
    std::env::var("POWER_SEEDS").ok().map_or(200, |seeds| seeds.parse().expect("POWER_SEEDS is a number"))
}

/// What one writer knows: the last version it was told is stored, and the last it asked for.
#[derive(Default)]
struct Writer {
    acknowledged: Cell<u64>,
    asked: Cell<u64>,
}

#[tokio::test]
async fn a_power_failure_loses_no_acknowledged_write_and_the_file_always_opens() {
    let mut acknowledged = 0;
    for seed in 0..seeds() {
        let rng = Rng::seeded(seed);
        let writers: Vec<Writer> = (0..WRITERS).map(|_| Writer::default()).collect();
        let mut disk = Disk::default();
        let mut store = open(&disk, seed);
        for _ in 0..FAILURES {
            disk.fail_power_after(1 + rng.below(150));
            join_all((0..WRITERS).map(|number| write_until_failure(&store, number, &writers[number]))).await;
            drop(store);
            disk = disk.after_power_failure(&rng);
            store = open(&disk, seed);
            for (number, writer) in writers.iter().enumerate() {
                verify(&store, number, writer, seed).await;
            }
            assert_eq!(store.check().await.unwrap(), [""; 0], "seed {seed}");
        }
        acknowledged += writers.iter().map(|writer| writer.acknowledged.get()).sum::<u64>();
    }
    assert!(
        acknowledged > seeds() * 10,
        "only {acknowledged} writes were acknowledged: the test is too tame"
    );
}

fn open(disk: &Disk, seed: u64) -> EmbeddedStore {
    let disk = disk.clone();
    EmbeddedStore::with_backend(options("disk"), move || io::Result::Ok(disk.clone()))
        .unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

/// Two notes that always change together, and move about in the index.
fn pair(number: usize, version: u64) -> [Item; 2] {
    let book = format!("writer {number}");
    [1, 2].map(|page| {
        let length = usize::try_from(version * 37 % 900).unwrap();
        let owner = format!("owner {}", version % 5);
        note(&book, page).with("version", version).with("owner", owner).with("text", "y".repeat(length))
    })
}

async fn write_until_failure(store: &EmbeddedStore, number: usize, writer: &Writer) {
    for _ in 0..MANY {
        let version = writer.asked.get() + 1;
        writer.asked.set(version);
        let both = pair(number, version).map(|item| Write::put(&NOTES, item));
        if store.transact(Transaction::of(both)).await.is_err() {
            return;
        }
        writer.acknowledged.set(version);
    }
    panic!("{MANY} writes were acknowledged and the disk saw none of them");
}

async fn verify(store: &EmbeddedStore, number: usize, writer: &Writer, seed: u64) {
    let book = format!("writer {number}");
    let keys = [1_u64, 2].map(|page| Key::new(book.as_str(), page));
    let held = store.batch_get(&NOTES, &keys).await.unwrap();
    let version = held[0].as_ref().and_then(|item| item.get("version")).and_then(View::as_number);
    let version = version.and_then(|version| version.as_u64()).unwrap_or(0);
    let known = writer.acknowledged.get()..=writer.asked.get();
    assert!(known.contains(&version), "seed {seed}, writer {number}: version {version} is not in {known:?}");
    if version > 0 {
        assert_eq!(held, pair(number, version).map(Some), "seed {seed}: a transaction came apart");
    }
    // What was lost was never acknowledged; the writer goes on from what is there.
    writer.acknowledged.set(version);
    writer.asked.set(version);
}
