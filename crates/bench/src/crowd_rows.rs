//! A full room: phones behind one address, with the limits that everyone has, watch one poll and vote; then many more watch while a few
//! vote. Everything goes through real sockets, and the clients share this machine with the server.

pub mod others;
mod watcher;

use crate::{
    Measured,
    client::Connection,
    figure::figure,
    http_rows::shares::Share,
    program::Program,
    table::{Goal, Row},
};
use others::Others;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::{
    net::{Ipv4Addr, SocketAddr},
    time::{Duration, Instant},
};
use tokio::time::{sleep, sleep_until};
use watcher::{Seen, Watcher};

/// Where everyone in the room calls from.
const ROOM: Ipv4Addr = Ipv4Addr::LOCALHOST;
/// How long the last pages get to show the last vote.
const LAST: Duration = Duration::from_secs(3);

pub fn measure() -> Measured<Vec<Row>> {
    allow_many_connections();
    tokio::runtime::Runtime::new()?.block_on(async {
        let seconds = Duration::from_secs(figure("SECONDS", 25).into());
        let mut rows = phones(figure("PHONES", 300), seconds).await?;
        rows.extend(watchers(figure("WATCHERS", 1_000), 20, seconds).await?);
        Ok(rows)
    })
}

/// Each phone opens the page and its stream, and votes once.
async fn phones(phones: u32, within: Duration) -> Measured<Vec<Row>> {
    let room = Room::open().await?;
    let others = Others::ask(room.program.address);
    let began = tokio::time::Instant::now();
    let mut people = Vec::new();
    for number in 0..phones {
        let (address, page, vote) = (room.program.address, room.poll.page_path.clone(), room.poll.vote());
        // Spread over the time there is, in no order.
        let at = began + within.mul_f64(f64::from(number * 7_919 % phones) / f64::from(phones));
        people.push(tokio::spawn(async move {
            let watcher = Watcher::open(ROOM, address, &page).await?;
            sleep_until(at).await;
            let mut connection = Connection::open_from(ROOM, address).await?;
            let status = connection.status(&vote).await?;
            Measured::Ok((watcher, (status == 201).then(Instant::now)))
        }));
    }
    let (mut watching, mut taken, mut failed) = (Vec::new(), Vec::new(), 0);
    for person in people {
        match person.await? {
            Ok((watcher, voted)) => {
                failed += u32::from(voted.is_none());
                taken.extend(voted);
                watching.push(watcher);
            }
            Err(_) => failed += 1,
        }
    }
    sleep(LAST).await;
    room.rows(PHONES, watching, taken, failed, others).await
}

/// All of them watch, and votes come at a steady rate from elsewhere in the room.
async fn watchers(watchers: u32, rate: u32, during: Duration) -> Measured<Vec<Row>> {
    let room = Room::open().await?;
    let (mut watching, mut failed) = (Vec::new(), 0);
    for _ in 0..watchers {
        match Watcher::open(ROOM, room.program.address, &room.poll.page_path).await {
            Ok(watcher) => watching.push(watcher),
            Err(_) => failed += 1,
        }
    }
    let others = Others::ask(room.program.address);
    let mut voter = Connection::open_from(ROOM, room.program.address).await?;
    let (vote, mut taken) = (room.poll.vote(), Vec::new());
    let mut turns = tokio::time::interval(Duration::from_secs(1) / rate);
    let began = Instant::now();
    while began.elapsed() < during {
        turns.tick().await;
        if voter.status(&vote).await? == 201 {
            taken.push(Instant::now());
        } else {
            failed += 1;
        }
    }
    sleep(LAST).await;
    room.rows(WATCHERS, watching, taken, failed, others).await
}

/// How the rows of one measurement are called.
struct Names {
    failed: &'static str,
    behind: &'static str,
    front: &'static str,
    memory: &'static str,
}

const PHONES: Names = Names {
    failed: "300 phones behind one address vote within 25 s: votes refused, pages lost or behind at the end",
    behind: "the same: how far a page is behind a vote, p99",
    front: "the same: / for others, p99",
    memory: "the same: memory",
};
const WATCHERS: Names = Names {
    failed: "1,000 watchers at 20 votes a second: votes refused, pages lost or behind at the end",
    behind: "the same: how far a page is behind a vote, p99",
    front: "the same: / for others, p99",
    memory: "the same: memory",
};

/// A server with a poll in it.
struct Room {
    program: Program,
    poll: Share,
    /// Votes that were there before.
    before: usize,
    _data: tempfile::TempDir,
}

impl Room {
    async fn open() -> Measured<Self> {
        let data = tempfile::tempdir()?;
        let program = Program::start_with(data.path(), &[]).await?;
        let poll = Share::poll(&mut Connection::open(program.address).await?).await?;
        Ok(Self { program, poll, before: 12, _data: data })
    }

    async fn rows(
        self,
        names: Names,
        watching: Vec<Watcher>,
        mut taken: Vec<Instant>,
        failed: u32,
        others: Others,
    ) -> Measured<Vec<Row>> {
        taken.sort_unstable();
        let all = self.before + taken.len();
        let memory = self.program.resident_megabytes()?;
        let (mut behind, mut failed) = (Vec::new(), failed);
        for watcher in watching {
            let seen = watcher.stop().await;
            failed += u32::from(!seen.to_the_end(all));
            behind.extend(lags(&seen, self.before, &taken));
        }
        let front = others.stop().await?;
        failed += front.failed;
        self.program.stop()?;
        let row = |what, unit, ours, goal| Row { what, unit, ours, baseline: None, goal };
        Ok(vec![
            row(names.failed, "", f64::from(failed), Some(Goal::AtMost(0.0))),
            row(names.behind, "ms", p99(behind), Some(Goal::AtMost(1_000.0))),
            row(names.front, "ms", p99(front.milliseconds), Some(Goal::AtMost(50.0))),
            row(names.memory, "MB", memory, None),
        ])
    }
}

/// For every vote, how long it took from its acknowledgement until a page counted it.
fn lags(seen: &Seen, before: usize, taken: &[Instant]) -> Vec<f64> {
    let shown = |total: usize| seen.first_with(total);
    let lag = |(at, voted): (usize, &Instant)| {
        let shown = shown(before + at + 1)?;
        Some(shown.saturating_duration_since(*voted).as_secs_f64() * 1e3)
    };
    taken.iter().enumerate().filter_map(lag).collect()
}

/// What all but one in a hundred stay below.
pub fn p99(mut figures: Vec<f64>) -> f64 {
    figures.sort_unstable_by(f64::total_cmp);
    figures.get((figures.len() * 99).div_ceil(100).saturating_sub(1)).copied().unwrap_or(0.0)
}

/// Systems start programs with room for about a thousand connections; who asks gets more.
pub fn allow_many_connections() {
    let limit = getrlimit(Resource::Nofile);
    let _ =
        setrlimit(Resource::Nofile, Rlimit { current: limit.maximum.map(|most| most.min(65_536)), ..limit });
}

/// Opens a connection and says nothing on it.
pub async fn silent(source: Ipv4Addr, address: SocketAddr) -> Measured<tokio::net::TcpStream> {
    crate::client::connect_from(source, address).await
}
