//! Three servers on one DynamoDB, each killed and started again in its turn.

use crate::{
    letters::Letters,
    server::{Running, said, times},
    tables::Tables,
    traffic::{self, Servers, Traffic},
};
use std::{
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpStream},
    path::Path,
    thread::sleep,
    time::{Duration, Instant},
};

const SERVERS: usize = 3;
/// How soon a page on one server shows what was done on another.
const SOON: Duration = Duration::from_secs(10);

/// A server with a folder of its own, and the key and the files of all.
fn start(tables: &Tables, folder: &Path, letters: &Letters, number: usize) -> Running {
    let (data, key, files) = (format!("data-{number}"), folder.join("secret.key"), folder.join("files"));
    let mut command = tables.command(folder, &["serve", "--store", "dynamodb", "--data", &data]);
    command.arg("--secret-key-file").arg(key).arg("--files").arg(files).args(traffic::arguments(letters));
    Running::of(command)
}

/// Makes tables, the key and the accounts.
pub fn set_up(folder: &Path) -> Tables {
    let tables = Tables::create(folder);
    for (name, role) in [("Root", Some("SuperAdmin")), ("Ana", None), ("Bo", None)] {
        let mut command = tables.command(folder, &["--store", "dynamodb"]);
        command.arg("--secret-key-file").arg(folder.join("secret.key"));
        traffic::create_account(command, name, role);
    }
    tables
}

/// Opens a stream of changes and waits until it has begun.
fn watch(server: SocketAddr, path: &str) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(server).unwrap();
    stream.set_read_timeout(Some(SOON)).unwrap();
    write!(stream, "GET /api/v1{path} HTTP/1.1\r\nHost: localhost:8080\r\n\r\n").unwrap();
    let mut lines = BufReader::new(stream);
    let mut first = String::new();
    lines.read_line(&mut first).unwrap();
    assert!(first.starts_with("HTTP/1.1 200"), "{first}");
    hears(&mut lines, "retry:");
    lines
}

/// Waits for a line with this in it.
fn hears(lines: &mut BufReader<TcpStream>, part: &str) {
    let (began, mut line) = (Instant::now(), String::new());
    while began.elapsed() < SOON {
        line.clear();
        lines.read_line(&mut line).expect("something within ten seconds");
        if line.contains(part) {
            return;
        }
    }
    panic!("no {part} within ten seconds");
}

#[test]
fn three_servers_killed_in_turn_lose_nothing_do_nothing_twice_and_stay_live() {
    let turns = times("SERVER_TURNS", 6);
    let folder = tempfile::tempdir().unwrap();
    let (tables, letters, servers) = (set_up(folder.path()), Letters::listen(), Servers::default());
    let mut running: Vec<Running> =
        (0..SERVERS).map(|number| start(&tables, folder.path(), &letters, number)).collect();
    servers.are(running.iter().map(|server| server.address));
    let traffic = Traffic::begin(&servers);
    traffic.during(|| {
        for turn in 0..turns {
            let number = turn % SERVERS;
            traffic.reaches((turn + 1) * 10);
            sleep(Duration::from_millis(100));
            running[number].child.kill().unwrap();
            running[number].child.wait().unwrap();
            running[number] = start(&tables, folder.path(), &letters, number);
            servers.are(running.iter().map(|server| server.address));
        }
    });
    traffic.verify();
    let mut watchers: Vec<_> =
        running.iter().map(|server| watch(server.address, &traffic.watched())).collect();
    traffic.one_more_ballot();
    for watcher in &mut watchers {
        hears(watcher, "rev");
    }
    traffic.verify_letters(&letters);
    drop(running);
    let key = folder.path().join("secret.key");
    let doctor = ["doctor", "--store", "dynamodb", "--secret-key-file", key.to_str().unwrap()];
    said(&tables.run(folder.path(), &doctor));
}
