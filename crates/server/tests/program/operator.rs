//! Commands on the data: beside a running server they go through its socket; without one they do the work themselves.

use crate::{
    letters::Letters,
    server::{Running, complaint, free_address, roundtable, run, said},
};
use kernel::SystemClock;
use std::{
    io::Write,
    path::Path,
    process::{Output, Stdio},
    sync::Arc,
};
use store::{Item, Key, Store, Value};
use store_embedded::EmbeddedStore;

fn create_account(folder: &Path, email: &str, role: &str) -> Output {
    let mut child = roundtable(folder)
        .args(["account", "create", email, "--name", "Ana", "--role", role])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"a long enough password\n").unwrap();
    child.wait_with_output().unwrap()
}

fn log_in(server: &Running, email: &str) -> (u16, String) {
    let body = format!(r#"{{"email":"{email}","password":"a long enough password"}}"#);
    server.request("POST", "/api/v1/auth/login", Some(&body)).unwrap()
}

#[test]
fn an_account_made_without_a_server_can_sign_in_later() {
    let folder = tempfile::tempdir().unwrap();
    said(&create_account(folder.path(), "ana@example.org", "Admin"));
    let server = Running::start(folder.path(), &[]);
    let (status, answer) = log_in(&server, "ana@example.org");
    assert!(status == 200 && answer.contains("Admin"), "{answer}");
}

#[test]
fn beside_a_running_server_accounts_doctor_and_taking_down_go_through_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path(), &[]);
    said(&create_account(folder.path(), "root@example.org", "SuperAdmin"));
    said(&create_account(folder.path(), "ben@example.org", "Manager"));
    assert_eq!(log_in(&server, "ben@example.org").0, 200);
    assert!(complaint(&create_account(folder.path(), "ben@example.org", "Manager")).contains("email"));
    assert!(said(&run(folder.path(), &["account", "reset", "ben@example.org"])).contains("/reset"));
    said(&run(folder.path(), &["account", "set-role", "ben@example.org"]));
    said(&run(folder.path(), &["doctor"]));

    let body = r#"{"entity":"checklist","name":"Gone soon","expiresAfter":1,"items":[{"name":"a"}]}"#;
    let (_, answer) = server.request("POST", "/api/v1/shareables", Some(body)).unwrap();
    let code = answer.split(r#""shortId":""#).nth(1).unwrap().split('"').next().unwrap();
    said(&run(folder.path(), &["shareable", "delete", &code.to_uppercase()]));
    assert_eq!(server.request("GET", &format!("/api/v1/shareables/{code}"), None).unwrap().0, 404);
}

#[test]
fn keys_lists_the_documents_tables() {
    let folder = tempfile::tempdir().unwrap();
    let text = said(&run(folder.path(), &["keys"]));
    for expected in [
        "Shareables (pk S, sk S",
        "ShortIdPool (pk N, sk S",
        "ranked-choice-polls (PK S, SK S",
        "Users (user_id S",
        "email-index (email S",
    ] {
        assert!(text.contains(expected), "{expected} is missing: {text}");
    }
}

#[test]
fn tables_are_for_dynamodb_only() {
    let folder = tempfile::tempdir().unwrap();
    assert!(complaint(&run(folder.path(), &["tables", "create"])).contains("--store dynamodb"));
}

/// A vote that somebody left behind whose poll is gone.
async fn leave_a_vote_behind(folder: &Path) {
    let table = &rankings::tables::RANKED_CHOICE_POLLS;
    let (poll, vote) = ("123e4567-e89b-12d3-a456-426614174000", "987fcdeb-51a2-43d1-b234-567890abcdef");
    let item = Item::new()
        .with("id", vote)
        .with("pollId", poll)
        .with("rankings", Value::L(vec!["Go".into()]))
        .with("votedAt", "2024-01-15T14:22:00Z")
        .with_key(table, Key::new(format!("POLL#{poll}"), format!("VOTE#{vote}")));
    let file = folder.join("data/roundtable.redb");
    let options = store_embedded::Options::new(file, server::compose::tables(), Arc::new(SystemClock));
    let store = EmbeddedStore::open(options).unwrap();
    store.write(store::Write::put(table, item)).await.unwrap();
}

