//! The same work beside crab.fit's API, which whoever measures runs: a read of twelve answers, an answer, a creation.
//!
//! It takes twenty requests in a burst from one address, so every connection here comes from an address of its own and sends fewer;
//! ours is driven in the same way.

mod crab_fit;
mod ours;

use crate::{
    Measured,
    client::{Connection, Request},
    peers,
    program::Program,
    table::{Goal, Row},
};
use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicU32, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

/// Where crab.fit's API answers.
const VARIABLE: &str = "CRABFIT_ADDRESS";
const CONNECTIONS: usize = 64;
const TURN: Duration = Duration::from_secs(2);
const TURNS: usize = 4;
/// Among which answers and reads go round, so that no one of them grows long.
const THINGS: usize = 64;
const ANSWERS: usize = 12;
/// Of one connection; an answer at crab.fit is two requests.
const ACTIONS: u32 = 9;

/// What a server is asked for, as requests that follow each other and the status that each must get.
type Steps = Vec<(u16, Request)>;

#[derive(Clone, Copy)]
enum Action {
    Read,
    Answer,
    Create,
}

/// A server, and how one speaks to it.
trait Side: Send + Sync + 'static {
    fn address(&self) -> SocketAddr;
    /// What is sent for the `number`th action of its kind.
    fn steps(&self, action: Action, number: usize) -> Steps;
}

pub fn measure() -> Measured<Vec<Row>> {
    tokio::runtime::Runtime::new()?.block_on(async {
        let data = tempfile::tempdir()?;
        let program = Program::start(data.path()).await?;
        program.settle().await?;
        let ours = Arc::new(ours::Ours::prepare(program.address).await?);
        let theirs = if let Ok(address) = std::env::var(VARIABLE) {
            Some(Arc::new(crab_fit::CrabFit::prepare(address.parse()?).await?))
        } else {
            peers::missing("crab.fit's API", "run it, and say where in CRABFIT_ADDRESS");
            None
        };
        let kinds = [
            (Action::Read, "read of 12 answers, 64 connections", 15.0),
            (Action::Answer, "an answer, 64 connections", 25.0),
            (Action::Create, "a creation, 64 connections", 8.0),
        ];
        let mut rows = Vec::new();
        for (action, what, goal) in kinds {
            let (mut best, mut beside) = (0.0_f64, 0.0_f64);
            for _ in 0..TURNS {
                best = best.max(rate(&ours, action).await?);
                if let Some(theirs) = &theirs {
                    beside = beside.max(rate(theirs, action).await?);
                }
            }
            let baseline = theirs.as_ref().map(|_| ("crab.fit's API on Postgres", beside));
            rows.push(Row { what, unit: "/s", ours: best, baseline, goal: Some(Goal::Ratio(goal)) });
        }
        program.stop()?;
        Ok(rows)
    })
}

/// Actions in a second.
#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 actions")]
async fn rate(side: &Arc<impl Side>, action: Action) -> Measured<f64> {
    let began = Instant::now();
    let callers: Vec<_> = (0..CONNECTIONS)
        .map(|_| {
            let side = side.clone();
            tokio::spawn(async move {
                let mut done = 0_u64;
                while began.elapsed() < TURN {
                    done += call(&*side, action).await?;
                }
                Measured::Ok(done)
            })
        })
        .collect();
    let mut done = 0;
    for caller in callers {
        done += caller.await??;
    }
    Ok(done as f64 / began.elapsed().as_secs_f64())
}

/// One caller with a few actions, from an address that nobody else has.
async fn call(side: &impl Side, action: Action) -> Measured<u64> {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let mut connection = open(side.address()).await?;
    for _ in 0..ACTIONS {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        take(&mut connection, &side.steps(action, number)).await?;
    }
    Ok(ACTIONS.into())
}

async fn open(address: SocketAddr) -> Measured<Connection> {
    static CALLER: AtomicU32 = AtomicU32::new(0);
    let [_, high, middle, low] = CALLER.fetch_add(1, Ordering::Relaxed).to_be_bytes();
    Connection::open_from(Ipv4Addr::new(127, high | 0x80, middle, low), address).await
}

async fn take(connection: &mut Connection, steps: &[(u16, Request)]) -> Measured<()> {
    for (status, request) in steps {
        let answer = connection.send(request).await?;
        if answer.status != *status {
            let said = String::from_utf8_lossy(answer.body);
            return Err(format!("{} instead of {status}: {said}", answer.status).into());
        }
    }
    Ok(())
}
