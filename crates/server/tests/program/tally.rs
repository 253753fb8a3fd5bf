//! `roundtable tally` on files and standard input.

use crate::server::{complaint, roundtable, run, said};
use std::{fs, io::Write, process::Stdio};

#[test]
fn a_file_is_counted_as_a_table_and_as_json() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("b.txt"), "3,Ana>Ben\n2,Ben>Cy\n2,Cy>Ben\n").unwrap();
    assert!(said(&run(folder.path(), &["tally", "b.txt"])).contains("Ben"));
    let json: serde_json::Value =
        serde_json::from_str(&said(&run(folder.path(), &["tally", "b.txt", "--json"]))).unwrap();
    assert_eq!((json["totalVotes"].as_u64(), json["winner"].as_str()), (Some(7), Some("Ben")), "{json}");
}

#[test]
fn standard_input_and_json_lines_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = roundtable(folder.path())
        .args(["tally", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"{\"n\":3,\"r\":[\"A\",\"B\"]}\n{\"r\":[\"B\"]}\n").unwrap();
    let json: serde_json::Value = serde_json::from_str(&said(&child.wait_with_output().unwrap())).unwrap();
    assert_eq!(json["winner"], "A");
}

#[test]
fn a_bad_line_is_named_and_an_empty_file_is_no_votes() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.txt"), "3,Ana>Ben\nmany,Ben\n").unwrap();
    assert!(complaint(&run(folder.path(), &["tally", "bad.txt"])).contains("line 2"));
    fs::write(folder.path().join("empty.txt"), "").unwrap();
    assert!(said(&run(folder.path(), &["tally", "empty.txt"])).to_lowercase().contains("no votes"));
    assert!(complaint(&run(folder.path(), &["tally", "nowhere.txt"])).contains("nowhere.txt"));
}
