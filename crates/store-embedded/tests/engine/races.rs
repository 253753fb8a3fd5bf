//! Two who want the same thing at the same moment: one gets it.

use crate::{NOTES, in_memory, note};
use std::sync::Arc;
use store::{Condition, Key, Store, View, Write};

const TRIES: u64 = 1_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_create_one_item_exactly_one_wins_every_time() {
    let store = Arc::new(in_memory());
    for page in 0..TRIES {
        let claim = |who: &'static str| {
            let store = Arc::clone(&store);
            let write = Write::put(&NOTES, note("claims", page).with("owner", who)).if_new();
            tokio::spawn(async move { store.write(write).await })
        };
        let (ana, ben) = (claim("ana"), claim("ben"));
        let (ana, ben) = (ana.await.unwrap(), ben.await.unwrap());
        let (winner, loser) = if ana.is_ok() { ("ana", ben) } else { ("ben", ana) };
        let held = store.get(&NOTES, &Key::new("claims", page)).await.unwrap().unwrap();
        assert_eq!(held.get("owner"), Some(View::S(winner)));
        assert_eq!(loser.unwrap_err().into_existing(), Some(held), "the loser is told who won");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_edit_one_version_exactly_one_wins_every_time() {
    let store = Arc::new(in_memory());
    store.write(Write::put(&NOTES, note("edits", 0).with("version", 0))).await.unwrap();
    for version in 0..TRIES {
        let edit = || {
            let store = Arc::clone(&store);
            let write = Write::update(&NOTES, Key::new("edits", 0_u64)).set("version", version + 1);
            tokio::spawn(async move { store.write(write.when(Condition::equals("version", version))).await })
        };
        let (one, other) = (edit(), edit());
        let wins = [one.await.unwrap(), other.await.unwrap()].iter().filter(|answer| answer.is_ok()).count();
        assert_eq!(wins, 1);
    }
}