#[tokio::test]
async fn the_doctor_names_what_is_wrong_where_and_what_to_do_and_mends_it() {
    let folder = tempfile::tempdir().unwrap();
    drop(Running::start(folder.path(), &[]));
    said(&run(folder.path(), &["doctor"]));
    leave_a_vote_behind(folder.path()).await;
    let found = run(folder.path(), &["doctor"]);
    assert_eq!(found.status.code(), Some(1));
    let text = String::from_utf8(found.stdout).unwrap();
    let finding = text.lines().find(|line| line.starts_with("  wrong: ")).unwrap();
    assert!(finding.contains("(ranked-choice-polls POLL#123e4567"), "the key: {finding}");
    assert!(finding.contains("To do: mend it with: roundtable doctor --repair."), "the remedy: {finding}");
    let mended = said(&run(folder.path(), &["doctor", "--repair"]));
    assert!(mended.contains("  mended: "), "{mended}");
    assert!(!said(&run(folder.path(), &["doctor"])).contains("wrong"));

    // What was removed is in a file of the data folder, and comes back from there, also beside a running server.
    let kept = mended.lines().find_map(|line| line.split("import --into-existing ").nth(1)).unwrap();
    assert!(kept.starts_with("data/removed-"), "{kept}");
    let _server = Running::start(folder.path(), &[]);
    let back = said(&run(folder.path(), &["import", "--into-existing", kept]));
    assert!(back.starts_with("1 row put back"), "{back}");
    assert_eq!(run(folder.path(), &["doctor"]).status.code(), Some(1));
    let vote = ["POLL#123e4567-e89b-12d3-a456-426614174000", "VOTE#987fcdeb-51a2-43d1-b234-567890abcdef"];
    let remove = ["doctor", "--remove", "ranked-choice-polls", vote[0], vote[1]];
    assert!(said(&run(folder.path(), &remove)).starts_with("1 row removed and kept in "));
    said(&run(folder.path(), &["doctor"]));
    assert!(complaint(&run(folder.path(), &remove)).contains("Not there: ranked-choice-polls POLL#"));
}

#[test]
fn a_test_letter_goes_out_where_mail_is_configured() {
    let (folder, letters) = (tempfile::tempdir().unwrap(), Letters::listen());
    let refusal = complaint(&run(folder.path(), &["mail", "test", "ana@example.org"]));
    assert!(refusal.contains("set mail_url and mail_from"), "{refusal}");
    let (url, base) = (letters.url(), "http://localhost:8080");
    let configured = ["--mail-url", &url, "--mail-from", "table@example.org", "--base-url", base];
    let text = said(&run(folder.path(), &[&["mail", "test", "ana@example.org"][..], &configured].concat()));
    assert!(text.contains("has taken a letter to ana@example.org"), "{text}");
    assert_eq!(letters.about("ana@example.org", "A test from Roundtable"), 1);
}

#[test]
fn health_is_what_the_server_here_says_of_itself() {
    let folder = tempfile::tempdir().unwrap();
    let nobody = free_address().to_string();
    assert!(complaint(&run(folder.path(), &["health", "--listen", &nobody])).contains("Nothing answers"));
    let server = Running::start(folder.path(), &[]);
    assert_eq!(said(&run(folder.path(), &["health", "--listen", &server.address.to_string()])), "ready\n");
}

#[test]
fn completions_and_the_manual_know_every_command() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in
        [vec!["completions", "bash"], vec!["completions", "zsh"], vec!["completions", "fish"], vec!["man"]]
    {
        let text = said(&run(folder.path(), &arguments));
        for command in ["backup", "doctor", "shareable", "tally"] {
            assert!(text.contains(command), "{command} in {arguments:?}");
        }
    }
}

#[test]
fn a_new_signing_key_ends_what_was_signed_and_says_so_and_keeps_sessions_and_passcodes() {
    let folder = tempfile::tempdir().unwrap();
    let create = r#"{"entity":"checklist","name":"Supper","expiresAfter":7,"items":[{"name":"a"}],"viewPasscode":"velvet curtain"}"#;
    let server = Running::start(folder.path(), &[]);
    let (status, made) = server.request("POST", "/api/v1/shareables", Some(create)).unwrap();
    assert_eq!(status, 201, "{made}");
    let field = |answer: &str, name: &str| {
        let rest = answer.split(&format!("\"{name}\":\"")).nth(1).unwrap();
        rest.split('"').next().unwrap().to_owned()
    };
    let (code, token) = (field(&made, "shortId"), field(&made, "adminToken"));
    let path = format!("/api/v1/shareables/{code}");
    let access = |server: &Running| {
        let body = Some(r#"{"passcode":"velvet curtain"}"#);
        server.request("POST", &format!("{path}/access"), body).unwrap().0
    };
    let opens = |server: &Running| server.request_as(&token, "GET", &path).unwrap();
    assert_eq!((opens(&server), access(&server)), (200, 200));
    drop(server);
    let usual = said(&run(folder.path(), &["rotate-key"]));
    assert!(!usual.contains("signing"), "{usual}");
    let server = Running::start(folder.path(), &[]);
    assert_eq!((opens(&server), access(&server)), (200, 200), "a new sealing key ends nothing");
    drop(server);
    let all = said(&run(folder.path(), &["rotate-key", "--all"]));
    assert!(
        all.contains("tokens that open a share") && all.contains("cursors") && all.contains("Sessions"),
        "{all}"
    );
    let server = Running::start(folder.path(), &[]);
    assert_eq!((opens(&server), access(&server)), (401, 200), "the token ends, the passcode is good");
}
