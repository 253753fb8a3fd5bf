//! More than can be done: nobody waits for ever, nothing is half done, and it goes on when there is room.

use crate::{disk::Disk, everything::Everything};
use futures::future::join_all;
use kernel::{FakeClock, Rng};
use kit::{Engine, Setup, TestApp, serde_json::json};
use std::{
    io,
    sync::Arc,
    time::{Duration, Instant},
};
use store::{Store, decorators::RetryStore};
use store_embedded::{EmbeddedStore, Options};

const QUEUE: usize = 32;
const PEOPLE: usize = 200;

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
    let store: Arc<dyn Store> = Arc::new(RetryStore::new(Arc::new(engine), Rng::seeded(1)));
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
    let began = Instant::now();
    let votes = join_all((0..PEOPLE).map(async |number| {
        let (answer, _) = everything.act(&anyone, 0, number).await;
        (answer, began.elapsed())
    }));
    let letting_go = async {
        tokio::time::sleep(Duration::from_secs(4)).await;
        disk.let_go();
    };
    let (votes, ()) = tokio::join!(votes, letting_go);
    let (taken, refused): (Vec<_>, Vec<_>) = votes.into_iter().partition(|(answer, _)| answer.status == 201);
    assert!(
        taken.len() >= QUEUE && refused.len() > PEOPLE / 2,
        "{} taken, {} refused",
        taken.len(),
        refused.len()
    );
    for (answer, after) in &refused {
        assert_eq!(answer.status, 503, "{}", answer.text);
        assert!(answer.headers.contains_key("retry-after"), "{:?}", answer.headers);
        assert!(*after < Duration::from_secs(4), "told in time, and not once the disk was free: {after:?}");
    }
    everything.act(&anyone, 0, PEOPLE).await.0.expect(201);
    let total = everything.votes(&anyone).await;
    assert_eq!(total, taken.len() + 1, "who was refused has not voted");
}
