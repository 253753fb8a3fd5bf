//! Damaged pages: what needs them fails and says so, everything else goes on, and no write is acknowledged that is not there.

use crate::{NOTES, clock, disk::Disk, is_there, note, options, put};
use kernel::Rng;
use std::{
    fs, io,
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    time::Duration,
};
use store::{Item, Key, Query, Scan, Store, StoreError, Write};
use store_embedded::{EmbeddedStore, OpenError, Options, integrity};
use tempfile::TempDir;

const PAGE: usize = 4096;
const NOTES_EACH: u64 = 100;
const BOOKS: [&str; 5] = ["a", "b", "m", "x", "z"];

/// A data file of many pages, closed; one note of it says `needle`.
async fn filled() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.redb");
    let store = EmbeddedStore::open(options(&path)).unwrap();
    for (at, book) in (0_u64..).zip(BOOKS) {
        for page in 0..NOTES_EACH {
            put(&store, book, at * NOTES_EACH + page).await.unwrap();
        }
    }
    store.write(Write::put(&NOTES, needle())).await.unwrap();
    drop(store);
    (folder, path)
}

fn needle() -> Item {
    note("m", 250).with("text", "needle")
}

/// Reads from the file each time, so that damage is met where a cache would hide it.
fn uncached(path: &Path) -> Options {
    Options { cache_bytes: 0, ..options(path) }
}

/// Overwrites every page that holds the needle.
fn damage_the_needles_pages(path: &Path) {
    let bytes = fs::read(path).unwrap();
    let file = fs::OpenOptions::new().write(true).open(path).unwrap();
    for (at, page) in (0..).zip(bytes.chunks(PAGE)) {
        if page.windows(6).any(|window| window == b"needle") {
            file.write_all_at(&[0; PAGE], at * PAGE as u64).unwrap();
        }
    }
}

async fn all_of(store: &EmbeddedStore, book: &str) -> Result<usize, StoreError> {
    store.query(Query::table(&NOTES, book)).await.map(|rows| rows.items.len())
}

#[tokio::test]
async fn a_damaged_page_fails_what_needs_it_and_nothing_else() {
    let (_folder, path) = filled().await;
    damage_the_needles_pages(&path);
    let store = EmbeddedStore::open(uncached(&path)).unwrap();
    let failed = store.get(&NOTES, &Key::new("m", 250_u64)).await.unwrap_err();
    assert!(failed.to_string().contains("the data file is damaged"), "{failed}");
    assert!(all_of(&store, "m").await.is_err());
    for book in ["a", "b", "x", "z"] {
        assert_eq!(all_of(&store, book).await, Ok(100), "{book}");
    }
    for page in 1000..1010 {
        assert!(put(&store, "m", 250).await.is_err(), "its page cannot be written");
        put(&store, "a", page).await.unwrap();
        store.ready().await.unwrap();
        assert!(is_there(&store, "a", page).await);
    }
    drop(store);
    let store = EmbeddedStore::open(uncached(&path)).unwrap();
    assert!(!store.was_ended_by_force());
    assert_eq!(all_of(&store, "a").await, Ok(110), "every acknowledged write is there");
    assert_eq!(
        store.scan(Scan { table: &NOTES, limit: Some(10), after: None }).await.unwrap().items.len(),
        10
    );
}

#[tokio::test]
async fn what_cannot_be_read_is_named_and_the_rest_is_read() {
    let (_folder, path) = filled().await;
    let store = EmbeddedStore::open(options(&path)).unwrap();
    assert_eq!(store.read_every_row().await, Ok(0));
    drop(store);
    damage_the_needles_pages(&path);
    let store = EmbeddedStore::open(uncached(&path)).unwrap();
    assert_eq!(store.read_every_row().await, Ok(2), "a page of notes, and one of the index");
    let problems = store.check().await.unwrap();
    let gaps: Vec<_> = problems.iter().filter(|problem| problem.contains("the rows after")).collect();
    assert_eq!(gaps.len(), 2, "{problems:#?}");
    assert!(gaps[0].starts_with("notes: the rows after m 2"), "{gaps:?}");
    assert!(problems.iter().all(|problem| !problem.contains("notes a ")), "{problems:#?}");
}

#[tokio::test]
async fn a_row_that_cannot_be_read_is_named_by_its_key() {
    let (_folder, path) = filled().await;
    let mut bytes = fs::read(&path).unwrap();
    // The first byte of what is stored is the kind of the first attribute's value or its name's length; nothing begins so.
    let at: Vec<usize> = (6..bytes.len() - 6).filter(|at| bytes[*at..].starts_with(b"needle")).collect();
    for at in at {
        bytes[at - 1] = 0xFF;
        bytes[at - 2] = 0xFF;
    }
    fs::write(&path, &bytes).unwrap();
    let store = EmbeddedStore::open(uncached(&path)).unwrap();
    assert_eq!(store.read_every_row().await, Ok(2), "the note, and its copy in the index");
    let problems = store.check().await.unwrap();
    assert!(
        problems.iter().any(|problem| problem.starts_with("notes m 250 cannot be read: ")),
        "{problems:#?}"
    );
    assert!(is_there(&store, "m", 251).await);
}

