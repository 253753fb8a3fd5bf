//! Marks in the store, by which processes tell each other of changes (rule 11 of the data model).

use super::hub::Hub;
use crate::system;
use futures::{StreamExt, stream};
use std::{
    mem,
    sync::{Arc, PoisonError},
    time::Duration,
};
use store::{Comparison, Condition, Item, Store, View, Write};
use tokio::time::sleep;

/// At most four marks a second per topic.
const WRITE_PAUSE: Duration = Duration::from_millis(250);
const READ_PAUSE: Duration = Duration::from_millis(500);
const AT_ONCE: usize = 8;
/// Against how many others to race for one mark; whoever wins last tells everyone.
const TRIES: usize = 5;
/// A mark that nobody renewed is of no use to anyone after this many seconds.
const KEPT: u64 = 3_600;

/// Leaves marks for what changed here, until shutdown.
pub async fn write(hub: Arc<Hub>, store: Arc<dyn Store>) {
    let Some(unmarked) = &hub.unmarked else { return };
    loop {
        tokio::select! {
            () = hub.shutdown.cancelled() => return,
            () = hub.bell.notified() => {}
        }
        let topics = mem::take(&mut *unmarked.lock().unwrap_or_else(PoisonError::into_inner));
        stream::iter(topics).for_each_concurrent(AT_ONCE, |topic| leave(&hub, store.as_ref(), topic)).await;
        sleep(WRITE_PAUSE).await;
    }
}

async fn leave(hub: &Hub, store: &dyn Store, topic: String) {
    let mut rev = hub.rev(&topic);
    for _ in 0..TRIES {
        let older = Condition::absent("rev").or(Condition::compare("rev", Comparison::Less, rev));
        let mark = Write::update(&system::SYSTEM, system::live_mark(&topic))
            .set("rev", rev)
            .set("ttl", rev / 1_000 + KEPT)
            .when(older);
        match store.write(mark).await {
            Ok(()) => return,
            // A process whose clock is ahead of ours left one: go past it, or its watchers take ours for old news.
            Err(error) if error.is_condition_failed() => {
                rev = error.into_existing().and_then(|mark| of_mark(&mark)).map_or(rev, |theirs| theirs + 1);
            }
            Err(error) => {
                tracing::warn!(%error, "a live mark could not be left; other processes' pages are behind");
                return;
            }
        }
    }
}

fn of_mark(mark: &Item) -> Option<u64> {
    mark.get("rev").and_then(View::as_number).and_then(|rev| rev.as_u64())
}

/// Looks for marks of what is watched here, until shutdown.
pub async fn read(hub: Arc<Hub>, store: Arc<dyn Store>) {
    loop {
        tokio::select! {
            () = hub.shutdown.cancelled() => return,
            () = sleep(READ_PAUSE) => {}
        }
        let topics = hub.watched();
        let keys: Vec<_> = topics.iter().map(|topic| system::live_mark(topic)).collect();
        match store::batch_get_all(store.as_ref(), &system::SYSTEM, &keys).await {
            Ok(marks) => {
                for (topic, mark) in topics.iter().zip(marks) {
                    hub.heard(topic, mark.as_ref().and_then(of_mark).unwrap_or(0));
                }
            }
            Err(error) => tracing::warn!(%error, "live marks could not be read; open pages are behind"),
        }
    }
}
