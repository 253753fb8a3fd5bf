//! Guessing is slowed down where it can succeed, and keeps nobody else out. The rules are a table of stories.

use crate::house::House;
use futures::future::join_all;
use jiff::SignedDuration;
use std::{net::IpAddr, sync::Arc};
use store::Scan;
use web::{GuessError, Subject, system::SYSTEM};

const STRANGER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
const OWNER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(198, 51, 100, 7));
const CROWD: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 9));

/// Who tries what.
#[derive(Debug, Clone, Copy)]
enum Who {
    Passcode(IpAddr),
    OtherPasscode(IpAddr),
    Password(IpAddr),
    OtherPassword(IpAddr),
    KnownDevice,
    SetUpCode(IpAddr),
}
use Who::{KnownDevice, OtherPasscode, OtherPassword, Passcode, Password, SetUpCode};

impl Who {
    fn subject(self) -> Subject {
        match self {
            Passcode(from) => Subject::share("abc", from),
            OtherPasscode(from) => Subject::share("xyz", from),
            Password(from) => Subject::account("ana", from),
            OtherPassword(from) => Subject::account("ben", from),
            KnownDevice => Subject::device("ana", "her phone"),
            SetUpCode(from) => Subject::address(from),
        }
    }
}

/// What happens, one after the other.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// So many wrong tries, as fast as they are allowed.
    Wrong(Who, u32),
    /// A right try, which must be allowed at once.
    Right(Who),
    /// The next try has to wait for so many seconds; 0 is none.
    Waits(Who, i64),
    Minutes(i64),
    Restart,
    Unlock,
}
use Step::{Minutes, Restart, Right, Unlock, Waits, Wrong};

