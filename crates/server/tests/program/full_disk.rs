//! A disk without room, as a limit on the size of files makes one.

use crate::server::Running;
use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};

fn limit_files(server: &Running, bytes: Option<u64>) {
    let process = Pid::from_child(&server.child);
    let current = bytes.or(getrlimit(Resource::Fsize).current);
    prlimit(Some(process), Resource::Fsize, Rlimit { current, maximum: getrlimit(Resource::Fsize).maximum })
        .expect("a limit of our own child");
}

fn creates(server: &Running) -> (u16, String) {
    let note = "long ".repeat(900);
    let body =
        format!(r#"{{"entity":"checklist","name":"List","note":"{note}","expiresAfter":7,"items":[]}}"#);
    server.request("POST", "/api/v1/shareables", Some(&body)).expect("an answer")
}

#[test]
fn without_room_nothing_is_saved_and_that_is_said_and_with_room_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let server =
        Running::start(folder.path(), &["--creations-per-hour", "1000000", "--requests-per-second", "0"]);
    let (_, made) = creates(&server);
    let code = made.split(r#""shortId":""#).nth(1).unwrap().split('"').next().unwrap().to_owned();
    let file = folder.path().join("data/roundtable.redb");
    limit_files(&server, Some(std::fs::metadata(&file).unwrap().len()));
    let (status, refused) =
        std::iter::repeat_with(|| creates(&server)).find(|(status, _)| *status != 201).unwrap();
    assert_eq!(status, 503, "{refused}");
    assert!(refused.contains("There is no room left on the server's disk"), "{refused}");
    assert!(refused.to_lowercase().contains("retry-after:"), "{refused}");
    // What is large finds no room first; whether there is any at all is tried with very little.
    let asks = || {
        creates(&server);
        server.request("GET", "/readyz", None).unwrap()
    };
    let (_, ready) = std::iter::repeat_with(asks).take(200).find(|(status, _)| *status == 503).unwrap();
    assert!(ready.contains("no room"), "{ready}");
    let kept = format!("/api/v1/shareables/{code}");
    assert_eq!(server.request("GET", &kept, None).unwrap().0, 200, "what is there can be read");
    limit_files(&server, None);
    assert_eq!(server.request("GET", "/readyz", None).unwrap().0, 200);
    assert_eq!(creates(&server).0, 201);
    assert_eq!(server.request("GET", &kept, None).unwrap().0, 200);
}
