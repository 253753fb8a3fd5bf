//! Answers are followed: what a view costs, and that it never misses one.

use crate::board::{BOARD, Board, Process, Votes, vote};
use futures::future::join_all;
use jiff::SignedDuration;
use kernel::{Clock, FakeClock};
use stage::{Engine, on_both_engines};
use std::{sync::Arc, time::Duration};
use store::{
    Item, View, Write,
    decorators::{FailingStore, Fault, Operation},
};
use web::system::{self, SYSTEM};

const HALF_A_SECOND: SignedDuration = SignedDuration::from_millis(500);

on_both_engines! {
    async fn the_first_view_reads_everything_and_later_ones_only_what_changed(here: Process) {
        let board = Board::named("b");
        here.fill("b", 250).await;
        here.clock.advance(SignedDuration::from_secs(60));
        let (sum, cost) = here.storage.during(here.sum(&board)).await;
        assert_eq!((sum, cost.items_read()), (250, 250), "{cost}");
        here.votes("b", "v0007", 100).await;
        here.withdraws("b", "v0008").await;
        here.votes("b", "new", 1).await;
        let (sum, cost) = here.storage.during(here.sum(&board)).await;
        assert_eq!(sum, 250 + 99 - 1 + 1);
        assert_eq!(cost.calls_of(Operation::BatchGet), 1, "{cost}");
        assert_eq!(cost.calls_to(&BOARD), 1, "{cost}");
        let (_, cost) = here.storage.during(here.sum(&board)).await;
        assert_eq!(cost.calls(), 0, "{cost}");
        assert_eq!(board.times_seen(), 2);
    }

    async fn what_was_seen_is_seen_anew_for_another_version_of_the_parent(here: Process) {
        let board = Board::named("b");
        here.write("b", "v", 1).await;
        here.sum(&board).await;
        let edited = Board { version: 2, ..board.clone() };
        let (_, cost) = here.storage.during(here.sum(&edited)).await;
        assert_eq!((board.times_seen(), cost.calls()), (2, 0), "{cost}");
        let heavy = Board { heavy: true, ..Board::named("heavy") };
        here.write("heavy", "v", 3).await;
        assert_eq!(here.sum(&heavy).await, 3, "also off the threads that answer");
    }

    async fn a_hundred_who_wait_share_one_cold_read(here: Process) {
        let board = Board::named("b");
        here.fill("b", 120).await;
        let (sums, cost) = here.storage.during(join_all((0..100).map(|_| here.sum(&board)))).await;
        assert!(sums.iter().all(|sum| *sum == 120));
        assert_eq!((cost.calls_of(Operation::Query), board.times_seen()), (2, 1), "{cost}");
    }

    async fn how_many_there_are_is_known_without_waiting(here: Process) {
        let board = Board::named("b");
        let is_full = |most| here.app.has_most::<Votes>(&board, most, |held| held.rows.len() as u64);
        assert!(!is_full(3), "nothing is known yet");
        for voter in ["a", "b", "c"] {
            here.votes("b", voter, 1).await;
        }
        here.sum(&board).await;
        let (answers, cost) = here.storage.during(async { (is_full(3), is_full(4), is_full(0)) }).await;
        assert_eq!((answers, cost.calls()), ((true, false, false), 0), "0 is no limit; {cost}");
        here.withdraws("b", "c").await;
        // Whoever asks first is told what was known, and sees to it that the next is told better.
        assert!(is_full(3));
        while is_full(3) {
            tokio::task::yield_now().await;
        }
    }

    async fn whoever_gives_up_waiting_changes_nothing(here: Process) {
        let board = Board::named("b");
        here.fill("b", 300).await;
        here.storage.reset();
        let mut impatient = Box::pin(here.app.followed::<Votes>(&board));
        let _ = futures::poll!(&mut impatient);
        drop(impatient);
        assert_eq!(here.sum(&board).await, 300);
        // Three pages of a hundred; the last of them does not know that it is the last.
        assert!(here.storage.snapshot().calls_of(Operation::Query) <= 4, "{}", here.storage.snapshot());
    }

    async fn an_answer_is_one_write_and_has_a_mark_only_where_others_need_it(here: Process) {
        let ((), cost) = here.storage.during(here.write("b", "v", 1)).await;
        let marks = store::query_all(
            here.app.store.as_ref(),
            system::marks_since(system::answer_marks("votes", "b"), here.clock.now()),
        )
        .await
        .unwrap();
        assert_eq!(cost.writes(), 1);
        match here.engine {
            Engine::Embedded => assert!(marks.is_empty()),
            Engine::Dynamodb => {
                assert_eq!(marks.len(), 1);
                assert_eq!(marks[0].get("PK").and_then(View::as_str), Some("VOTES#b"));
                assert_eq!(marks[0].get("voteId").and_then(View::as_str), Some("v"));
                let ttl = marks[0].get("ttl").and_then(View::as_number).and_then(|ttl| ttl.as_u64());
                assert_eq!(ttl, u64::try_from(here.clock.now().as_second() + 3_600).ok());
            }
        }
    }

    async fn a_thousand_voters_and_viewers_at_once_lose_nothing(here: Process) {
        let board = Board::named("b");
        let voters = if here.engine == Engine::Embedded { 500 } else { 100 };
        here.sum(&board).await;
        let voting = (0..voters).map(async |voter: u64| {
            let name = format!("v{voter}");
            here.votes("b", &name, 1).await;
            let held = here.app.with_followed::<Votes, _>(&board, |held| held.rows.contains_key(&format!("VOTE#{name}")));
            assert!(held.await.unwrap(), "my own answer is there as soon as it is acknowledged");
        });
        join_all(voting).await;
        assert_eq!(here.sum(&board).await, voters);
    }
}

