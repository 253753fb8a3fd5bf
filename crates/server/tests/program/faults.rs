//! The whole server on a DynamoDB that delays, throttles, cuts connections and answers too late.

use crate::{
    letters::Letters,
    server::{Running, said, times},
    several,
    tables::Tables,
    traffic::{self, Caller, Servers, Traffic},
};
use dynamodb_local::proxy::{Fate, Proxy};
use kernel::Rng;
use std::{
    net::SocketAddr,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    thread::sleep,
    time::{Duration, Instant},
};

/// How the way to DynamoDB is.
const CALM: u8 = 0;
const STORM: u8 = 1;
const CUT: u8 = 2;

/// One call in four meets something.
fn fate(rng: &Rng) -> Fate {
    match rng.below(40) {
        0 | 1 => Fate::CutBefore,
        2 | 3 => Fate::CutAfter,
        4 => Fate::Refuse("ProvisionedThroughputExceededException"),
        5 => Fate::Refuse("ThrottlingException"),
        6 => Fate::Refuse("InternalServerError"),
        7 => Fate::Delay(Duration::from_millis(rng.below(300))),
        8 => Fate::AnswerLate(Duration::from_millis(rng.below(300))),
        9 => Fate::Answer(500, "{}"),
        _ => Fate::Pass,
    }
}

fn start(tables: &Tables, folder: &Path, letters: &Letters) -> Running {
    let mut command = tables.command(folder, &["serve", "--store", "dynamodb"]);
    command.arg("--secret-key-file").arg(folder.join("secret.key")).args(traffic::arguments(letters));
    Running::of(command)
}

/// Asks until the server is as ready as wanted.
fn readiness_becomes(server: &Running, wanted: u16) {
    let began = Instant::now();
    let status = || server.request("GET", "/readyz", None).map(|(status, _)| status);
    while status() != Some(wanted) {
        assert!(began.elapsed() < Duration::from_secs(30), "readyz does not become {wanted}");
        sleep(Duration::from_millis(50));
    }
}

/// What somebody is told while there is no storage: nothing was done, and when to come back.
fn is_refused_politely(anyone: &Caller<'_>, address: SocketAddr) {
    let body = br#"{"title":"Now?","candidates":["Go","Rust"]}"#;
    let request = traffic::Request {
        method: "POST",
        path: "/ranked-polls",
        media_type: "application/json",
        body,
        key: None,
    };
    let began = Instant::now();
    let (status, head, body) = anyone.raw(address, &request).expect("an answer");
    let text = String::from_utf8_lossy(&body);
    assert_eq!(status, 503, "{text}");
    assert!(head.contains("retry-after:"), "{head}");
    assert!(began.elapsed() < Duration::from_secs(15), "after {:?}", began.elapsed());
}

#[test]
fn a_faulty_way_to_dynamodb_loses_nothing_and_does_nothing_twice_and_an_outage_is_told_and_survived() {
    let folder = tempfile::tempdir().unwrap();
    let direct = several::set_up(folder.path());
    let weather = Arc::new(AtomicU8::new(CALM));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let (now, rng) = (weather.clone(), Rng::seeded(16));
    let proxy = runtime.block_on(Proxy::start(move |_| match now.load(Ordering::Relaxed) {
        STORM => fate(&rng),
        CUT => Fate::CutBefore,
        _ => Fate::Pass,
    }));
    let tables = Tables { endpoint: proxy.endpoint.clone(), ..direct.clone() };
    let (letters, servers) = (Letters::listen(), Servers::default());
    let server = start(&tables, folder.path(), &letters);
    servers.are([server.address]);
    let traffic = Traffic::begin(&servers);
    let anyone = Caller { servers: &servers, token: None };
    traffic.during(|| {
        weather.store(STORM, Ordering::Relaxed);
        sleep(Duration::from_secs(times("STORM_SECONDS", 4) as u64));
        weather.store(CUT, Ordering::Relaxed);
        readiness_becomes(&server, 503);
        is_refused_politely(&anyone, server.address);
        weather.store(CALM, Ordering::Relaxed);
        readiness_becomes(&server, 200);
        sleep(Duration::from_secs(1));
    });
    traffic.verify();
    traffic.verify_letters(&letters);
    drop(server);
    let key = folder.path().join("secret.key");
    let doctor = ["doctor", "--store", "dynamodb", "--secret-key-file", key.to_str().unwrap()];
    said(&direct.run(folder.path(), &doctor));
}
