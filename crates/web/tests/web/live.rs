//! Who is told of what, and that nobody can disturb the others.

use crate::board::{Boards, Ear, Process, Votes, events, vote};
use jiff::SignedDuration;
use kernel::{Clock, FakeClock};
use stage::Engine;
use std::sync::Arc;
use web::Change;

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
    assert!(second.contains(&format!("id: {rev}-")), "the first that the stranger heard: {second}");
    assert!(first.contains(&format!("id: {}-", rev - 1_000)), "{first}");
}

#[tokio::test]
async fn who_claims_to_have_seen_the_future_hears_what_comes_and_disturbs_nobody() {
    let here = two_boards().await;
    let mut watcher = Ear::at(&here, "b", "", &[]).await;
    for (number, claimed) in [u64::MAX, u64::MAX - 1, 1 << 60].into_iter().enumerate() {
        here.clock.advance(SignedDuration::from_secs(1));
        let mut liar = Ear::at(&here, "b", &format!("?since={claimed}"), &[]).await;
        here.votes("b", "v", number as u64).await;
        let rev = format!("id: {}-", here.clock.now().as_millisecond());
        assert!(liar.text().await.contains(&rev), "{claimed}");
        assert!(watcher.text().await.contains(&rev), "{claimed}");
    }
}

/// The id of the last event in a text.
fn last_id(text: &str) -> String {
    text.lines().rev().find_map(|line| line.strip_prefix("id: ")).unwrap().to_owned()
}

#[tokio::test]
async fn a_page_from_before_this_process_is_fetched_again_whatever_the_clock_says() {
    for pause in [5, 0, -3_600] {
        let here = two_boards().await;
        let made = here.clock.now().as_millisecond();
        let mut before = Ear::at(&here, "b", &format!("?parts=1&since={made}"), &[]).await;
        here.votes("b", "v", 1).await;
        let seen = last_id(&before.text().await);
        here.clock.advance(SignedDuration::from_secs(pause));
        let reborn = here.another(here.clock.clone());
        reborn.votes("b", "w", 1).await;
        let mut made_before = Ear::at(&reborn, "b", &format!("?parts=1&since={seen}"), &[]).await;
        assert_eq!(made_before.events().await, "edited\nchanged\n", "{pause} s later");
        let mut left_off = Ear::at(&reborn, "b", "?parts=1", &[("last-event-id", &seen)]).await;
        let told = left_off.text().await;
        assert_eq!(events(&told), "edited\nchanged\n", "{pause} s later");
        // From then on it is a page of this process, which is told only what is new.
        let now = last_id(&told);
        let mut again = Ear::at(&reborn, "b", "?parts=1", &[("last-event-id", &now)]).await;
        reborn.clock.advance(SignedDuration::from_secs(1));
        reborn.votes("b", "w", 2).await;
        let mut parts = String::new();
        while !parts.contains("<p>3</p>") {
            parts += &again.events().await;
        }
        assert!(!parts.contains("edited"), "{pause} s later: {parts}");
    }
}

#[tokio::test]
async fn a_page_made_by_one_of_several_servers_follows_on_another_and_one_that_lost_its_server_starts_anew() {
    let here = two_boards().await.marked();
    let there = here.another(here.clock.clone());
    let made = last_id(&{
        let mut page = Ear::at(&here, "b", "", &[]).await;
        here.votes("b", "v", 1).await;
        page.text().await
    });
    here.clock.advance(SignedDuration::from_secs(3));
    let mut elsewhere = Ear::at(&there, "b", &format!("?parts=1&since={made}"), &[]).await;
    here.clock.advance(SignedDuration::from_secs(3));
    here.votes("b", "w", 2).await;
    let mut heard = String::new();
    while !heard.contains("<p>3</p>") {
        heard += &elsewhere.events().await;
    }
    assert!(!heard.contains("edited"), "marks tell it all: {heard}");
    let mut lost = Ear::at(&there, "b", "?parts=1", &[("last-event-id", &made)]).await;
    assert_eq!(
        lost.events().await,
        "edited\nchanged\n",
        "the last mark of a server that ended may be missing"
    );
    here.stop.cancel();
    there.stop.cancel();
}

#[tokio::test]
async fn a_mark_that_is_older_than_what_was_told_here_is_news_all_the_same() {
    let here = two_boards().await.marked();
    let slow = Arc::new(FakeClock::at(here.clock.now() - SignedDuration::from_secs(1)));
    let there = here.another(slow);
    let mut page =
        Ear::at(&here, "b", &format!("?parts=1&since={}", here.clock.now().as_millisecond()), &[]).await;
    here.votes("b", "v", 1).await;
    let mut heard = page.events().await;
    assert!(heard.contains("<p>1</p>"), "{heard}");
    there.votes("b", "w", 2).await;
    while !heard.contains("<p>3</p>") {
        heard += &page.events().await;
    }
    here.stop.cancel();
    there.stop.cancel();
}

#[tokio::test]
async fn what_changes_in_the_same_millisecond_in_another_topic_is_told_too() {
    let here = two_boards().await;
    let mut page =
        Ear::at(&here, "b", &format!("?parts=1&since={}", here.clock.now().as_millisecond()), &[]).await;
    here.clock.advance(SignedDuration::from_secs(1));
    // The clock stands still from here on.
    here.votes("b", "v", 1).await;
    assert!(page.events().await.contains("<p>1</p>"));
    here.write("b", "w", 2).await;
    here.app.answered::<Votes>(&"b".to_owned(), [vote("b", "w")]);
    here.app.live.changed::<Boards>(&"beside-b".to_owned(), Change::Answered);
    assert!(page.events().await.contains("<p>3</p>"));
    here.edits("beside-b", "Hill", true).await;
    assert_eq!(page.events().await, "edited\nchanged\n", "an edit, too");
}

#[tokio::test]
async fn topics_that_nobody_watches_are_forgotten_and_those_that_somebody_watches_are_not() {
    let here = two_boards().await;
    let mut page = Ear::at(&here, "b", "", &[]).await;
    for round in 0..5 {
        for number in 0..2_000 {
            here.app.live.changed::<Boards>(&format!("{round}-{number}"), Change::Answered);
        }
        here.clock.advance(SignedDuration::from_secs(61));
    }
    let known = here.app.live.topics();
    assert!(known <= 4_001, "{known}");
    here.votes("b", "v", 1).await;
    assert_eq!(page.events().await, "changed\n");
}
