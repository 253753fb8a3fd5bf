//! Who is told of what, and that nobody can disturb the others.

use crate::board::{Ear, Process};
use jiff::SignedDuration;
use kernel::Clock;
use stage::Engine;

async fn two_boards() -> Process {
    let here = Process::on(Engine::Embedded).await;
    here.edits("b", "Lake", true).await;
    here.edits("c", "Sea", true).await;
    here.clock.advance(SignedDuration::from_secs(1));
    here
}

#[tokio::test]
async fn a_change_reaches_whoever_watches_and_nobody_else() {
    let here = two_boards().await;
    let mut watcher = Ear::at(&here, "b", "", &[]).await;
    let mut stranger = Ear::at(&here, "c", "", &[]).await;
    here.clock.advance(SignedDuration::from_secs(1));
    here.votes("b", "v", 1).await;
    let first = watcher.text().await;
    here.clock.advance(SignedDuration::from_secs(1));
    here.votes("c", "v", 1).await;
    let second = stranger.text().await;
    let rev = here.clock.now().as_millisecond();
    assert!(second.contains(&format!("id: {rev}\n")), "the first that the stranger heard: {second}");
    assert!(first.contains(&format!("id: {}\n", rev - 1_000)), "{first}");
}

#[tokio::test]
async fn who_claims_to_have_seen_the_future_hears_what_comes_and_disturbs_nobody() {
    let here = two_boards().await;
    let mut watcher = Ear::at(&here, "b", "", &[]).await;
    for (number, claimed) in [u64::MAX, u64::MAX - 1, 1 << 60].into_iter().enumerate() {
        here.clock.advance(SignedDuration::from_secs(1));
        let mut liar = Ear::at(&here, "b", &format!("?since={claimed}"), &[]).await;
        here.votes("b", "v", number as u64).await;
        let rev = format!("id: {}\n", here.clock.now().as_millisecond());
        assert!(liar.text().await.contains(&rev), "{claimed}");
        assert!(watcher.text().await.contains(&rev), "{claimed}");
    }
}

#[tokio::test]
async fn a_page_from_before_this_process_is_fetched_again() {
    let here = two_boards().await;
    let made = here.clock.now().as_millisecond();
    here.clock.advance(SignedDuration::from_secs(5));
    let reborn = here.another(here.clock.clone());
    let mut page = Ear::at(&reborn, "b", &format!("?parts=1&since={made}"), &[]).await;
    assert_eq!(page.events().await, "edited\nchanged\n");
}

#[tokio::test]
async fn topics_that_nobody_watches_are_forgotten_and_those_that_somebody_watches_are_not() {
    let here = two_boards().await;
    let mut page = Ear::at(&here, "b", "", &[]).await;
    for round in 0..5 {
        for number in 0..2_000 {
            here.app
                .live
                .changed::<crate::board::Boards>(&format!("{round}-{number}"), web::Change::Answered);
        }
        here.clock.advance(SignedDuration::from_secs(61));
    }
    let known = here.app.live.topics();
    assert!(known <= 4_001, "{known}");
    here.votes("b", "v", 1).await;
    assert_eq!(page.events().await, "changed\n");
}