const STORIES: [(&str, &[Step]); 18] = [
    (
        "failures noted by a clock that was a day ahead make nobody wait for a day",
        &[
            Wrong(Password(STRANGER), 12),
            Minutes(-24 * 60),
            Waits(Password(STRANGER), 0),
            Wrong(Password(STRANGER), 1),
            Waits(Password(STRANGER), 60),
        ],
    ),
    (
        "failures noted by a clock that was a day ahead are forgotten as soon as others",
        &[
            Wrong(SetUpCode(CROWD), 101),
            Minutes(-24 * 60),
            Wrong(SetUpCode(CROWD), 1),
            Minutes(61),
            Wrong(SetUpCode(CROWD), 1),
            Waits(SetUpCode(CROWD), 0),
        ],
    ),
    (
        "five wrong passwords are free, the sixth try waits a second",
        &[
            Wrong(Password(STRANGER), 4),
            Waits(Password(STRANGER), 0),
            Wrong(Password(STRANGER), 1),
            Waits(Password(STRANGER), 1),
        ],
    ),
    (
        "waits double to a minute and no further",
        &[
            Wrong(Password(STRANGER), 6),
            Waits(Password(STRANGER), 2),
            Wrong(Password(STRANGER), 1),
            Waits(Password(STRANGER), 4),
            Wrong(Password(STRANGER), 4),
            Waits(Password(STRANGER), 60),
            Wrong(Password(STRANGER), 9),
            Waits(Password(STRANGER), 60),
        ],
    ),
    ("a restart changes nothing", &[Wrong(Password(STRANGER), 8), Restart, Waits(Password(STRANGER), 8)]),
    (
        "a quarter of an hour after the last failure all is forgotten",
        &[
            Wrong(Password(STRANGER), 12),
            Minutes(14),
            Wrong(Password(STRANGER), 1),
            Minutes(14),
            Waits(Password(STRANGER), 0),
            Wrong(Password(STRANGER), 1),
            Waits(Password(STRANGER), 60),
            Minutes(16),
            Wrong(Password(STRANGER), 4),
            Waits(Password(STRANGER), 0),
        ],
    ),
    (
        "an account is guessed at from many addresses: it waits, from everywhere",
        &[Wrong(Password(STRANGER), 3), Wrong(Password(CROWD), 2), Waits(Password(OWNER), 1)],
    ),
    (
        "the right password starts the account's count again",
        &[
            Wrong(Password(OWNER), 4),
            Right(Password(OWNER)),
            Wrong(Password(OWNER), 4),
            Waits(Password(OWNER), 0),
        ],
    ),
    (
        "a stranger who fails at an account keeps out nobody on a device that it knows",
        &[
            Wrong(Password(STRANGER), 20),
            Waits(Password(OWNER), 60),
            Waits(KnownDevice, 0),
            Right(KnownDevice),
        ],
    ),
    (
        "a known device is slowed too, by a count of its own",
        &[Wrong(KnownDevice, 6), Waits(KnownDevice, 2), Waits(Password(OWNER), 0)],
    ),
    (
        "failing at one account says nothing about another",
        &[Wrong(Password(STRANGER), 9), Waits(OtherPassword(STRANGER), 0)],
    ),
    (
        "the operator unlocks an account",
        &[
            Wrong(Password(OWNER), 20),
            Wrong(KnownDevice, 9),
            Unlock,
            Waits(Password(OWNER), 0),
            Waits(KnownDevice, 0),
        ],
    ),
    (
        "an address that mistypes a passcode waits, and others do not",
        &[Wrong(Passcode(STRANGER), 7), Waits(Passcode(STRANGER), 4), Waits(Passcode(OWNER), 0)],
    ),
    (
        "a share itself waits after thirty failures, and ten seconds at most",
        &[
            Wrong(Passcode(STRANGER), 10),
            Wrong(Passcode(CROWD), 19),
            Waits(Passcode(OWNER), 0),
            Wrong(Passcode(OWNER), 1),
            Waits(Passcode(IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 200))), 1),
            Wrong(Passcode(OWNER), 9),
            Waits(Passcode(IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 200))), 10),
        ],
    ),
    (
        "the organiser's passcode starts the share's counts again",
        &[
            Wrong(Passcode(OWNER), 4),
            Right(Passcode(OWNER)),
            Wrong(Passcode(OWNER), 4),
            Waits(Passcode(OWNER), 0),
        ],
    ),
    (
        "an address has a hundred failures an hour over everything, and then waits",
        &[
            Wrong(SetUpCode(CROWD), 99),
            Waits(OtherPasscode(CROWD), 0),
            Wrong(SetUpCode(CROWD), 1),
            Waits(OtherPasscode(CROWD), 1),
            Waits(OtherPasscode(OWNER), 0),
            Minutes(61),
            Waits(OtherPasscode(CROWD), 0),
        ],
    ),
    (
        "a right try does not clear what its address has failed at elsewhere",
        &[
            Wrong(SetUpCode(CROWD), 99),
            Right(OtherPasscode(CROWD)),
            Wrong(SetUpCode(CROWD), 1),
            Waits(OtherPasscode(CROWD), 1),
        ],
    ),
    (
        "a known device does not wait for what its address has done",
        &[Wrong(SetUpCode(OWNER), 120), Waits(Password(OWNER), 60), Waits(KnownDevice, 0)],
    ),
];

async fn wait(house: &House, who: Who) -> SignedDuration {
    match house.app.guesses.check(&who.subject()).await {
        Err(GuessError::TooMany(wait)) => wait,
        Err(error) => panic!("{error}"),
        Ok(_) => SignedDuration::ZERO,
    }
}

async fn take(house: House, step: Step, story: &str) -> House {
    let allowed = async |who: Who| house.app.guesses.check(&who.subject()).await;
    match step {
        Wrong(who, times) => {
            for _ in 0..times {
                house.pass(wait(&house, who).await);
                allowed(who).await.unwrap().failed().await.unwrap();
            }
        }
        Right(who) => allowed(who).await.unwrap().passed().await.unwrap(),
        Waits(who, seconds) => {
            assert_eq!(wait(&house, who).await, SignedDuration::from_secs(seconds), "{story}: {step:?}");
        }
        Minutes(minutes) => house.pass(SignedDuration::from_mins(minutes)),
        Restart => return house.reborn(),
        Unlock => house.app.guesses.unlock("ana").await.unwrap(),
    }
    house
}

