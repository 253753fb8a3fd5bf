//! A server's life: files it makes, folders it refuses, and stopping without losing anyone's answer.

use crate::server::{Running, complaint, free_address, roundtable, run};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::UdpSocket,
    os::unix::fs::PermissionsExt,
    process::Stdio,
    sync::atomic::{AtomicBool, Ordering},
};

fn mode(path: std::path::PathBuf) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_fresh_start_answers_and_keeps_its_files_private() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path(), &[]);
    let (status, health) = server.request("GET", "/healthz", None).unwrap();
    assert_eq!(status, 200);
    let expected = concat!(r#"{"status":"ok","version":""#, env!("CARGO_PKG_VERSION"), r#""}"#);
    assert!(health.contains("content-type: application/json") && health.ends_with(expected), "{health}");
    assert_eq!(server.request("GET", "/readyz", None).unwrap().0, 200);
    let (status, page) = server.request("GET", "/", None).unwrap();
    assert!(status == 200 && page.contains("Decide together"), "{page}");
    let metrics = server.request("GET", "/metrics", None).unwrap().1;
    assert!(metrics.contains("requests"), "{metrics}");
    assert_eq!(mode(folder.path().join("data")), 0o700);
    assert_eq!(mode(folder.path().join("data/secret.key")), 0o600);
    assert_eq!(mode(folder.path().join("data/control.sock")), 0o600);
}

#[test]
fn a_second_server_on_the_same_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let _first = Running::start(folder.path(), &[]);
    let complaint = complaint(&run(folder.path(), &["serve", "--listen", "127.0.0.1:0"]));
    assert!(complaint.contains("in use"), "{complaint}");
}

#[test]
fn the_key_file_of_another_instance_is_refused() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    drop(Running::start(one.path(), &[]));
    drop(Running::start(other.path(), &[]));
    fs::copy(other.path().join("data/secret.key"), one.path().join("data/secret.key")).unwrap();
    let complaint = complaint(&run(one.path(), &["serve", "--listen", "127.0.0.1:0"]));
    assert!(complaint.contains("key"), "{complaint}");
}

#[test]
fn a_key_file_that_went_missing_is_asked_for_and_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    drop(Running::start(folder.path(), &[]));
    let (key, elsewhere) = (folder.path().join("data/secret.key"), folder.path().join("kept"));
    fs::rename(&key, &elsewhere).unwrap();
    let complaint = complaint(&run(folder.path(), &["serve", "--listen", "127.0.0.1:0"]));
    assert!(complaint.contains("is missing, and this data belongs to one"), "{complaint}");
    assert!(!key.exists(), "a new one would open nothing");
    fs::rename(&elsewhere, &key).unwrap();
    assert_eq!(Running::start(folder.path(), &[]).request("GET", "/readyz", None).unwrap().0, 200);
}

#[test]
fn a_key_file_that_others_can_read_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    drop(Running::start(folder.path(), &[]));
    let key = folder.path().join("data/secret.key");
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
    assert!(complaint(&run(folder.path(), &["serve", "--listen", "127.0.0.1:0"])).contains("chmod 600"));
}

/// Each thread creates checklists until the server is gone; every one that was answered with 201 must be there afterwards.
#[test]
fn stopping_under_load_keeps_everything_that_was_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Running::start(folder.path(), &["--creations-per-hour", "1000000"]);
    let stopped = AtomicBool::new(false);
    let created: Vec<String> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..8)
            .map(|writer| {
                let (server, stopped) = (&server, &stopped);
                scope.spawn(move || {
                    let mut mine = Vec::new();
                    while !stopped.load(Ordering::Relaxed) {
                        let body = format!(r#"{{"entity":"checklist","name":"List {writer}","expiresAfter":7,"items":[{{"name":"a"}}]}}"#);
                        let Some((201, answer)) = server.request("POST", "/api/v1/shareables", Some(&body)) else { break };
                        let code = answer.split(r#""shortId":""#).nth(1).unwrap().split('"').next().unwrap();
                        mine.push(code.to_owned());
                        if mine.len() == 20 && writer == 0 {
                            server.terminate();
                        }
                    }
                    stopped.store(true, Ordering::Relaxed);
                    mine
                })
            })
            .collect();
        writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect()
    });
    assert!(server.child.wait().unwrap().success(), "SIGTERM ends with exit 0");
    assert!(created.len() >= 20);
    let again = Running::start(folder.path(), &[]);
    for code in &created {
        let (status, _) = again.request("GET", &format!("/api/v1/shareables/{code}"), None).unwrap();
        assert_eq!(status, 200, "{code} was acknowledged");
    }
}

/// Whoever starts it for others on the network is told where they find it.
#[test]
fn a_server_that_listens_everywhere_says_where_to_open_it() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_address().port();
    let mut child = roundtable(folder.path())
        .args(["serve", "--listen", &format!("0.0.0.0:{port}")])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let said: Vec<String> = lines.take_while(|line| !line.starts_with("Open the address")).collect();
    let _ = child.kill();
    let _ = child.wait();
    assert_eq!(said.first(), Some(&format!("Roundtable is at http://localhost:{port}")), "{said:?}");
    let network = UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
        socket.connect("192.0.2.1:9")?;
        socket.local_addr()
    });
    if let Ok(own) = network {
        let phone = format!("Roundtable is at http://{}:{port} (from a phone on the same network)", own.ip());
        assert_eq!(said.get(1), Some(&phone), "{said:?}");
    }
    let first = format!("http://localhost:{port}/register#code=");
    assert!(said.iter().any(|line| line.starts_with(&first)), "{said:?}");
}

/// A proxy on the same machine calls from loopback, and may name that machine: so does everyone on the internet then.
#[test]
fn the_first_account_needs_the_printed_code_also_from_loopback_until_it_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let body = |code: &str| {
        format!(
            r#"{{"email":"ana@example.org","password":"a long enough password","displayName":"Ana","setUpCode":"{code}"}}"#
        )
    };
    let register =
        |server: &Running, code: &str| server.request("POST", "/api/v1/auth/register", Some(&body(code)));
    let first = Running::start(folder.path(), &[]);
    let code = first.set_up_code.clone().expect("it is printed");
    assert_eq!(register(&first, "").unwrap().0, 403);
    drop(first);
    let again = Running::start(folder.path(), &[]);
    assert_eq!(again.set_up_code.as_ref(), Some(&code), "printed at every start until it is used");
    assert_eq!(register(&again, &code).unwrap().0, 201);
    drop(again);
    assert_eq!(Running::start(folder.path(), &[]).set_up_code, None);

    let by_command = tempfile::tempdir().unwrap();
    let mut create = roundtable(by_command.path())
        .args(["account", "create", "ana@example.org", "--name", "Ana"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    create.stdin.take().unwrap().write_all(b"a long enough password\n").unwrap();
    assert!(create.wait().unwrap().success(), "whoever can run the program needs no code");
    assert_eq!(Running::start(by_command.path(), &[]).set_up_code, None);
}