#[tokio::test]
async fn a_file_that_cannot_be_opened_again_is_lost_and_says_what_to_do() {
    let (_folder, path) = filled().await;
    let store = EmbeddedStore::open(uncached(&path)).unwrap();
    store.ready().await.unwrap();
    let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    let length = usize::try_from(fs::metadata(&path).unwrap().len()).unwrap();
    file.write_all_at(&vec![0; length - PAGE], PAGE as u64).unwrap();
    assert!(put(&store, "m", 250).await.is_err());
    let why = tokio::time::timeout(Duration::from_mins(1), store.lost()).await.expect("it is lost");
    assert!(why.contains(&path.display().to_string()), "{why}");
    assert!(why.contains("roundtable restore"), "{why}");
    assert!(store.ready().await.is_err());
    assert!(put(&store, "a", 1).await.is_err());
}

#[tokio::test]
async fn whether_the_last_process_was_ended_by_force_is_known() {
    let disk = Disk::default();
    let open = |disk: &Disk| {
        let disk = disk.clone();
        EmbeddedStore::with_backend(options("disk"), move || io::Result::Ok(disk.clone())).unwrap()
    };
    let store = open(&disk);
    assert!(!store.was_ended_by_force(), "a new file");
    put(&store, "a", 1).await.unwrap();
    disk.fail_power_after(1);
    drop(store);
    let disk = disk.after_power_failure(&Rng::seeded(1));
    let store = open(&disk);
    assert!(store.was_ended_by_force());
    assert_eq!(store.read_every_row().await, Ok(0));
    drop(store);
    assert!(!open(&disk).was_ended_by_force(), "closed in order");
}

#[tokio::test]
async fn the_engines_own_check_finds_what_reading_does_not_and_changes_nothing() {
    let (_folder, path) = filled().await;
    let check = || integrity(&path, &[&NOTES], 1 << 20);
    assert_eq!(check().unwrap(), [""; 0]);
    let held = EmbeddedStore::open(options(&path)).unwrap();
    assert!(matches!(check(), Err(OpenError::InUse(_))));
    drop(held);
    let mut bytes = fs::read(&path).unwrap();
    for at in 0..bytes.len() - 6 {
        if bytes[at..].starts_with(b"needle") {
            bytes[at] = b'N';
        }
    }
    fs::write(&path, &bytes).unwrap();
    let store = EmbeddedStore::open(Options::new(&path, vec![&NOTES], clock())).unwrap();
    assert_eq!(store.check().await.unwrap(), [""; 0], "it reads as a note");
    drop(store);
    let bytes = fs::read(&path).unwrap();
    let problems = check().unwrap();
    assert!(problems.len() == 1 && problems[0].contains("checksums"), "{problems:?}");
    assert!(fs::read(&path).unwrap() == bytes, "the file was changed");
}

/// Whatever is damaged: the file is refused in words, or every call is answered, and what was acknowledged is there or cannot be
/// read, but is never silently missing.
#[tokio::test]
async fn flipped_bytes_anywhere_are_never_a_silent_loss_of_what_is_acknowledged_then() {
    let (_folder, path) = filled().await;
    let whole = fs::read(&path).unwrap();
    let (mut opened, mut refused) = (0, 0);
    for seed in 0..40 {
        let (rng, mut bytes) = (Rng::seeded(seed), whole.clone());
        for _ in 0..=rng.below(3) {
            let start = usize::try_from(rng.below(bytes.len() as u64)).unwrap();
            let end = (start + 1 + usize::try_from(rng.below(600)).unwrap()).min(bytes.len());
            bytes[start..end].fill(u8::try_from(rng.below(256)).unwrap());
        }
        let damaged = path.with_extension(seed.to_string());
        fs::write(&damaged, &bytes).unwrap();
        let Ok(store) = EmbeddedStore::open(uncached(&damaged)) else {
            refused += 1;
            continue;
        };
        opened += 1;
        for turn in 0..50 {
            let (book, page) = (BOOKS[usize::try_from(rng.below(5)).unwrap()], rng.below(500));
            let item = note(book, page).with("text", format!("turn {turn}"));
            let done =
                tokio::time::timeout(Duration::from_mins(1), store.write(Write::put(&NOTES, item.clone())));
            if done.await.expect("an answer").is_ok() {
                let held = store.get(&NOTES, &Key::new(book, page)).await;
                assert!(held.is_err() || held == Ok(Some(item)), "seed {seed}, turn {turn}");
            }
        }
        let _ = store.read_every_row().await;
        let _ = store.check().await;
    }
    assert!(opened >= 10 && opened + refused == 40, "{opened} of 40 were opened: the test is too wild");
}
