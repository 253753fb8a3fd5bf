//! One commit: the rows, the marks that other servers follow, and everyone who is notified.

use crate::board::{BOARD, Board, Boards, Ear, Process, Votes, vote};
use stage::Engine;
use store::{Condition, Item, Key, View, Write, decorators::Operation, query_all};
use web::{system, work};

const BOARD_ID: &str = "b";

fn titled(title: &str) -> Write {
    let item = Item::new().with("title", title).with("open", 1_u64);
    Write::put(&BOARD, item.with_key(&BOARD, Key::new(BOARD_ID, "BOARD")))
}

fn ballot(number: u64) -> (Key, Write) {
    let key = vote(BOARD_ID, "ana");
    (key.clone(), Write::put(&BOARD, Item::new().with("number", number).with_key(&BOARD, key)))
}

/// Topics of the marks that stand in the store.
async fn marked_topics(here: &Process) -> Vec<String> {
    let mut topics = Vec::new();
    for partition in 0..system::LIVE_PARTITIONS {
        let marks = system::marks_since(system::live_marks(partition), jiff::Timestamp::UNIX_EPOCH);
        for mark in query_all(here.app.store.as_ref(), marks).await.unwrap() {
            let text = |value: View<'_>| value.as_str().map(str::to_owned);
            topics.extend(mark.get("topic").and_then(text));
            topics.extend(
                mark.get("topics")
                    .and_then(View::as_list)
                    .into_iter()
                    .flat_map(|all| all.iter().filter_map(text)),
            );
        }
    }
    topics
}

#[tokio::test]
async fn the_mark_of_an_edit_is_in_its_transaction_however_many_topics_change() {
    let here = Process::on(Engine::Embedded).await.marked();
    let lists = (0..99).map(|list| format!("list:{list}"));
    let mut notices = web::Notices::default();
    lists.for_each(|list| notices.topic(list));
    here.storage.reset();
    here.app.commit([titled("Lake")]).edited::<Boards>(&BOARD_ID.to_owned()).and(notices).await.unwrap();
    let calls = here.storage.snapshot();
    assert_eq!((calls.calls(), calls.calls_of(Operation::Transact)), (1, 1));
    let topics = marked_topics(&here).await;
    assert_eq!(topics.len(), 100);
    assert!(topics.contains(&"board:b".to_owned()) && topics.contains(&"list:98".to_owned()));
}

#[tokio::test]
async fn a_refused_commit_leaves_no_mark_and_notifies_nobody() {
    let here = Process::on(Engine::Embedded).await.marked();
    let mut page = Ear::at(&here, BOARD_ID, "", &[]).await;
    let refused = titled("Lake").when(Condition::exists("PK"));
    let failed = here.app.commit([refused]).edited::<Boards>(&BOARD_ID.to_owned()).await.unwrap_err();
    assert!(failed.is_condition_failed());
    assert!(marked_topics(&here).await.is_empty());
    here.app.commit([titled("Lake")]).edited::<Boards>(&BOARD_ID.to_owned()).await.unwrap();
    let text = page.text().await;
    assert_eq!(text.matches("event: changed").count(), 1, "{text}");
}

#[tokio::test]
async fn on_one_machine_an_edit_and_an_answer_are_one_write_each() {
    let here = Process::on(Engine::Embedded).await;
    let board = Board::named(BOARD_ID);
    assert_eq!(here.sum(&board).await, 0);
    here.storage.reset();
    here.app.commit([titled("Lake")]).edited::<Boards>(&BOARD_ID.to_owned()).await.unwrap();
    let (key, write) = ballot(7);
    let commit = here.app.commit([write]).rows::<Votes>(&BOARD_ID.to_owned(), [key]);
    commit.answered::<Boards>(&BOARD_ID.to_owned()).await.unwrap();
    let calls = here.storage.snapshot();
    assert_eq!((calls.calls(), calls.calls_of(Operation::Write)), (2, 2));
    assert_eq!(here.sum(&board).await, 7, "the projection reads the row again");
}

#[tokio::test]
async fn another_server_sees_a_committed_answer() {
    let here = Process::on(Engine::Dynamodb).await;
    let there = here.another(here.clock.clone());
    let board = Board::named(BOARD_ID);
    assert_eq!(there.sum(&board).await, 0);
    let (key, write) = ballot(7);
    here.app.commit([write]).rows::<Votes>(&BOARD_ID.to_owned(), [key]).await.unwrap();
    here.clock.advance(jiff::SignedDuration::from_secs(1));
    assert_eq!(there.sum(&board).await, 7);
}

#[tokio::test]
async fn recorded_work_wakes_the_worker() {
    let here = Process::on(Engine::Embedded).await;
    here.app.commit([titled("Lake")]).await.unwrap();
    let woken = here.app.work_bell.notified();
    tokio::pin!(woken);
    assert!(futures::poll!(&mut woken).is_pending(), "nothing is to be done");
    let work = work::enqueue("test", "1", &(), jiff::Timestamp::UNIX_EPOCH).unwrap();
    here.app.commit([titled("Sea"), work]).await.unwrap();
    assert!(futures::poll!(&mut woken).is_ready());
}
