//! Copies between the two kinds of store, by the program itself.

use crate::{
    moving::{export, filled},
    server::{complaint, roundtable, run, said},
};
use std::{
    path::Path,
    process::{Command, Output, Stdio},
    time::Duration,
};

/// Tables of this test's own on DynamoDB Local.
struct Tables {
    endpoint: String,
    prefix: String,
}

impl Tables {
    fn create(folder: &Path) -> Self {
        let prefix = format!("copy-{}-", kernel::Rng::system().unwrap().uuid_v4().simple());
        let tables = Self { endpoint: dynamodb_local::endpoint(), prefix };
        said(&tables.run(folder, &["tables", "create", "--store", "dynamodb"]));
        tables
    }

    fn command(&self, folder: &Path, arguments: &[&str]) -> Command {
        let mut command = roundtable(folder);
        command
            .args(arguments)
            .args(["--dynamodb-endpoint", &self.endpoint, "--table-prefix", &self.prefix])
            .env("AWS_ACCESS_KEY_ID", dynamodb_local::ACCESS_KEY)
            .env("AWS_SECRET_ACCESS_KEY", dynamodb_local::SECRET_KEY)
            .env("AWS_REGION", dynamodb_local::REGION)
            .stdin(Stdio::null());
        command
    }

    fn run(&self, folder: &Path, arguments: &[&str]) -> Output {
        self.command(folder, arguments).output().unwrap()
    }

    /// Runs a command that is killed after a while, if it is not done by then.
    fn kill(&self, folder: &Path, arguments: &[&str], after: Duration) {
        let mut child =
            self.command(folder, arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(after);
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

const OUT: [&str; 5] = ["copy", "--from", "embedded", "--to", "dynamodb"];
const BACK: [&str; 5] = ["copy", "--from", "dynamodb", "--to", "embedded"];

fn new_folder(key_of: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("data")).unwrap();
    std::fs::copy(key_of.join("data/secret.key"), folder.path().join("data/secret.key")).unwrap();
    folder
}

#[test]
fn from_embedded_to_dynamodb_and_back_every_export_is_the_same() {
    let folder = filled(40);
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
    let folder = filled(300);
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
