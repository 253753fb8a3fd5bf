//! The server is ended by force, again and again, while every feature is used.

use crate::{
    letters::Letters,
    server::{Running, roundtable, run, said, times},
    traffic::{self, Servers, Traffic},
};
use kernel::Rng;
use std::{path::Path, thread::sleep, time::Duration};

/// A server that this traffic may use.
pub fn start(folder: &Path, letters: &Letters) -> Running {
    let arguments = traffic::arguments(letters);
    Running::start(folder, &arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

/// A folder with the accounts that take part.
pub fn with_accounts() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, role) in [("Root", Some("SuperAdmin")), ("Ana", None), ("Bo", None)] {
        traffic::create_account(roundtable(folder.path()), name, role);
    }
    folder
}

#[test]
fn killing_the_server_under_the_traffic_of_every_feature_loses_nothing_and_does_nothing_twice() {
    let rounds = times("KILL_ROUNDS", 20);
    let (folder, letters, rng) = (with_accounts(), Letters::listen(), Rng::seeded(16));
    let servers = Servers::default();
    let mut server = start(folder.path(), &letters);
    servers.are([server.address]);
    let traffic = Traffic::begin(&servers);
    traffic.during(|| {
        for round in 1..=rounds {
            traffic.reaches(round * 10);
            sleep(Duration::from_millis(rng.below(300)));
            server.child.kill().unwrap();
            server.child.wait().unwrap();
            server = start(folder.path(), &letters);
            servers.are([server.address]);
        }
    });
    traffic.verify();
    traffic.verify_letters(&letters);
    said(&run(folder.path(), &["doctor"]));
    server.terminate();
    assert!(server.child.wait().unwrap().success());
    said(&run(folder.path(), &["doctor"]));
}
