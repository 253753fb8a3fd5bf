//! A hangout in hundreds of groups, while the server is killed.

use crate::server::{Running, run};
use std::{
    io::{Read, Write},
    net::TcpStream,
    path::Path,
    thread::sleep,
    time::Duration,
};

const GROUPS: usize = 500;
const LOAD: [&str; 4] = ["--creations-per-hour", "1000000", "--requests-per-second", "0"];

/// Somebody who is signed in.
struct Ana {
    token: String,
}

impl Ana {
    /// One call and its answer; nothing when the server is gone before it could answer.
    fn asks(&self, server: &Running, method: &str, path: &str, body: &str) -> Option<(u16, String)> {
        let mut stream = TcpStream::connect(server.address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
        let head = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            server.address,
            self.token,
            body.len()
        );
        stream.write_all(head.as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        Some((answer.split(' ').nth(1)?.parse().ok()?, answer))
    }

    /// The titles in the feed of a group.
    fn feed(&self, server: &Running, group: &str) -> String {
        let (status, answer) =
            self.asks(server, "GET", &format!("/groups/{group}/feed"), "").expect("an answer");
        assert_eq!(status, 200, "{answer}");
        answer
    }
}

/// The text in a field of a JSON answer.
fn field(answer: &str, name: &str) -> String {
    let value = answer.split(&format!("\"{name}\":\"")).nth(1).and_then(|rest| rest.split('"').next());
    value.unwrap_or_else(|| panic!("no {name} in {answer}")).to_owned()
}

fn register(server: &Running) -> Ana {
    let code = server.set_up_code.as_deref().expect("a set-up code");
    let body = format!(
        r#"{{"email":"ana@example.org","password":"a long enough password","displayName":"Ana","setUpCode":"{code}"}}"#
    );
    let (status, answer) = server.request("POST", "/api/v1/auth/register", Some(&body)).expect("an answer");
    assert_eq!(status, 201, "{answer}");
    Ana { token: field(&answer, "token") }
}

/// Lets the server work until `done` and its doctor finds nothing, then stops it and has the doctor look again.
fn settles(folder: &Path, done: impl Fn(&Running) -> bool) {
    let server = Running::start(folder, &LOAD);
    let in_time = (0..600).any(|_| {
        sleep(Duration::from_millis(100));
        done(&server) && run(folder, &["doctor"]).status.success()
    });
    assert!(in_time, "the work is not done after a minute");
    drop(server);
    let doctor = run(folder, &["doctor"]);
    assert!(doctor.status.success(), "{doctor:?}");
}

#[test]
fn a_hangout_in_five_hundred_groups_is_right_however_often_the_server_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path(), &LOAD);
    let ana = register(&server);
    let groups: Vec<String> = (0..GROUPS)
        .map(|at| {
            let body = format!(r#"{{"name":"G{at}"}}"#);
            let (status, answer) = ana.asks(&server, "POST", "/groups", &body).expect("an answer");
            assert_eq!(status, 201, "{answer}");
            field(&answer, "groupId")
        })
        .collect();
    let body = format!(r#"{{"title":"Fair 0","groupIds":{groups:?}}}"#);
    let (status, answer) = ana.asks(&server, "POST", "/hangouts", &body).expect("an answer");
    assert_eq!(status, 201, "{answer}");
    let path = format!("/hangouts/{}", field(&answer, "hangoutId"));
    drop(server);
    let mut title = "Fair 0".to_owned();
    for round in 1..=6 {
        let server = Running::start(folder.path(), &LOAD);
        let wanted = format!("Fair {round}");
        let renamed = ana.asks(&server, "PATCH", &path, &format!(r#"{{"title":"{wanted}"}}"#));
        sleep(Duration::from_millis(round * 17 % 60));
        drop(server);
        // What was acknowledged stays; what was not may be there or not.
        if matches!(renamed, Some((200, _))) {
            title = wanted;
        }
    }
    let quoted = format!("\"{title}\"");
    settles(folder.path(), |server| {
        groups.iter().step_by(50).all(|group| ana.feed(server, group).contains(&quoted))
    });
    let server = Running::start(folder.path(), &LOAD);
    assert!(matches!(ana.asks(&server, "DELETE", &path, ""), Some((204, _))));
    sleep(Duration::from_millis(10));
    drop(server);
    settles(folder.path(), |server| {
        groups.iter().step_by(50).all(|group| !ana.feed(server, group).contains("Fair"))
    });
}
