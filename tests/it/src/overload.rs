//! More than can be done: nobody waits for ever, nothing is half done, and it goes on when there is room.

use crate::{disk::Disk, everything::Everything};
use futures::{StreamExt, stream::FuturesUnordered};
use kernel::{FakeClock, Rng};
use kit::{Engine, Setup, TestApp, serde_json::json};
use std::{
    io,
    sync::Arc,
    time::{Duration, Instant},
};
use store::{
    Store,
    decorators::{FakeTimer, RetryStore},
};
use store_embedded::{EmbeddedStore, Options};

const QUEUE: usize = 32;
const PEOPLE: usize = 200;
/// A request that waits for storage for this long is answered, though its write may still be done.
const DEADLINE: Duration = Duration::from_secs(10);
/// Ends a test that would wait for ever; decides nothing else.
const HANGS: Duration = Duration::from_mins(1);

/// Lets go also when the test has failed: the store waits for its disk when it is closed.
struct Held<'d>(&'d Disk);

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.let_go();
    }
}

/// A server on this disk, with a short queue.
async fn server_on(disk: &Disk) -> TestApp {
    let clock = Arc::new(FakeClock::at("2037-11-15T09:00:00Z".parse().expect("a time")));
    let options = Options { queue: QUEUE, ..Options::new("disk", server::compose::tables(), clock) };
    let backend = disk.clone();
    let engine = EmbeddedStore::with_backend(options, move || io::Result::Ok(backend.clone()))
        .expect("the file opens");
    // Retries cost no time here: how long a refusal takes does not depend on the machine.
    let retries =
        RetryStore::new(Arc::new(engine), Rng::seeded(1)).with_timer(Arc::new(FakeTimer::default()));
    let store: Arc<dyn Store> = Arc::new(retries);
    TestApp::with(Setup { store: Some(store), ..Setup::on(Engine::Embedded) }).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_read_only_disk_is_said_by_the_answer_and_by_readyz_and_it_goes_on_when_it_can_be_written() {
    let disk = Disk::default();
    let app = server_on(&disk).await;
    let list = json!({ "entity": "checklist", "name": "List", "expiresAfter": 7, "items": [] });
    let (anyone, creates) = (app.anyone(), "/shareables");
    let made = anyone.post(creates, &list).await.expect(201);
    disk.read_only(true);
    let refused = anyone.post(creates, &list).await.expect(503);
    assert!(refused.text.contains("The server's disk is read-only right now"), "{}", refused.text);
    assert!(refused.headers.contains_key("retry-after"), "{:?}", refused.headers);
    let ready = anyone.page("/readyz").await.expect(503);
    assert!(ready.text.contains("read-only"), "{}", ready.text);
    disk.read_only(false);
    anyone.page("/readyz").await.expect(200);
    anyone.get(&format!("{creates}/{}", made.text_at("shortId"))).await.expect(200);
    anyone.post(creates, &list).await.expect(201);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn past_the_queues_end_people_are_told_when_to_come_back_and_all_that_was_taken_is_done() {
    let disk = Disk::default();
    let app = server_on(&disk).await;
    let everything = Everything::begin(&app).await;
    let anyone = app.anyone();
    disk.hold();
    let _held = Held(&disk);
    let votes = (0..PEOPLE).map(async |number| {
        let began = Instant::now();
        (everything.act(&anyone, 0, number).await.0, began.elapsed())
    });
    let mut votes: FuturesUnordered<_> = votes.collect();
    // On a slow machine some wait in the queue until their deadline: those may have voted or not.
    let mut late = 0;
    // While the disk takes nothing, no vote can be acknowledged: every answer until then is a refusal, and the queue is full.
    for _ in 0..=PEOPLE / 2 {
        let answer = tokio::time::timeout(HANGS, votes.next()).await;
        let (refused, took) = answer.expect("a refusal while the queue is full").expect("a vote is left");
        late += usize::from(took >= DEADLINE);
        assert_eq!(refused.status, 503, "{}", refused.text);
        assert!(refused.headers.contains_key("retry-after"), "{:?}", refused.headers);
    }
    disk.let_go();
    let mut taken = 0;
    while let Some((answer, took)) = votes.next().await {
        taken += usize::from(answer.status == 201);
        late += usize::from(answer.status != 201 && took >= DEADLINE);
        assert!([201, 503].contains(&answer.status.as_u16()), "{}", answer.text);
    }
    assert!(taken + late >= QUEUE, "{taken} taken, {late} late: what waited in the queue was not done");
    everything.act(&anyone, 0, PEOPLE).await.0.expect(201);
    let total = everything.votes(&anyone).await;
    assert!(
        (taken + 1..=taken + 1 + late).contains(&total),
        "{total} votes, {taken} taken, {late} late: who was refused has not voted"
    );
}