#[tokio::test]
async fn the_rules_hold_as_the_table_of_stories_tells_them_also_when_the_server_starts_again_after_every_step()
 {
    for restarts in [false, true] {
        for (story, steps) in STORIES {
            let mut house = House::new();
            for step in steps {
                house = take(house, *step, story).await;
                house = if restarts { house.reborn() } else { house };
            }
        }
    }
}

#[tokio::test]
async fn who_is_wrong_hears_how_many_tries_are_free() {
    let house = House::new();
    for left in (0..5).rev() {
        let attempt = house.app.guesses.check(&Passcode(STRANGER).subject()).await.unwrap();
        assert_eq!(attempt.failed().await.unwrap(), left);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thirty_right_passwords_at_once_all_get_in() {
    let house = Arc::new(House::new());
    let tries = (0..30).map(|_| {
        let house = house.clone();
        tokio::spawn(async move {
            let attempt = house.app.guesses.check(&Password(CROWD).subject()).await?;
            tokio::task::yield_now().await;
            attempt.passed().await
        })
    });
    assert!(join_all(tries).await.into_iter().all(|tried| tried.unwrap().is_ok()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_wrong_ones_at_once_get_no_further_than_one_by_one() {
    let house = Arc::new(House::new());
    let tries = (0..1000).map(|_| {
        let house = house.clone();
        tokio::spawn(async move {
            let attempt = house.app.guesses.check(&Passcode(STRANGER).subject()).await.ok()?;
            attempt.failed().await.ok()
        })
    });
    let judged = join_all(tries).await.into_iter().filter_map(|tried| tried.unwrap()).count();
    assert_eq!(judged, 5);
    assert_eq!(wait(&house, Passcode(STRANGER)).await, SignedDuration::from_secs(1));
}

#[tokio::test]
async fn a_line_holds_thirty_two_and_is_gone_when_they_are() {
    let house = House::new();
    let subject = Passcode(OWNER).subject();
    let head = house.app.guesses.check(&subject).await.unwrap();
    let mut waiting: Vec<_> = (0..33).map(|_| Box::pin(house.app.guesses.check(&subject))).collect();
    // Reads of the embedded store may take a turn of the runtime.
    for _ in 0..100 {
        tokio::task::yield_now().await;
        for one in &mut waiting[..32] {
            assert!(futures::poll!(one).is_pending());
        }
        if let std::task::Poll::Ready(last) = futures::poll!(&mut waiting[32]) {
            assert!(matches!(last, Err(GuessError::TooMany(_))));
            waiting.pop();
            break;
        }
    }
    assert_eq!(waiting.len(), 32, "the last found no room");
    drop((head, waiting));
    house.app.guesses.check(&subject).await.unwrap();
}

#[tokio::test]
async fn processes_that_fail_at_once_are_all_counted() {
    let house = House::new();
    let other = house.reborn();
    let subject = Passcode(STRANGER).subject();
    for _ in 0..2 {
        let (one, two) = (
            house.app.guesses.check(&subject).await.unwrap(),
            other.app.guesses.check(&subject).await.unwrap(),
        );
        let (one, two) = tokio::join!(one.failed(), two.failed());
        assert!(one.is_ok() && two.is_ok());
    }
    let last = house.app.guesses.check(&subject).await.unwrap();
    assert_eq!(last.failed().await.unwrap(), 0, "that was the fifth");
}

#[tokio::test]
async fn right_tries_store_nothing() {
    let house = House::new();
    for who in [Passcode(OWNER), Password(OWNER), KnownDevice, SetUpCode(OWNER)] {
        house.app.guesses.check(&who.subject()).await.unwrap().passed().await.unwrap();
    }
    let stored = house.app.store.scan(Scan { table: &SYSTEM, limit: None, after: None }).await.unwrap();
    assert!(stored.items.is_empty());
}