async fn two() -> (Process, Process) {
    let here = Process::on(Engine::Dynamodb).await;
    let there = here.another(here.clock.clone());
    (here, there)
}

#[tokio::test]
async fn another_process_finds_answers_by_their_marks_even_when_their_own_died_before_telling_anyone() {
    let (here, there) = two().await;
    let board = Board::named("b");
    assert_eq!(there.sum(&board).await, 0);
    here.write("b", "v", 5).await;
    assert_eq!(there.sum(&board).await, 0, "within half a second nobody asks again");
    here.clock.advance(HALF_A_SECOND);
    let (sum, cost) = there.storage.during(there.sum(&board)).await;
    assert_eq!(
        (sum, cost.calls_of(Operation::Query), cost.calls_of(Operation::BatchGet)),
        (5, 1, 1),
        "{cost}"
    );
    // The same mark again, within the overlap, is no news.
    here.clock.advance(HALF_A_SECOND);
    let (_, cost) = there.storage.during(there.sum(&board)).await;
    assert_eq!((cost.calls_of(Operation::Query), cost.calls_of(Operation::BatchGet)), (1, 0), "{cost}");
    here.withdraws("b", "v").await;
    here.clock.advance(HALF_A_SECOND);
    assert_eq!(there.sum(&board).await, 0);
}

#[tokio::test]
async fn many_who_view_within_half_a_second_share_one_look() {
    let (here, there) = two().await;
    let board = Board::named("b");
    there.sum(&board).await;
    here.write("b", "v", 5).await;
    here.clock.advance(HALF_A_SECOND);
    let views = join_all((0..200).map(|_| there.sum(&board)));
    let (sums, cost) = there.storage.during(views).await;
    assert!(sums.iter().all(|sum| *sum == 5));
    assert_eq!((cost.calls(), board.times_seen()), (2, 2), "{cost}");
}

#[tokio::test]
async fn a_vote_cast_while_a_clock_stood_back_is_counted_when_it_is_right_again() {
    let here = Process::on(Engine::Dynamodb).await;
    let board = Board::named("b");
    here.sum(&board).await;
    here.clock.advance(SignedDuration::from_hours(-1));
    here.votes("b", "early", 1).await;
    here.clock.advance(SignedDuration::from_hours(1));
    assert_eq!(here.sum(&board).await, 1);
    // Another process whose clock was ahead when it looked: what others marked in the meantime lies before its last look.
    let ahead = Arc::new(FakeClock::at(here.clock.now() + SignedDuration::from_mins(20)));
    let there = here.another(ahead.clone());
    assert_eq!(there.sum(&board).await, 1);
    here.clock.advance(SignedDuration::from_secs(60));
    here.votes("b", "late", 1).await;
    here.clock.advance(SignedDuration::from_secs(60));
    ahead.set(here.clock.now());
    assert_eq!(there.sum(&board).await, 2);
}

#[tokio::test]
async fn marks_of_one_process_never_go_back() {
    let here = Process::on(Engine::Dynamodb).await;
    here.write("b", "first", 1).await;
    let before = here.clock.now();
    here.clock.advance(SignedDuration::from_mins(-5));
    here.write("b", "second", 1).await;
    let marks = system::marks_since(system::answer_marks("votes", "b"), before);
    assert_eq!(store::query_all(here.app.store.as_ref(), marks).await.unwrap().len(), 2);
}

#[tokio::test]
async fn after_a_long_time_away_everything_is_read_anew() {
    let (here, there) = two().await;
    let board = Board::named("b");
    there.sum(&board).await;
    here.write("b", "v", 5).await;
    here.clock.advance(SignedDuration::from_mins(59));
    let (sum, cost) = there.storage.during(there.sum(&board)).await;
    assert_eq!((sum, cost.calls_to(&BOARD), cost.calls_to(&SYSTEM)), (5, 1, 0), "{cost}");
}

