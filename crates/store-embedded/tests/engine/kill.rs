//! Processes that are ended by force, and two that want one file.

use crate::{is_there, options, put};
use kernel::Rng;
use std::{
    collections::HashSet,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, Command, Stdio},
    sync::Arc,
};
use store_embedded::{EmbeddedStore, OpenError};

const ROUNDS: u64 = 20;
const WRITERS: u64 = 64;
/// Tells the child, which is this test program again, where its file is and in which book to write.
const PATH: &str = "STORE_TEST_PATH";
const BOOK: &str = "STORE_TEST_BOOK";

#[tokio::test]
async fn killing_a_process_under_load_loses_no_acknowledged_write() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.redb");
    let rng = Rng::seeded(1);
    let mut acknowledged: HashSet<(String, u64)> = HashSet::new();
    for round in 0..ROUNDS {
        let book = format!("round {round}");
        acknowledged.extend(
            kill_after(1 + rng.below(1500), &path, &book).into_iter().map(|page| (book.clone(), page)),
        );
        let store = EmbeddedStore::open(options(&path)).unwrap();
        for (book, page) in &acknowledged {
            assert!(is_there(&store, book, *page).await, "page {page} of {book} is lost");
        }
        assert_eq!(store.check().await.unwrap(), [""; 0]);
    }
}

#[tokio::test]
async fn a_file_in_use_by_another_process_is_refused_and_free_once_that_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.redb");
    let mut child = writing_child(&path, "theirs");
    let mut pages = acknowledged_pages(&mut child);
    pages.next().expect("the child writes");
    let refusal = EmbeddedStore::open(options(&path)).err().expect("a refusal");
    assert!(matches!(refusal, OpenError::InUse(_)), "{refusal:?}");
    let expected = format!("{} is in use by another process; stop that one first", path.display());
    assert_eq!(refusal.to_string(), expected);
    child.kill().unwrap();
    child.wait().unwrap();
    put(&EmbeddedStore::open(options(&path)).unwrap(), "ours", 1).await.unwrap();
}

/// The pages that a child was told are stored, before and while it was killed.
fn kill_after(count: u64, path: &Path, book: &str) -> Vec<u64> {
    let mut child = writing_child(path, book);
    let mut acknowledged = Vec::new();
    for page in acknowledged_pages(&mut child) {
        acknowledged.push(page);
        if acknowledged.len() as u64 == count {
            child.kill().unwrap();
        }
    }
    assert!(acknowledged.len() as u64 >= count, "the child ended by itself");
    child.wait().unwrap();
    acknowledged
}

fn writing_child(path: &Path, book: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kill::child_that_writes_until_it_is_killed", "--ignored", "--nocapture"])
        .env(PATH, path)
        .env(BOOK, book)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Pages as the child acknowledges them. A line that the kill cut short was not sent.
fn acknowledged_pages(child: &mut Child) -> impl Iterator<Item = u64> + use<> {
    let lines = BufReader::new(child.stdout.take().unwrap()).split(b'\n').map_while(Result::ok);
    lines.filter_map(|line| {
        let line = String::from_utf8(line).ok()?;
        line.strip_prefix("stored ")?.strip_suffix('.')?.parse().ok()
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by the tests above as a process of its own"]
async fn child_that_writes_until_it_is_killed() {
    let path = std::env::var(PATH).unwrap();
    let store = Arc::new(EmbeddedStore::open(options(path)).unwrap());
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let (store, book) = (Arc::clone(&store), std::env::var(BOOK).unwrap());
            tokio::spawn(async move {
                for page in (writer..).step_by(64) {
                    put(&*store, &book, page).await.unwrap();
                    writeln!(std::io::stdout(), "stored {page}.").unwrap();
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
}
