//! Backups, exports and imports, as an operator meets them.

use crate::{
    kill,
    letters::Letters,
    server::{Running, complaint, roundtable, run, said, times},
    traffic::{Servers, Traffic},
};
use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    process::{Output, Stdio},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread::sleep,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// More requests and creations than anyone makes by hand.
const LOAD: [&str; 4] = ["--creations-per-hour", "1000000", "--requests-per-second", "0"];

/// Creates a poll with this title, and says whether the server took it.
pub fn create(server: &Running, title: &str) -> bool {
    let body = format!(r#"{{"title":"{title}","candidates":["Go","Rust","Zig"]}}"#);
    matches!(server.request("POST", "/api/v1/ranked-polls", Some(&body)), Some((201, _)))
}

/// A folder with some polls in it, and no server running.
fn filled(polls: usize) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path(), &LOAD);
    for number in 0..polls {
        assert!(create(&server, &format!("poll {number}")));
    }
    folder
}

pub fn export(folder: &Path, options: &[&str]) -> String {
    said(&run(folder, &[&["export"], options].concat()))
}

/// A new folder with the key file of another.
fn with_key_of(folder: &Path) -> TempDir {
    let new = tempfile::tempdir().unwrap();
    fs::create_dir(new.path().join("data")).unwrap();
    fs::copy(folder.join("data/secret.key"), new.path().join("data/secret.key")).unwrap();
    new
}

fn path_text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn import(folder: &Path, text: &str) -> Output {
    let mut child = roundtable(folder)
        .args(["import", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses early does not read on.
    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), text.as_bytes());
    child.wait_with_output().unwrap()
}