#[tokio::test]
async fn what_cannot_be_read_now_is_read_by_the_next_view() {
    let here = Process::on(Engine::Embedded).await;
    let failing = Arc::new(FailingStore::new(here.storage.clone()));
    let there = here.over(failing.clone());
    let board = Board::named("b");
    there.sum(&board).await;
    there.votes("b", "v", 5).await;
    failing.script([Some(Fault::Before)]);
    assert!(there.app.followed::<Votes>(&board).await.is_err());
    assert_eq!(there.sum(&board).await, 5);
}

#[tokio::test]
async fn a_change_during_the_cold_read_is_not_lost() {
    let here = Process::on(Engine::Embedded).await;
    let board = Board::named("b");
    here.fill("b", 1_000).await;
    here.storage.reset();
    let mut reading = Box::pin(here.app.followed::<Votes>(&board));
    while here.storage.snapshot().items_read() < 200 {
        assert!(futures::poll!(&mut reading).is_pending());
        tokio::task::yield_now().await;
    }
    // A row of the first page, which has been read already.
    here.votes("b", "v0000", 100).await;
    reading.await.unwrap();
    assert_eq!(here.sum(&board).await, 1_099);
}

#[tokio::test(start_paused = true)]
async fn what_nobody_views_for_ten_minutes_is_let_go() {
    let here = Process::on(Engine::Embedded).await;
    let (viewed, forgotten) = (Board::named("viewed"), Board::named("forgotten"));
    here.fill("viewed", 100).await;
    here.fill("forgotten", 100).await;
    here.sum(&viewed).await;
    here.sum(&forgotten).await;
    let all = here.app.live.follows().bytes();
    assert!(all > 20_000, "{all}");
    for _ in 0..4 {
        tokio::time::sleep(Duration::from_mins(3)).await;
        here.sum(&viewed).await;
    }
    assert_eq!(here.app.live.follows().bytes(), all / 2);
    tokio::time::sleep(Duration::from_mins(12)).await;
    assert_eq!(here.app.live.follows().bytes(), 0);
    let (sum, cost) = here.storage.during(here.sum(&viewed)).await;
    assert_eq!((sum, cost.items_read()), (100, 100), "and read again when somebody comes back");
}

#[tokio::test]
async fn something_deleted_is_let_go_at_once() {
    let here = Process::on(Engine::Embedded).await;
    here.sum(&Board::named("b")).await;
    here.app.forget::<Votes>(&"b".to_owned());
    assert_eq!(here.app.live.follows().bytes(), 0);
    // What is not held is not looked for either.
    here.app.answered::<Votes>(&"b".to_owned(), [vote("b", "v")]);
    assert_eq!(here.app.live.follows().bytes(), 0);
    let item = Item::new().with("number", 4_u64).with_key(&BOARD, vote("b", "v"));
    here.app.store.write(Write::put(&BOARD, item)).await.unwrap();
    assert_eq!(here.sum(&Board::named("b")).await, 4);
}

#[tokio::test]
async fn an_answer_that_is_stored_as_late_as_a_write_may_be_is_found_by_its_mark() {
    let (here, there) = two().await;
    let board = Board::named("b");
    let late = here.app.mark::<Votes>(&"b".to_owned(), &vote("b", "v")).unwrap().unwrap();
    assert_eq!(there.sum(&board).await, 0);
    here.clock.advance(SignedDuration::try_from(store::LONGEST_WRITE).unwrap());
    assert_eq!(there.sum(&board).await, 0);
    let row = Item::new().with("number", 5_u64).with_key(&BOARD, vote("b", "v"));
    here.app.store.transact(store::Transaction::of([Write::put(&BOARD, row), late])).await.unwrap();
    here.clock.advance(HALF_A_SECOND);
    assert_eq!(there.sum(&board).await, 5);
}

#[tokio::test]
async fn rows_that_change_together_share_one_mark() {
    let (here, there) = two().await;
    let board = Board::named("b");
    assert_eq!(there.sum(&board).await, 0);
    let keys: Vec<_> = (0..90).map(|voter| vote("b", &format!("v{voter}"))).collect();
    let marks = here.app.mark_all::<Votes>(&"b".to_owned(), keys.clone());
    assert_eq!(marks.len(), 1);
    let rows = keys
        .into_iter()
        .map(|key| Write::put(&BOARD, Item::new().with("number", 1_u64).with_key(&BOARD, key)));
    here.app.store.transact(store::Transaction::of(rows.chain(marks))).await.unwrap();
    here.clock.advance(HALF_A_SECOND);
    assert_eq!(there.sum(&board).await, 90);
}
