//! Who reads much steps aside: on one thread, others get their turn between two pages.

use crate::{NOTES, in_memory, note};
use futures::{TryStreamExt, future::join_all};
use std::{cell::Cell, future::Future};
use store::{Key, Query, Store, Transaction, Write, batch_get_all, query_all, scan_all};

const ROWS: u64 = 200_000;

async fn fill(store: &dyn Store) {
    let chunk = |first: u64| {
        let puts = (first..first + 100).map(|page| Write::put(&NOTES, note("long", page)));
        store.transact(Transaction::of(puts))
    };
    for firsts in (0..ROWS).step_by(100).collect::<Vec<_>>().chunks(500) {
        for answer in join_all(firsts.iter().copied().map(chunk)).await {
            answer.unwrap();
        }
    }
}

/// What `read` answers, and how often somebody else on the same thread had a turn meanwhile.
async fn turns_during<T>(read: impl Future<Output = T>) -> (T, usize) {
    let (turns, done) = (Cell::new(0), Cell::new(false));
    let other = async {
        while !done.get() {
            turns.set(turns.get() + 1);
            tokio::task::yield_now().await;
        }
    };
    let read = async {
        let answer = read.await;
        done.set(true);
        answer
    };
    let (answer, ()) = futures::join!(read, other);
    (answer, turns.get())
}

#[tokio::test(flavor = "current_thread")]
async fn others_get_their_turn_between_the_pages_of_a_large_partition() {
    let store = in_memory();
    fill(&store).await;
    let mut pages = 0;
    let mut query = Query::table(&NOTES, "long");
    loop {
        pages += 1;
        match store.query(query.clone()).await.unwrap().next {
            Some(next) => query.after = Some(next),
            None => break,
        }
    }
    assert!(pages > 20, "{pages} pages");

    let (items, turns) = turns_during(query_all(&store, Query::table(&NOTES, "long"))).await;
    assert_eq!(items.unwrap().len() as u64, ROWS);
    assert!(turns >= pages - 1, "{turns} turns during {pages} pages");

    let keys: Vec<_> = (0..2_000_u64).map(|page| Key::new("long", page)).collect();
    let (items, turns) = turns_during(batch_get_all(&store, &NOTES, &keys)).await;
    assert_eq!(items.unwrap().len(), 2_000);
    assert!(turns >= 19, "{turns} turns during 20 batches");

    let count = scan_all(&store, &NOTES).try_fold(0, |count, _| async move { Ok(count + 1) });
    let (count, turns) = turns_during(count).await;
    assert_eq!(count.unwrap(), ROWS);
    assert!(turns >= pages - 1, "{turns} turns during {pages} pages of a scan");
}
