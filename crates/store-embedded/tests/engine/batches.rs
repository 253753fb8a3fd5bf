//! Requests that share a commit: they do not disturb each other, and no more wait than there is room for.

use crate::{NOTES, clock, disk::Disk, in_memory, is_there, note, options, put};
use futures::{FutureExt, future::join_all, poll};
use std::{io, pin::pin, sync::Arc};
use store::{Condition, Key, Store, StoreError, Transaction, Write};
use store_embedded::{EmbeddedStore, Options};

fn on(disk: &Disk, queue: usize) -> EmbeddedStore {
    let disk = disk.clone();
    EmbeddedStore::with_backend(Options { queue, ..options("disk") }, move || io::Result::Ok(disk.clone()))
        .unwrap()
}

#[tokio::test]
async fn one_failed_condition_leaves_its_neighbours_in_the_same_commit_alone() {
    let disk = Disk::default();
    let store = on(&disk, 16);
    disk.hold();
    let mut first = pin!(put(&store, "a", 0));
    assert!(poll!(&mut first).is_pending());
    disk.until_syncing();
    // These four wait for the writer, and so share the next commit.
    let mut before = pin!(put(&store, "a", 1));
    let failing = [
        Write::put(&NOTES, note("a", 2)),
        Write::put(&NOTES, note("a", 3)).when(Condition::exists("no such thing")),
        Write::delete(&NOTES, Key::new("a", 1)),
    ];
    let mut failing = pin!(store.transact(Transaction::of(failing)));
    let mut seeing = pin!(store.write(Write::put(&NOTES, note("a", 1)).if_new()));
    let mut after = pin!(put(&store, "a", 4));
    assert!(poll!(&mut before).is_pending());
    assert!(poll!(&mut failing).is_pending());
    assert!(poll!(&mut seeing).is_pending());
    assert!(poll!(&mut after).is_pending());
    disk.let_go();
    first.await.unwrap();
    let syncs = disk.syncs();
    before.await.unwrap();
    assert!(failing.await.unwrap_err().failed_at(1));
    assert_eq!(seeing.await.unwrap_err().into_existing(), Some(note("a", 1)), "it saw what came before it");
    after.await.unwrap();
    assert_eq!(disk.syncs() - syncs, 2, "one commit for all of them");
    assert!(is_there(&store, "a", 1).await && is_there(&store, "a", 4).await);
    assert!(!is_there(&store, "a", 2).await && !is_there(&store, "a", 3).await);
    assert_eq!(store.check().await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn a_request_past_the_queues_end_is_refused_at_once_and_the_rest_are_done() {
    let disk = Disk::default();
    let store = on(&disk, 4);
    disk.hold();
    let mut first = Box::pin(put(&store, "a", 0));
    assert!(poll!(&mut first).is_pending());
    disk.until_syncing();
    let mut waiting: Vec<_> = (1..=4).map(|page| Box::pin(put(&store, "a", page))).collect();
    for write in &mut waiting {
        assert!(poll!(write).is_pending());
    }
    let refused = put(&store, "a", 5).now_or_never().expect("an answer at once");
    assert_eq!(refused, Err(StoreError::Throttled("4 writes are waiting already".to_owned())));
    assert!(!is_there(&store, "a", 0).await, "reads go on, and show only what is on the disk");
    disk.let_go();
    first.await.unwrap();
    for answer in join_all(waiting).await {
        answer.unwrap();
    }
    put(&store, "a", 5).await.unwrap();
    assert_eq!(store.counts().unwrap(), [("notes", 6)]);
}

#[tokio::test]
async fn a_commit_in_which_every_condition_failed_writes_nothing() {
    let disk = Disk::default();
    let store = on(&disk, 4);
    put(&store, "a", 0).await.unwrap();
    let syncs = disk.syncs();
    let refused = store.write(Write::put(&NOTES, note("a", 0)).if_new()).await;
    assert!(refused.unwrap_err().is_condition_failed());
    assert_eq!(disk.syncs(), syncs);
}

#[tokio::test]
async fn a_closed_store_has_done_what_waited_and_refuses_the_rest() {
    let disk = Disk::default();
    let store = Arc::new(on(&disk, 64));
    let writes: Vec<_> = (0..20)
        .map(|page| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { put(&*store, "a", page).await })
        })
        .collect();
    for write in writes {
        write.await.unwrap().unwrap();
    }
    store.shutdown();
    store.shutdown();
    let closed = StoreError::Unavailable("storage is closed".to_owned());
    assert_eq!(put(&*store, "b", 0).await, Err(closed.clone()));
    assert_eq!(store.get(&NOTES, &Key::new("a", 0)).await, Err(closed.clone()));
    assert_eq!(store.ready().await, Err(closed));
    let again = on(&disk, 64);
    assert_eq!(again.counts().unwrap(), [("notes", 20)]);
}

#[tokio::test]
async fn a_table_that_was_not_declared_is_refused() {
    let store = EmbeddedStore::in_memory(vec![], clock()).unwrap();
    let refused = store.get(&NOTES, &Key::new("a", 1)).await;
    assert_eq!(refused, Err(StoreError::Invalid("this store was opened without the table notes".to_owned())));
    assert!(matches!(put(&store, "a", 1).await, Err(StoreError::Invalid(_))));
    in_memory().ready().await.unwrap();
}
