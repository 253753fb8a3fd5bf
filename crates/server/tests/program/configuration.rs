//! Every mistake in the configuration is one clear sentence and a non-zero exit.

use crate::server::{complaint, roundtable, run, said};
use std::fs;

#[test]
fn a_wrong_flag_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["--lissten", "127.0.0.1:1"]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("unexpected argument '--lissten'"));
}

#[test]
fn an_unknown_key_in_the_file_is_named_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("roundtable.toml"), "listen = \"127.0.0.1:9\"\nlisen = 3\n").unwrap();
    let complaint = complaint(&run(folder.path(), &["check-config"]));
    assert!(complaint.contains("roundtable.toml, line 2") && complaint.contains("lisen"), "{complaint}");
}

#[test]
fn an_unknown_variable_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let output = roundtable(folder.path()).arg("check-config").env("ROUNDTABLE_LISEN", "x").output().unwrap();
    assert!(complaint(&output).contains("ROUNDTABLE_LISEN"));
}

#[test]
fn half_a_setting_and_impossible_combinations_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, expected) in [
        (vec!["--mail-url", "smtps://u:p@mail.example.org"], "mail_from"),
        (vec!["--mail-from", "a@example.org"], "mail_url"),
        (vec!["--dynamodb-endpoint", "http://127.0.0.1:8000"], "store to dynamodb"),
        (vec!["--table-prefix", "x-"], "store to dynamodb"),
        (vec!["--base-url", "ftp://example.org"], "base_url"),
        (vec!["--base-url", "https://example.org/sub"], "base_url"),
        (vec!["--cache-mb", "0"], "cache_mb"),
        (vec!["--config", "missing.toml"], "missing.toml"),
    ] {
        let output = run(folder.path(), &[arguments.as_slice(), &["check-config"]].concat());
        let complaint = complaint(&output);
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
    }
}

#[test]
fn flags_win_over_variables_and_variables_over_the_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("roundtable.toml"),
        "listen = \"127.0.0.1:1111\"\nbase_url = \"https://file.example\"\n",
    )
    .unwrap();
    let with = |flags: &[&str]| {
        let output = roundtable(folder.path())
            .args(flags)
            .arg("check-config")
            .env("ROUNDTABLE_LISTEN", "127.0.0.1:2222")
            .output()
            .unwrap();
        said(&output)
    };
    let from_variable = with(&[]);
    assert!(
        from_variable.contains("127.0.0.1:2222") && from_variable.contains("https://file.example"),
        "{from_variable}"
    );
    assert!(with(&["--listen", "127.0.0.1:3333"]).contains("127.0.0.1:3333"));
}

#[test]
fn a_proxy_that_nobody_named_is_warned_of() {
    let folder = tempfile::tempdir().unwrap();
    let warns = |flags: &[&str]| {
        let said = said(&run(folder.path(), &[flags, &["check-config"]].concat()));
        assert!(said.ends_with("The configuration is fine.\n"), "{said}");
        said.contains(
            "Warning: base_url is an address that a proxy answers at, but trusted_proxies names none",
        )
    };
    let public = ["--base-url", "https://table.example.org"];
    assert!(warns(&public));
    assert!(!warns(&[public.as_slice(), &["--trusted-proxies", "127.0.0.1/32"]].concat()));
    assert!(warns(&["--base-url", "http://table.example.org"]), "nobody else reaches 127.0.0.1:8080");
    assert!(!warns(&["--base-url", "http://nas.local:8080", "--listen", "0.0.0.0:8080"]), "straight there");
    assert!(!warns(&["--base-url", "http://localhost:8080"]) && !warns(&[]));
}

#[test]
fn secrets_are_not_printed() {
    let folder = tempfile::tempdir().unwrap();
    let flags = [
        "--mail-url",
        "smtps://u:hunter22@mail.example.org",
        "--mail-from",
        "T <t@example.org>",
        "check-config",
    ];
    assert!(!said(&run(folder.path(), &flags)).contains("hunter22"));
}
