//! Disks that are full or fail: a clear sentence, nothing lost, and on with it once there is room.

use crate::{disk::Disk, is_there, options, put};
use std::io;
use store::{NotSaved, Store, StoreError};
use store_embedded::EmbeddedStore;

fn on(disk: &Disk) -> EmbeddedStore {
    let disk = disk.clone();
    EmbeddedStore::with_backend(options("disk"), move || io::Result::Ok(disk.clone())).unwrap()
}

async fn all_there(store: &EmbeddedStore, done: &[u64]) {
    for page in done {
        assert!(is_there(store, "a", *page).await, "page {page} is lost");
    }
    assert_eq!(store.check().await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn a_full_disk_is_said_so_and_loses_nothing_and_works_again_with_room() {
    let disk = Disk::default();
    let store = on(&disk);
    let mut done = Vec::new();
    let mut page = 0;
    for room in [40, 1, 100] {
        disk.leave_room(Some(room));
        let refused = loop {
            page += 1;
            match put(&store, "a", page).await {
                Ok(()) => done.push(page),
                Err(error) => break error,
            }
        };
        assert_eq!(refused, StoreError::NotSaved(NotSaved::NoRoom));
        all_there(&store, &done).await;
        assert!(put(&store, "a", page).await.is_err(), "still full");
        assert_eq!(store.ready().await, Err(refused), "what can be read is not all that is asked of it");
        all_there(&store, &done).await;
        disk.leave_room(None);
        put(&store, "a", page).await.unwrap();
        done.push(page);
        store.ready().await.unwrap();
    }
    all_there(&store, &done).await;
    drop(store);
    all_there(&on(&disk), &done).await;
}

#[tokio::test]
async fn a_read_only_disk_is_said_so_and_works_again() {
    let disk = Disk::default();
    let store = on(&disk);
    put(&store, "a", 1).await.unwrap();
    disk.read_only(true);
    let read_only = StoreError::NotSaved(NotSaved::ReadOnly);
    assert_eq!(put(&store, "a", 2).await, Err(read_only.clone()));
    assert_eq!(store.ready().await, Err(read_only));
    disk.read_only(false);
    store.ready().await.unwrap();
    put(&store, "a", 2).await.unwrap();
    all_there(&store, &[1, 2]).await;
}

#[tokio::test]
async fn a_sync_that_fails_is_never_taken_for_a_write_that_is_done() {
    let disk = Disk::default();
    let store = on(&disk);
    put(&store, "a", 1).await.unwrap();
    disk.fail_syncs(true);
    let refused = put(&store, "a", 2).await.unwrap_err();
    let why = "the disk reported \"a sector cannot be written\"".to_owned();
    assert_eq!(refused, StoreError::Unavailable(why));
    disk.fail_syncs(false);
    store.ready().await.unwrap();
    put(&store, "a", 3).await.unwrap();
    all_there(&store, &[1, 3]).await;
}

#[tokio::test]
async fn storage_that_is_gone_is_not_ready_and_comes_back_by_itself() {
    let disk = Disk::default();
    let store = on(&disk);
    put(&store, "a", 1).await.unwrap();
    let lost = disk.clone();
    lost.fail_power_after(1);
    assert!(put(&store, "a", 2).await.is_err());
    let not_ready = store.ready().await.unwrap_err();
    assert!(not_ready.to_string().contains("the power is off"), "{not_ready}");
    disk.restore_power();
    store.ready().await.unwrap();
    all_there(&store, &[1]).await;
    put(&store, "a", 2).await.unwrap();
    all_there(&store, &[1, 2]).await;
}
