//! A data file with damaged pages under a real server.

use crate::server::{Running, complaint, free_address, roundtable, run, said};
use std::{
    fs,
    io::{BufRead, BufReader, Read},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    process::Stdio,
};

const PAGE: usize = 4096;
/// As few pages in memory as can be had, and as many requests as a test sends.
const ARGUMENTS: [&str; 6] =
    ["--cache-mb", "1", "--creations-per-hour", "1000000", "--requests-per-second", "0"];

fn data_file(folder: &Path) -> PathBuf {
    folder.join("data/roundtable.redb")
}

fn creates(server: &Running, name: &str) -> Option<(u16, String)> {
    let note = "long ".repeat(900);
    let body =
        format!(r#"{{"entity":"checklist","name":"{name}","note":"{note}","expiresAfter":7,"items":[]}}"#);
    server.request("POST", "/api/v1/shareables", Some(&body))
}

/// Creates a checklist, and answers its address.
fn created(server: &Running, name: &str) -> String {
    let (status, made) = creates(server, name).unwrap();
    assert_eq!(status, 201, "{made}");
    let code = made.split(r#""shortId":""#).nth(1).unwrap().split('"').next().unwrap();
    format!("/api/v1/shareables/{code}")
}

fn status(server: &Running, path: &str) -> u16 {
    server.request("GET", path, None).unwrap().0
}

/// Overwrites every page in which this stands.
fn damage_pages_with(file: &Path, needle: &str) {
    let bytes = fs::read(file).unwrap();
    let open = fs::OpenOptions::new().write(true).open(file).unwrap();
    for (at, page) in (0..).zip(bytes.chunks(PAGE)) {
        if page.windows(needle.len()).any(|window| window == needle.as_bytes()) {
            open.write_all_at(&[0; PAGE], at * PAGE as u64).unwrap();
        }
    }
}

#[test]
fn a_damaged_page_takes_its_own_rows_and_the_server_goes_on_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Running::start(folder.path(), &ARGUMENTS);
    // Codes are drawn at random, and a page holds a list or two: with ten pages damaged, some of the creations below meet one.
    let lost: Vec<_> = (0..10).map(|number| created(&server, &format!("The needle {number}"))).collect();
    let others: Vec<_> = (0..40).map(|number| created(&server, &format!("List {number}"))).collect();
    server.terminate();
    server.child.wait().unwrap();
    said(&run(folder.path(), &["doctor", "--offline"]));
    damage_pages_with(&data_file(folder.path()), "The needle");
    let refused = run(folder.path(), &["doctor", "--offline"]);
    let listed = String::from_utf8_lossy(&refused.stdout).into_owned();
    assert!(listed.contains("Shareables: the rows "), "{listed}");
    assert!(listed.contains("checksums"), "{listed}");
    assert!(complaint(&refused).contains("roundtable restore"));

    let server = Running::start(folder.path(), &ARGUMENTS);
    assert!(complaint(&run(folder.path(), &["doctor", "--offline"])).contains("stop it first"));
    for path in &lost {
        assert_eq!(status(&server, path), 503);
    }
    // A page may hold a needle and its neighbour; it does not take all along. The file may be opened again at this moment.
    let readable = || others.iter().any(|path| status(&server, path) == 200);
    let mut waits = std::iter::repeat_with(|| std::thread::sleep(std::time::Duration::from_millis(100)));
    assert!(readable() || waits.by_ref().take(300).any(|()| readable()), "no other list can be read");
    let mut refused = 0;
    let mut made = Vec::new();
    for number in 0..200 {
        // Each refusal takes its tries; a few are enough.
        if refused >= 3 && made.len() >= 20 {
            break;
        }
        match creates(&server, &format!("Later {number}")).unwrap() {
            (201, answer) => made.push(answer.split(r#""shortId":""#).nth(1).unwrap()[..13].to_owned()),
            (status, answer) => {
                assert_eq!(status, 503, "{answer}");
                refused += 1;
                assert_eq!(status_of_ready(&server), 200, "the file was opened again");
            }
        }
    }
    assert!(refused > 0, "nothing met the damaged page: the test is too tame");
    assert!(made.len() >= 20, "only {} were made", made.len());
    for code in &made {
        assert_eq!(status(&server, &format!("/api/v1/shareables/{code}")), 200, "{code} was acknowledged");
    }
    // The doctor goes on past what cannot be read.
    let found = run(folder.path(), &["doctor"]);
    let text = String::from_utf8_lossy(&found.stdout).into_owned();
    assert!(text.contains("Shareables: the rows "), "{text}");
    assert!(text.contains("households agree with their people and rounds: fine"), "{text}");
}

fn status_of_ready(server: &Running) -> u16 {
    status(server, "/readyz")
}

#[test]
fn after_a_kill_every_row_is_read_and_what_cannot_be_read_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path(), &ARGUMENTS);
    created(&server, "The needle");
    for number in 0..40 {
        created(&server, &format!("List {number}"));
    }
    drop(server);
    damage_pages_with(&data_file(folder.path()), "The needle");
    let server = Running::start(folder.path(), &ARGUMENTS);
    let counted = || {
        let (_, text) = server.request("GET", "/metrics", None).unwrap();
        text.lines()
            .any(|line| line.starts_with("roundtable_store_unreadable_rows_total ") && !line.ends_with(" 0"))
    };
    let mut waits = std::iter::repeat_with(|| std::thread::sleep(std::time::Duration::from_millis(50)));
    assert!(waits.by_ref().take(600).any(|()| counted()), "nothing was counted");
}

#[test]
fn a_server_whose_file_cannot_be_opened_again_ends_and_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let address = free_address();
    let mut child = roundtable(folder.path())
        .args(["serve", "--listen", &address.to_string()])
        .args(ARGUMENTS)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut String::new()).unwrap();
    let mut log = child.stderr.take().unwrap();
    let log = std::thread::spawn(move || {
        let mut text = String::new();
        let _ = log.read_to_string(&mut text);
        text
    });
    let mut server = Running { child, address, set_up_code: None };
    for number in 0..400 {
        created(&server, &format!("List {number}"));
    }
    let file = data_file(folder.path());
    let length = usize::try_from(fs::metadata(&file).unwrap().len()).unwrap();
    let open = fs::OpenOptions::new().write(true).open(&file).unwrap();
    open.write_all_at(&vec![0; length - PAGE], PAGE as u64).unwrap();
    let answers = std::iter::repeat_with(|| creates(&server, "Later").map(|(status, _)| status));
    assert!(answers.take(2000).any(|status| status.is_none()), "the server goes on");
    assert!(!server.child.wait().unwrap().success());
    let log = log.join().unwrap();
    let last = log.trim_end().lines().last().unwrap();
    assert!(last.starts_with("roundtable: ") && last.contains("data/roundtable.redb is damaged"), "{log}");
    assert!(last.contains("roundtable restore"), "{last}");
    let again = complaint(&run(folder.path(), &["serve", "--listen", "127.0.0.1:0"]));
    assert!(again.contains("roundtable restore"), "{again}");
}
