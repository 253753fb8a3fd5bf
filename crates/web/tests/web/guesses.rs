//! Guessing is slowed down, also across restarts and when many try at once, without locking anybody out for long.

use crate::house::House;
use futures::future::join_all;
use jiff::SignedDuration;
use std::net::IpAddr;
use store::Scan;
use web::{GuessError, Subject, guess::FREE_TRIES, system::SYSTEM};

fn share() -> Vec<Subject> {
    vec![Subject::Share("abc".into())]
}

fn account() -> Vec<Subject> {
    vec![Subject::Account("ana@table.example".into())]
}

fn address() -> Vec<Subject> {
    vec![Subject::Address(IpAddr::from([192, 0, 2, 1]))]
}

async fn guess_wrong(house: &House, subjects: &[Subject]) -> Result<u32, GuessError> {
    house.app.guesses.check(subjects).await?.failed().await
}

async fn wait(house: &House, subjects: &[Subject]) -> SignedDuration {
    match house.app.guesses.check(subjects).await {
        Err(GuessError::TooMany(wait)) => wait,
        Err(error) => panic!("{error}"),
        Ok(_) => SignedDuration::ZERO,
    }
}

/// Guesses as fast as it is let, so often.
async fn keep_guessing(house: &House, subjects: &[Subject], times: u32) -> SignedDuration {
    let mut longest = SignedDuration::ZERO;
    for _ in 0..times {
        let wait = wait(house, subjects).await;
        longest = longest.max(wait);
        house.pass(wait);
        guess_wrong(house, subjects).await.unwrap();
    }
    longest
}

#[tokio::test]
async fn a_few_wrong_tries_are_free_and_counted_down() {
    let house = House::new();
    for left in (0..FREE_TRIES).rev() {
        assert_eq!(guess_wrong(&house, &share()).await.unwrap(), left);
    }
    assert_eq!(wait(&house, &share()).await, SignedDuration::from_secs(1));
    assert_eq!(wait(&house, &[Subject::Share("other".into())]).await, SignedDuration::ZERO);
    house.pass(SignedDuration::from_secs(1));
    guess_wrong(&house, &share()).await.unwrap();
    assert_eq!(wait(&house, &share()).await, SignedDuration::from_secs(2));
}

#[tokio::test]
async fn a_shares_wait_stays_short_and_an_addresss_and_an_accounts_grow() {
    let house = House::new();
    assert_eq!(keep_guessing(&house, &share(), 30).await, SignedDuration::from_secs(10));
    assert_eq!(keep_guessing(&house, &address(), 30).await, SignedDuration::from_mins(15));
    assert_eq!(keep_guessing(&house, &account(), 30).await, SignedDuration::from_mins(15));
}

#[tokio::test]
async fn waits_survive_a_restart() {
    let house = House::new();
    keep_guessing(&house, &account(), 8).await;
    assert_eq!(wait(&house.reborn(), &account()).await, SignedDuration::from_secs(8));
}

#[tokio::test]
async fn the_longest_wait_of_all_subjects_counts() {
    let house = House::new();
    keep_guessing(&house, &address(), 8).await;
    let both = [share(), address()].concat();
    assert_eq!(wait(&house, &both).await, SignedDuration::from_secs(8));
}

#[tokio::test]
async fn many_at_once_get_no_further_than_one_by_one() {
    let house = House::new();
    let subjects = share();
    let attempts = join_all((0..100).map(|_| house.app.guesses.check(&subjects))).await;
    let allowed: Vec<_> = attempts.into_iter().filter_map(Result::ok).collect();
    assert_eq!(allowed.len(), FREE_TRIES as usize);
    let counted = join_all(allowed.into_iter().map(web::guess::Attempt::failed)).await;
    assert!(counted.iter().all(Result::is_ok));
    assert_eq!(wait(&house, &share()).await, SignedDuration::from_secs(1), "each of them was counted");
}

#[tokio::test]
async fn processes_that_fail_at_once_are_all_counted() {
    let house = House::new();
    let other = house.reborn();
    let both = [&house, &other];
    let attempts =
        join_all((0..4).map(|n| async move { both[n % 2].app.guesses.check(&share()).await.unwrap() })).await;
    join_all(attempts.into_iter().map(|attempt| async { attempt.failed().await.unwrap() })).await;
    assert_eq!(guess_wrong(&house, &share()).await.unwrap(), 0, "that was the fifth");
}

#[tokio::test]
async fn right_tries_store_nothing_and_clear_an_accounts_record_only() {
    let house = House::new();
    let everything = [share(), account(), address()].concat();
    house.app.guesses.check(&everything).await.unwrap().passed().await.unwrap();
    drop(house.app.guesses.check(&everything).await.unwrap());
    let stored = async || {
        house.app.store.scan(Scan { table: &SYSTEM, limit: None, after: None }).await.unwrap().items.len()
    };
    assert_eq!(stored().await, 0);
    guess_wrong(&house, &everything).await.unwrap();
    assert_eq!(stored().await, 3);
    house.app.guesses.check(&everything).await.unwrap().passed().await.unwrap();
    assert_eq!(stored().await, 2);
}

#[tokio::test]
async fn a_day_later_all_is_forgotten() {
    let house = House::new();
    keep_guessing(&house, &account(), 12).await;
    house.pass(SignedDuration::from_hours(25));
    assert_eq!(guess_wrong(&house, &account()).await.unwrap(), FREE_TRIES - 1);
}
