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
        (
            vec!["--mail-url", "smtps://mail.example.org", "--mail-from", "a@example.org"],
            "mail_url needs base_url",
        ),
        (vec!["--oidc-issuer", "https://a.example", "--oidc-client-id", "x"], "oidc_issuer needs base_url"),
        (
            vec!["--apns-key-id", "x", "--base-url", "https://a.example"],
            "apns_key_file, apns_key_id, apns_team_id",
        ),
        (vec!["--apns-sandbox", "on"], "are all needed"),
        (
            ["--apns-key-file", "a.p8", "--apns-key-id", "k", "--apns-team-id", "t", "--apns-topic", "a"]
                .to_vec(),
            "apns_key_file needs base_url",
        ),
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
fn a_network_of_everyone_is_no_proxy_and_a_wide_one_is_warned_of() {
    let folder = tempfile::tempdir().unwrap();
    let with = |network: &str| run(folder.path(), &["--trusted-proxies", network, "check-config"]);
    for everyone in ["0.0.0.0/0", "::/0"] {
        assert!(complaint(&with(everyone)).contains("must not be everyone"), "{everyone}");
    }
    let warns =
        |network| said(&with(network)).contains("Warning: trusted_proxies names a network of millions");
    assert!(warns("10.0.0.0/7") && warns("fc00::/7"));
    assert!(!warns("10.0.0.0/8") && !warns("127.0.0.1/32,::1/128"));
}

#[test]
fn secrets_are_not_printed() {
    let folder = tempfile::tempdir().unwrap();
    let flags = [
        "--mail-url",
        "smtps://u:hunter22@mail.example.org",
        "--mail-from",
        "T <t@example.org>",
        "--base-url",
        "https://table.example.org",
        "check-config",
    ];
    assert!(!said(&run(folder.path(), &flags)).contains("hunter22"));
}

/// Whoever looks over somebody's shoulder, or reads a log of what was tried, learns no value of the environment.
#[test]
fn help_and_errors_show_no_value_of_the_environment() {
    const SECRET: &str = "hunter22";
    let folder = tempfile::tempdir().unwrap();
    let options = server::cli::command();
    let variables: Vec<_> = options.get_arguments().filter_map(|arg| arg.get_env()).collect();
    assert!(variables.len() > 20);
    for arguments in [vec!["--help"], vec!["help"], vec!["account", "create", "--help"]] {
        let mut command = roundtable(folder.path());
        for name in &variables {
            command.env(name, SECRET);
        }
        let output = command.args(arguments).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && text.contains("Usage") && !text.contains(SECRET), "{text}");
    }
    for name in &variables {
        let output = roundtable(folder.path()).arg("check-config").env(name, SECRET).output().unwrap();
        let text =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let is_path = ["CONFIG", "DATA", "KEY_FILE", "CA_FILE", "FILES"]
            .iter()
            .any(|end| name.to_string_lossy().ends_with(end));
        assert!(output.status.success() || is_path || !text.contains(SECRET), "{name:?}: {text}");
    }
}
