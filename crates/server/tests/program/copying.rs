//! Copies between the two kinds of store, by the program itself.

use crate::{
    moving::export,
    server::{complaint, run, said},
    tables::Tables,
};
use std::{path::Path, time::Duration};

const OUT: [&str; 5] = ["copy", "--from", "embedded", "--to", "dynamodb"];
const BACK: [&str; 5] = ["copy", "--from", "dynamodb", "--to", "embedded"];

/// A folder with the example of every feature in it.
fn example() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    said(&run(folder.path(), &["demo"]));
    folder
}

fn new_folder(key_of: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("data")).unwrap();
    std::fs::copy(key_of.join("data/secret.key"), folder.path().join("data/secret.key")).unwrap();
    folder
}

#[test]
fn from_embedded_to_dynamodb_and_back_every_export_is_the_same() {
    let folder = example();
    let tables = Tables::create(folder.path());
    let before = export(folder.path(), &[]);
    let text = said(&tables.run(folder.path(), &OUT));
    assert!(text.contains("ranked-choice-polls") && text.contains("the same on both sides"), "{text}");
    let of_dynamo = said(&tables.run(folder.path(), &["export", "--store", "dynamodb"]));
    assert_eq!(of_dynamo, before);
    let back = new_folder(folder.path());
    said(&tables.run(back.path(), &BACK));
    assert_eq!(export(back.path(), &[]), before);
    said(&run(back.path(), &["doctor"]));
    let refusal = complaint(&tables.run(folder.path(), &OUT));
    assert!(refusal.contains("is not empty"), "a second copy into the same tables: {refusal}");
}

#[test]
fn copies_killed_at_any_moment_go_on_and_end_the_same() {
    let folder = example();
    let tables = Tables::create(folder.path());
    let before = export(folder.path(), &[]);
    for millis in [250, 400, 700, 1_100] {
        tables.kill(folder.path(), &OUT, Duration::from_millis(millis));
    }
    let finish = |folder: &Path, arguments: &[&str]| {
        let output = tables.run(folder, arguments);
        // One of the others may have been done before it was killed.
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() || error.contains("is not empty"), "{error}");
    };
    finish(folder.path(), &OUT);
    assert_eq!(said(&tables.run(folder.path(), &["export", "--store", "dynamodb"])), before);
    let back = new_folder(folder.path());
    for millis in [150, 300, 500] {
        tables.kill(back.path(), &BACK, Duration::from_millis(millis));
    }
    finish(back.path(), &BACK);
    assert_eq!(export(back.path(), &[]), before);
    said(&run(back.path(), &["doctor"]));
}

#[test]
fn a_copy_to_the_same_kind_of_store_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refusal = complaint(&run(folder.path(), &["copy", "--from", "embedded", "--to", "embedded"]));
    assert!(refusal.contains("must differ"), "{refusal}");
}
