//! Rooms: what everyone who watches one thing is sent, what it costs, and when it ends.

use crate::board::{Audience, Boards, Ear, Process, RENDERED, events};
use axum::response::Response;
use flate2::read::GzDecoder;
use futures::future::join_all;
use http_body_util::BodyExt;
use jiff::SignedDuration;
use kernel::{Clock, UserId};
use stage::{Engine, on_both_engines};
use std::{io::Read, sync::atomic::Ordering, time::Duration};
use store::decorators::Operation;
use tokio::time::{Instant, sleep, timeout};
use uuid::Uuid;
use web::Change;

async fn watched() -> Process {
    let here = Process::on(Engine::Embedded).await;
    here.edits("b", "Lake", true).await;
    here.clock.advance(SignedDuration::from_secs(1));
    here
}

fn now(here: &Process) -> String {
    format!("?parts=1&since={}", here.clock.now().as_millisecond())
}

#[tokio::test]
async fn a_page_gets_the_parts_that_changed_and_a_program_gets_word() {
    let here = watched().await;
    let mut page = Ear::at(&here, "b", &now(&here), &[]).await;
    let mut program = Ear::at(&here, "b", "", &[]).await;
    assert_eq!(page.0.headers()["content-type"], "text/event-stream");
    assert_eq!(page.0.headers()["cache-control"], "no-store");
    assert_eq!(page.next().await.unwrap(), ": open\nretry: 1000\n\n");
    here.clock.advance(SignedDuration::from_millis(1));
    here.votes("b", "v", 5).await;
    let text = page.text().await;
    assert_eq!(events(&text), "part results <h2>Lake</h2><p>5</p>\npart head <p>Lake</p>\nchanged\n");
    let rev = here.clock.now().as_millisecond();
    let (_, told) = text.split_once("event: changed\n").unwrap();
    assert!(told.starts_with(&format!("id: {rev}-")), "{told}");
    assert!(told.ends_with(&format!("\ndata: {{\"rev\":{rev}}}\n\n")), "{told}");
    assert_eq!(text.matches("id: ").count(), 1, "the last one alone has an id: {text}");
    assert!(program.text().await.ends_with(told));
    // Only the bytes that changed.
    here.clock.advance(SignedDuration::from_millis(1));
    here.votes("b", "w", 1).await;
    assert_eq!(page.events().await, "part results <h2>Lake</h2><p>6</p>\nchanged\n");
    here.clock.advance(SignedDuration::from_millis(1));
    here.votes("b", "w", 1).await;
    assert_eq!(page.events().await, "changed\n");
    assert_eq!(program.events().await, "changed\n", "what happened meanwhile comes as one");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_watchers_cost_one_count_and_one_rendering() {
    let here = watched().await;
    let since = now(&here);
    let mut pages =
        join_all((0..1_000).map(|_| here.listens("b", &since, &[("accept-encoding", "gzip")], 1))).await;
    let mut witness = Ear::at(&here, "b", &since, &[]).await;
    here.clock.advance(SignedDuration::from_secs(1));
    here.votes("b", "v", 5).await;
    witness.text().await;
    here.clock.advance(SignedDuration::from_secs(1));
    here.storage.reset();
    RENDERED.lock().unwrap().clear();
    here.votes("b", "w", 1).await;
    assert!(witness.events().await.contains("<p>6</p>"));
    let cost = here.storage.snapshot();
    assert_eq!((cost.writes(), cost.calls_of(Operation::BatchGet), cost.calls()), (1, 1, 2), "{cost}");
    assert_eq!(*RENDERED.lock().unwrap(), [Audience::Sees]);
    for page in &mut pages {
        let (mut bytes, mut text) = (Vec::new(), Vec::new());
        while !String::from_utf8_lossy(&text).contains("event: changed") {
            bytes.extend(page.body_mut().frame().await.unwrap().unwrap().into_data().unwrap());
            text.clear();
            // It goes on, so that its end is missing.
            assert!(GzDecoder::new(&*bytes).read_to_end(&mut text).is_err());
        }
        let text = String::from_utf8(text).unwrap();
        assert_eq!(
            events(&text).lines().next(),
            Some("part results <h2>Lake</h2><p>6</p>"),
            "the newest alone"
        );
    }
    here.stop.cancel();
    for page in &mut pages {
        let end = page.body_mut().collect().await.unwrap().to_bytes();
        assert_eq!(end.len(), 10, "the end of a gzip stream");
    }
    drop((pages, witness));
    while (here.app.live.streams(), here.app.live.rooms()) != (0, 0) {
        sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_that_everyone_left_is_given_up() {
    let here = watched().await;
    let page = Ear::at(&here, "b", &now(&here), &[]).await;
    assert_eq!((here.app.live.streams(), here.app.live.rooms()), (1, 1));
    drop(page);
    while (here.app.live.streams(), here.app.live.rooms()) != (0, 0) {
        sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_burst_is_four_pushes_a_second_and_in_a_room_of_more_than_a_hundred_about_one() {
    for (others, pause) in [(99, 250), (100, 900)] {
        let here = watched().await;
        let since = now(&here);
        let _others = join_all((0..others).map(|_| here.listens("b", &since, &[], 1))).await;
        let mut page = Ear::at(&here, "b", &since, &[]).await;
        let began = Instant::now();
        let mut pushed = Vec::new();
        while pushed.len() < 12 {
            here.clock.advance(SignedDuration::from_millis(10));
            here.app.live.changed::<Boards>(&"b".to_owned(), Change::Answered);
            if let Ok(more) = timeout(Duration::from_millis(10), page.next()).await
                && more.unwrap().contains("event: changed")
            {
                pushed.push(began.elapsed());
            }
        }
        let pauses = pushed.windows(2).map(|two| two[1].saturating_sub(two[0])).skip(1);
        let (least, most) = (pauses.clone().min().unwrap(), pauses.max().unwrap());
        let pause = Duration::from_millis(pause);
        assert!(pause <= least + Duration::from_millis(11), "{others}: pushed again after {least:?}");
        assert!(most <= pause + Duration::from_millis(250), "{others}: behind by {most:?}");
    }
}

#[tokio::test]
async fn whoever_was_late_gets_the_newest_at_once_and_only_what_they_lack() {
    let here = watched().await;
    let before = now(&here);
    here.clock.advance(SignedDuration::from_secs(1));
    here.votes("b", "v", 5).await;
    here.clock.advance(SignedDuration::from_secs(1));
    let mut late = Ear::at(&here, "b", &before, &[]).await;
    assert!(late.events().await.contains("<p>5</p>"));
    let mut current = Ear::at(&here, "b", &now(&here), &[]).await;
    let seen = here.clock.now().as_millisecond().to_string();
    let mut back = Ear::at(&here, "b", &before, &[("last-event-id", &seen)]).await;
    here.clock.advance(SignedDuration::from_secs(1));
    here.votes("b", "v", 6).await;
    let news = "part results <h2>Lake</h2><p>6</p>\nchanged\n";
    assert_eq!(current.events().await, news);
    assert_eq!(back.events().await, news, "where a stream left off counts, not when the page was made");
    // So old that anything may have happened: the page is fetched again.
    here.clock.advance(SignedDuration::from_secs(120));
    assert_eq!(Ear::at(&here, "b", &before, &[]).await.events().await, "edited\nchanged\n");
}

#[tokio::test]
async fn an_edit_is_told_to_everyone_and_answers_to_those_who_may_see_them() {
    let here = Process::on(Engine::Embedded).await;
    here.edits("b", "Lake", false).await;
    here.clock.advance(SignedDuration::from_secs(1));
    let mut waits = Ear::at(&here, "b", &now(&here), &[]).await;
    let mut organiser = Ear::at(&here, "b", &now(&here), &[("authorization", "Bearer ana")]).await;
    here.votes("b", "v", 5).await;
    assert!(organiser.events().await.contains("<p>5</p>"));
    here.clock.advance(SignedDuration::from_secs(1));
    here.edits("b", "Sea", false).await;
    let told = waits.events().await;
    assert_eq!(told, "part results <h2>Sea</h2>\npart head <p>Sea</p>\nedited\nchanged\n", "and of no vote");
    assert!(organiser.events().await.contains("<h2>Sea</h2><p>5</p>"));
}

#[tokio::test]
async fn a_stream_whose_audience_changed_ends_and_its_page_finds_out() {
    let here = watched().await;
    let mut sees = Ear::at(&here, "b", &now(&here), &[]).await;
    let mut organiser = Ear::at(&here, "b", &now(&here), &[("authorization", "Bearer ana")]).await;
    here.clock.advance(SignedDuration::from_secs(1));
    here.edits("b", "Lake", false).await;
    assert_eq!(sees.rest().await, "edited\nchanged\n", "nothing that is hidden now is sent");
    assert!(organiser.events().await.contains("edited"));
    here.clock.advance(SignedDuration::from_secs(1));
    here.deletes("b").await;
    assert_eq!(organiser.rest().await, "edited\nchanged\n");
    assert_eq!(
        Ear::at(&here, "b", &now(&here), &[]).await.rest().await,
        "edited\nchanged\n",
        "gone for good"
    );
}

#[tokio::test(start_paused = true)]
async fn who_is_signed_out_hears_nothing_more_within_a_minute() {
    let here = watched().await;
    let mut organiser = Ear::at(&here, "b", &now(&here), &[("cookie", "session=ana")]).await;
    let text = organiser.during(Duration::from_secs(125)).await;
    assert_eq!((text.matches(":\n\n").count(), events(&text).as_str()), (6, ""), "only signs of life");
    here.ana.signed_out.store(true, Ordering::SeqCst);
    let text = organiser.during(Duration::from_secs(61)).await;
    assert_eq!(events(&text), "edited\nchanged\n");
}

#[tokio::test(start_paused = true)]
async fn a_stream_opened_by_an_api_token_lasts_as_long_as_the_token() {
    let here = watched().await;
    let mut program = Ear::at(&here, "b", &now(&here), &[("authorization", "Bearer token")]).await;
    let text = program.during(Duration::from_secs(605)).await;
    assert_eq!((text.matches(":\n\n").count(), events(&text).as_str()), (30, ""), "only signs of life");
}

#[tokio::test]
async fn a_stream_is_judged_at_once_when_its_account_changes() {
    let here = watched().await;
    let mut organiser = Ear::at(&here, "b", &now(&here), &[("cookie", "session=ana")]).await;
    let mut program = Ear::at(&here, "b", &now(&here), &[("authorization", "Bearer token")]).await;
    here.ana.signed_out.store(true, Ordering::SeqCst);
    here.app.live.account_changed(UserId(Uuid::from_u128(1)));
    assert_eq!(organiser.rest().await, "edited\nchanged\n");
    here.clock.advance(SignedDuration::from_secs(1));
    here.edits("b", "Sea", true).await;
    assert!(program.events().await.contains("Sea"), "the other one goes on");
}

#[tokio::test]
async fn streams_end_when_the_server_stops() {
    let here = watched().await;
    let mut page = Ear::at(&here, "b", &now(&here), &[]).await;
    here.stop.cancel();
    assert_eq!(page.rest().await, "");
}

#[tokio::test]
async fn a_part_that_is_too_large_is_fetched_by_the_page_itself() {
    let here = watched().await;
    let mut page = Ear::at(&here, "b", &now(&here), &[]).await;
    here.clock.advance(SignedDuration::from_secs(1));
    here.edits("b", &"x".repeat(9_000), true).await;
    assert_eq!(page.events().await, "edited\nchanged\n");
    here.clock.advance(SignedDuration::from_secs(1));
    here.votes("b", "v", 1).await;
    assert_eq!(page.events().await, "edited\nchanged\n", "and again when it changes");
}

async fn page_of(answer: Response) -> (u16, String, String) {
    let (parts, body) = answer.into_parts();
    let page = String::from_utf8(body.collect().await.unwrap().to_bytes().to_vec()).unwrap();
    (parts.status.as_u16(), parts.headers["retry-after"].to_str().unwrap().to_owned(), page)
}

#[tokio::test]
async fn too_many_streams_are_refused_in_words_that_say_so() {
    let here = Process::with(|settings| (settings.streams_per_address, settings.most_streams) = (3, 8)).await;
    here.edits("b", "Lake", true).await;
    let listens = async |last| {
        here.clock.advance(SignedDuration::from_secs(1));
        here.listens("b", "", &[], last).await
    };
    let mut open = Vec::new();
    for last in [1, 1, 1, 2, 2, 2] {
        open.push(listens(last).await);
        assert_eq!(open.last().unwrap().status(), 200);
    }
    let (status, wait, page) = page_of(listens(1).await).await;
    assert_eq!((status, wait.as_str()), (429, "30"));
    assert!(page.contains("More pages are open at your address"), "{page}");
    open.push(listens(3).await);
    open.push(listens(3).await);
    let (status, wait, page) = page_of(listens(4).await).await;
    assert_eq!((status, wait.as_str()), (503, "30"));
    assert!(page.contains("More pages are open than this server can keep live"), "{page}");
    open.pop();
    assert_eq!(listens(4).await.status(), 200);
}

#[tokio::test]
async fn opening_streams_takes_nothing_from_other_requests_and_has_a_rate_of_its_own() {
    let here =
        Process::with(|settings| (settings.requests_per_second, settings.streams_per_address) = (1, 50))
            .await;
    here.edits("b", "Lake", true).await;
    for _ in 0..50 {
        assert_eq!(here.listens("b", "", &[], 1).await.status(), 200);
    }
    assert_eq!(here.listens("b", "", &[], 1).await.status(), 429, "after the burst");
    here.clock.advance(SignedDuration::from_secs(1));
    assert_eq!(here.listens("b", "", &[], 1).await.status(), 200);
}

on_both_engines! {
    async fn a_change_reaches_pages_of_every_process_within_a_second(here: Process) {
        here.edits("b", "Lake", true).await;
        here.clock.advance(SignedDuration::from_secs(10));
        let mut page = Ear::at(&here, "b", &now(&here), &[]).await;
        // On one machine there is no other; on DynamoDB the vote is cast elsewhere.
        let there = (here.engine == Engine::Dynamodb).then(|| here.another(here.clock.clone()));
        here.clock.advance(SignedDuration::from_secs(10));
        there.as_ref().unwrap_or(&here).votes("b", "v", 5).await;
        let mut heard = String::new();
        while !heard.contains("<p>5</p>") {
            heard += &page.events().await;
        }
        here.stop.cancel();
    }
}
