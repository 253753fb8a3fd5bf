//! Imports name each row that they cannot read, with its line and the reason, and take in the others.

use crate::{
    moving::{create, export},
    server::{Running, complaint, run, said},
};
use std::fs;

/// An export of three polls of which one row has a number that is none.
fn export_with_a_bad_row(folder: &std::path::Path) -> (Vec<String>, usize) {
    let server = Running::start(folder, &[]);
    for title in ["one", "two", "three"] {
        assert!(create(&server, title));
    }
    drop(server);
    let mut lines: Vec<String> = export(folder, &[]).lines().map(str::to_owned).collect();
    let at = lines.iter().position(|line| line.contains(r#""title":{"S":"two"}"#)).unwrap();
    lines[at] = lines[at].replacen(r#"{"N":""#, r#"{"N":"about "#, 1);
    assert!(lines[at].contains("about "), "{}", lines[at]);
    (lines, at)
}

#[test]
fn an_import_names_the_rows_that_it_cannot_read_and_takes_in_the_others() {
    let (source, new) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (lines, at) = export_with_a_bad_row(source.path());
    fs::create_dir(new.path().join("data")).unwrap();
    fs::copy(source.path().join("data/secret.key"), new.path().join("data/secret.key")).unwrap();
    fs::write(new.path().join("all.jsonl"), lines.join("\n")).unwrap();
    let refused = run(new.path(), &["restore", "all.jsonl"]);
    assert!(!refused.status.success(), "a backup is restored whole or not at all");
    let imported = run(new.path(), &["import", "all.jsonl"]);
    assert_eq!(imported.status.code(), Some(1));
    let said_of = String::from_utf8_lossy(&imported.stdout).into_owned();
    let named = format!("  not read: line {}, ranked-choice-polls: ", at + 1);
    assert!(
        said_of.lines().any(|line| line.starts_with(&named) && line.contains("is no number")),
        "{said_of}"
    );
    let complaint = String::from_utf8_lossy(&imported.stderr).into_owned();
    assert!(complaint.contains("roundtable: 1 row could not be read; the others are here"), "{complaint}");
    let here = export(new.path(), &[]);
    assert!(here.contains(r#""title":{"S":"one"}"#) && !here.contains(r#""title":{"S":"two"}"#));

    // The mended line goes in by itself, and the server starts on the whole.
    let mended = lines[at].replace("about ", "");
    let row = format!("{{\"table\":\"ranked-choice-polls\",{}", mended.trim_start_matches('{'));
    fs::write(new.path().join("one.jsonl"), row).unwrap();
    assert!(
        said(&run(new.path(), &["import", "--into-existing", "one.jsonl"])).starts_with("1 row put back")
    );
    assert_eq!(export(new.path(), &[]), export(source.path(), &[]));
    assert_eq!(Running::start(new.path(), &[]).request("GET", "/readyz", None).unwrap().0, 200);
}

#[test]
fn rows_are_put_back_beside_those_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let _server = Running::start(folder.path(), &[]);
    let rows = [
        r#"{"table":"Groups","item":{"group_id":{"S":"g1"},"name":{"S":"Mill Lane"},"tags":{"SS":["a"]}}}"#,
        r#"{"table":"Grups","item":{"group_id":{"S":"g2"}}}"#,
        r#"{"table":"Groups","item":{"name":{"S":"without a key"}}}"#,
        "group_id,name",
        r#"{"table":"Groups","item":{"group_id":{"S":"g3"},"name":{"S":"Harbour"}}}"#,
    ];
    fs::write(folder.path().join("rows.jsonl"), rows.join("\n")).unwrap();
    let put = run(folder.path(), &["import", "--into-existing", "rows.jsonl"]);
    assert_eq!(put.status.code(), Some(1));
    let text = String::from_utf8_lossy(&put.stdout).into_owned();
    for expected in
        ["not read: line 2: there is no table Grups", "not read: line 3, Groups: ", "not read: line 4"]
    {
        assert!(text.contains(expected), "{expected} is not in {text}");
    }
    assert!(text.contains("2 rows put back; 0 were there already"), "{text}");
    assert!(complaint(&put).contains("3 rows could not be read"));
    let all = export(folder.path(), &[]);
    assert!(all.contains("Mill Lane") && all.contains("Harbour") && !all.contains("without a key"));
}
