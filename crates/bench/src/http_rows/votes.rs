//! Votes by HTTP on 64 connections, beside 64 writers at the storage port with items of the same kind.

use super::shares::{self, Share};
use crate::{
    Measured,
    client::{Connection, Load, Request},
    program::Program,
    store_rows::{self, id},
    table::{Goal, Row},
    tables::{RANKED_CHOICE_POLLS, SHAREABLES, SYSTEM},
};
use kernel::{Rng, SystemClock};
use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use store::{Item, Key, Store, Transaction, Value, Write, decorators::RetryStore};
use store_embedded::{EmbeddedStore, Options};

pub const CONNECTIONS: u64 = 64;
pub const TURN: Duration = Duration::from_secs(1);
const TURNS: usize = 4;

/// The rows, and the best rate of votes in a poll.
pub async fn measure(program: &Program) -> Measured<(Vec<Row>, f64)> {
    let mut connection = Connection::open(program.address).await?;
    let vote = Share::poll(&mut connection).await?.vote();
    let ranked = shares::ranked_vote(&mut connection).await?;
    let port = Port::open()?;
    let (mut by_http, mut by_port) = ([0.0_f64; 2], [0.0_f64; 2]);
    for _ in 0..TURNS {
        for (best, request) in by_http.iter_mut().zip([&vote, &ranked]) {
            *best = best.max(rate(program.address, request.clone()).await?);
        }
        for (best, kind) in by_port.iter_mut().zip([Kind::Poll, Kind::Ranked]) {
            *best = best.max(port.rate(kind).await?);
        }
    }
    let row = |what, at: usize, name| Row {
        what,
        unit: "/s",
        ours: by_http[at],
        baseline: Some((name, by_port[at])),
        goal: Some(Goal::Ratio(0.6)),
    };
    let rows = vec![
        row("a vote by HTTP, 64 connections", 0, "the port: 64 writers"),
        row("a ranked vote by HTTP, 64 connections", 1, "the port: 64 writers of vote and mark"),
    ];
    Ok((rows, by_http[0]))
}

async fn rate(address: SocketAddr, request: Request) -> Measured<f64> {
    Load { address, connections: CONNECTIONS, time: TURN, status: 201 }.rate(move |_| request.clone()).await
}

/// The storage port as features have it, retries included, on a file of its own.
struct Port {
    store: Arc<dyn Store>,
    next: Arc<AtomicU64>,
    _folder: tempfile::TempDir,
}

impl Port {
    fn open() -> Measured<Self> {
        let folder = tempfile::tempdir()?;
        let tables = vec![&SHAREABLES, &RANKED_CHOICE_POLLS, &SYSTEM];
        let options = Options::new(folder.path().join(crate::tables::FILE), tables, Arc::new(SystemClock));
        let store = RetryStore::new(Arc::new(EmbeddedStore::open(options)?), Rng::system()?);
        Ok(Self { store: Arc::new(store), next: Arc::default(), _folder: folder })
    }

    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 writes")]
    async fn rate(&self, kind: Kind) -> Measured<f64> {
        let began = Instant::now();
        let writers: Vec<_> = (0..CONNECTIONS)
            .map(|_| {
                let (store, next) = (self.store.clone(), self.next.clone());
                tokio::spawn(async move {
                    let mut written = 0_u64;
                    while began.elapsed() < TURN {
                        kind.write(&*store, next.fetch_add(1, Ordering::Relaxed)).await?;
                        written += 1;
                    }
                    Ok::<_, store::StoreError>(written)
                })
            })
            .collect();
        let mut written = 0;
        for writer in writers {
            written += writer.await??;
        }
        Ok(written as f64 / began.elapsed().as_secs_f64())
    }
}

/// What a vote writes.
#[derive(Clone, Copy)]
enum Kind {
    Poll,
    Ranked,
}

impl Kind {
    async fn write(self, store: &dyn Store, number: u64) -> store::Result<()> {
        match self {
            Self::Poll => store.write(Write::put(&SHAREABLES, poll_vote(number)).if_new()).await,
            Self::Ranked => {
                let vote = Write::put(&RANKED_CHOICE_POLLS, store_rows::vote(0, number)).if_new();
                store.transact(Transaction::of([vote, Write::put(&SYSTEM, mark(number))])).await
            }
        }
    }
}

/// A vote in a poll, as the program stores it. Codes are drawn at random there, so keys must come in no order here either: in order,
/// they would all go to the same page of the file, and a commit would cost a fraction.
fn poll_vote(number: u64) -> Item {
    let code = &id(number)[..8];
    let options = Value::L(vec![id(3).into()]);
    let answer = [("pollQuestionId".into(), id(2).into()), ("optionIds".into(), options)];
    Item::new()
        .with("shortId", "abc-def-12345")
        .with("code", code)
        .with("name", "Ana")
        .with("answers", Value::L(vec![Value::M(answer.into())]))
        .with("createdAt", "2026-02-18T13:00:00.000Z")
        .with("updatedAt", "2026-02-18T13:00:00.000Z")
        .with("ttl", 4_000_000_000_u64)
        .with_key(&SHAREABLES, Key::new("poll_vote#abcdef12345", format!("01#{code}#")))
}

/// What tells other processes of a ranked vote. These keys are in the order of time.
fn mark(number: u64) -> Item {
    Item::new().with("voteId", id(number)).with("ttl", 4_000_000_000_u64).with_key(
        &SYSTEM,
        Key::new(format!("VOTES#{}", id(0)), format!("{number:08x}-0000-7000-8000-000000000000")),
    )
}