/// The polls of each writer that an export holds.
fn titles(export: &str) -> HashSet<String> {
    let titles = export.lines().filter_map(|line| line.split(r#""title":{"S":""#).nth(1));
    titles.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

const WRITERS: usize = 2;

/// Takes a backup a second; each with what the writers had been told by then.
fn backups(folder: &Path, created: &[AtomicUsize]) -> Vec<(PathBuf, Vec<usize>)> {
    let take = |number: usize| {
        let file = folder.join(format!("{number}.backup"));
        let began = Instant::now();
        let before = created.iter().map(|count| count.load(Ordering::Relaxed)).collect();
        let text = said(&run(folder, &["backup", path_text(&file)]));
        assert!(text.contains("secret.key is not in the backup"), "{text}");
        sleep(Duration::from_secs(1).saturating_sub(began.elapsed()));
        (file, before)
    };
    (0..times("BACKUPS", 6)).map(take).collect()
}

/// Polls with numbers, one after another, until told to stop.
fn number_polls(server: &Running, writer: usize, created: &AtomicUsize, stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        let number = created.load(Ordering::Relaxed);
        assert!(create(server, &format!("writer {writer} number {number}")));
        created.store(number + 1, Ordering::Relaxed);
    }
}

#[test]
fn every_backup_taken_under_the_traffic_of_every_feature_restores_to_one_moment() {
    let (folder, letters, servers) = (kill::with_accounts(), Letters::listen(), Servers::default());
    let server = kill::start(folder.path(), &letters);
    servers.are([server.address]);
    let traffic = Traffic::begin(&servers);
    let created: [AtomicUsize; WRITERS] = Default::default();
    let stop = AtomicBool::new(false);
    let backups = traffic.during(|| {
        std::thread::scope(|scope| {
            for (writer, created) in created.iter().enumerate() {
                let (server, stop) = (&server, &stop);
                scope.spawn(move || number_polls(server, writer, created, stop));
            }
            let taken = backups(folder.path(), &created);
            stop.store(true, Ordering::Relaxed);
            taken
        })
    });
    drop(server);
    for (file, before) in backups {
        let new = with_key_of(folder.path());
        said(&run(new.path(), &["restore", path_text(&file)]));
        let titles = titles(&export(new.path(), &[]));
        for (writer, before) in before.into_iter().enumerate() {
            let has = |number: usize| titles.contains(&format!("writer {writer} number {number}"));
            let first_missing = (0..=titles.len()).find(|number| !has(*number)).unwrap();
            assert!(first_missing >= before, "what was acknowledged before the backup is in it");
            assert!(
                (first_missing..first_missing + 50).all(|number| !has(number)),
                "one moment, without gaps"
            );
        }
        said(&run(new.path(), &["doctor"]));
        let restored = kill::start(new.path(), &letters);
        servers.are([restored.address]);
        traffic.pictures_are_there();
        assert!(create(&restored, "after the restore"));
    }
}

#[test]
fn uploaded_files_go_with_backups_and_exports_and_stay_where_they_are_in_a_copy() {
    let (folder, letters, servers) = (kill::with_accounts(), Letters::listen(), Servers::default());
    let server = kill::start(folder.path(), &letters);
    servers.are([server.address]);
    let traffic = Traffic::begin(&servers);
    traffic.during(|| sleep(Duration::from_millis(300)));
    drop(server);
    let backup = folder.path().join("with pictures.backup");
    assert!(said(&run(folder.path(), &["backup", path_text(&backup)])).contains(" uploaded files to "));
    let whole = export(folder.path(), &[]);
    assert_eq!(whole.lines().filter(|line| line.starts_with(r#"{"file":"#)).count(), 1, "one picture");
    for command in ["restore", "import"] {
        let new = with_key_of(folder.path());
        said(&run(new.path(), &[command, path_text(&backup)]));
        assert_eq!(export(new.path(), &[]), whole, "by {command}");
        let server = kill::start(new.path(), &letters);
        servers.are([server.address]);
        traffic.pictures_are_there();
    }
}

#[test]
fn what_is_exported_imported_and_exported_again_is_the_same_to_the_byte() {
    let folder = filled(30);
    let first = export(folder.path(), &[]);
    assert!(first.starts_with(r#"{"roundtable":{"version":2,"fingerprint":""#), "{first}");
    let file = folder.path().join("all.jsonl");
    said(&run(folder.path(), &["export", path_text(&file)]));
    assert_eq!(fs::read_to_string(&file).unwrap(), first);
    assert!(complaint(&run(folder.path(), &["export", path_text(&file)])).contains("is there already"));

    let new = with_key_of(folder.path());
    said(&run(new.path(), &["import", path_text(&file)]));
    assert_eq!(export(new.path(), &[]), first);
    let server = Running::start(new.path(), &[]);
    let beside = export(new.path(), &[]);
    // A server that has started goes on filling the pool of ids, so there may be more, and another sum at the end.
    let there: HashSet<&str> = beside.lines().collect();
    let items = first.lines().filter(|line| !line.starts_with(r#"{"end":"#));
    let missing: Vec<_> = items.filter(|line| !there.contains(line)).collect();
    assert!(missing.is_empty(), "beside a running server: {missing:?}");
    drop(server);
    assert!(complaint(&import(new.path(), &first)).contains("is not empty"));
}

#[test]
fn an_export_that_was_cut_off_or_changed_is_refused() {
    let folder = filled(5);
    let whole = export(folder.path(), &[]);
    let cut_off = whole[..whole.len() / 2].to_owned();
    let changed = whole.replacen("poll 3", "poll 9", 1);
    for (text, why) in [(cut_off, "cut off"), (changed, "checksum"), ("noise\n".to_owned(), "not an export")]
    {
        let new = with_key_of(folder.path());
        let output = import(new.path(), &text);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && error.contains(why), "{error}");
        if why == "not an export" {
            continue;
        }
        let started = complaint(&run(new.path(), &["serve", "--listen", "127.0.0.1:0"]));
        assert!(started.contains("not all of it is here"), "{started}");
        said(&import(new.path(), &whole));
        assert_eq!(export(new.path(), &[]), whole, "the whole export finishes what the broken one began");
    }
}

#[test]
fn a_damaged_backup_restores_nothing() {
    let folder = filled(5);
    let backup = folder.path().join("backup");
    said(&run(folder.path(), &["backup", path_text(&backup)]));
    let bytes = fs::read(&backup).unwrap();
    fs::write(&backup, &bytes[..bytes.len() - 20]).unwrap();
    let new = with_key_of(folder.path());
    assert!(!run(new.path(), &["restore", path_text(&backup)]).status.success());
    let left: Vec<_> =
        fs::read_dir(new.path().join("data")).unwrap().map(|one| one.unwrap().file_name()).collect();
    assert_eq!(left, ["secret.key"]);
    fs::write(&backup, &bytes).unwrap();
    said(&run(new.path(), &["restore", path_text(&backup)]));
    assert_eq!(export(new.path(), &[]), export(folder.path(), &[]));
}

#[test]
fn a_backup_is_restored_only_into_an_empty_folder_and_under_its_own_key() {
    let folder = filled(3);
    let backup = folder.path().join("backup");
    said(&run(folder.path(), &["backup", path_text(&backup)]));
    assert!(complaint(&run(folder.path(), &["restore", path_text(&backup)])).contains("is not empty"));

    let without_key = tempfile::tempdir().unwrap();
    let text = said(&run(without_key.path(), &["restore", path_text(&backup)]));
    assert!(text.contains("put it at data/secret.key before starting"), "{text}");

    let other = with_key_of(filled(0).path());
    let refusal = complaint(&run(other.path(), &["restore", path_text(&backup)]));
    assert!(refusal.contains("belongs to another key file"), "{refusal}");
    said(&run(other.path(), &["restore", path_text(&backup), "--accept-other-key"]));
    drop(Running::start(other.path(), &[]));
    assert_eq!(titles(&export(other.path(), &[])), titles(&export(folder.path(), &[])));
}

#[test]
fn beside_a_running_server_nothing_is_written_behind_its_back() {
    let folder = filled(2);
    let file = folder.path().join("all.jsonl");
    said(&run(folder.path(), &["export", path_text(&file)]));
    let _server = Running::start(folder.path(), &[]);
    for arguments in [
        vec!["import", path_text(&file)],
        vec!["copy", "--from", "dynamodb", "--to", "embedded", "--dynamodb-endpoint", "http://127.0.0.1:1"],
        vec!["serve", "--listen", "127.0.0.1:0"],
    ] {
        let refusal = complaint(&run(folder.path(), &arguments));
        assert!(refusal.contains("is in use by another process"), "{arguments:?}: {refusal}");
    }
    let refusal = complaint(&run(folder.path(), &["restore", path_text(&file)]));
    assert!(refusal.contains("is not empty"), "{refusal}");
    said(&run(folder.path(), &["doctor"]));
}

#[test]
fn a_folder_without_data_has_nothing_to_export() {
    let folder = tempfile::tempdir().unwrap();
    assert!(complaint(&run(folder.path(), &["export"])).contains("There is no data in data"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "and none is made");
}

/// Somebody else who can write where backups go leaves a link there, to have the data written elsewhere.
#[test]
fn a_backup_or_an_export_is_never_written_through_a_link() {
    let folder = filled(1);
    let elsewhere = folder.path().join("elsewhere");
    for command in ["backup", "export"] {
        let file = folder.path().join(format!("{command}.out"));
        std::os::unix::fs::symlink(&elsewhere, &file).unwrap();
        let refused = complaint(&run(folder.path(), &[command, path_text(&file)]));
        assert!(refused.contains("is there already"), "{refused}");
        fs::remove_file(&file).unwrap();
        let meanwhile = folder.path().join(format!("{command}.out.partial"));
        std::os::unix::fs::symlink(&elsewhere, &meanwhile).unwrap();
        said(&run(folder.path(), &[command, path_text(&file)]));
        assert!(fs::symlink_metadata(&file).unwrap().is_file() && !elsewhere.exists(), "{command}");
    }
}
