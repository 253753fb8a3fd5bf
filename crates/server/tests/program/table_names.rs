//! Tables that have other names in DynamoDB than in the documents: every command finds them, and exports know nothing of it.

use crate::{
    moving::export,
    server::{Running, complaint, run, said},
    tables::Tables,
};
use std::fs;

/// Says in this folder's configuration which tables have another name; each name is this test's own.
fn configure(folder: &std::path::Path, tables: &Tables) -> Vec<(&'static str, String)> {
    let names: Vec<_> =
        [("Shareables", "shares"), ("InviterTable", "club.plans"), ("fus-main", "club_links")]
            .map(|(table, name)| (table, format!("{name}-{}", tables.prefix.trim_end_matches('-'))))
            .into();
    let lines = names.iter().map(|(table, name)| format!("{table} = {name:?}\n"));
    fs::write(folder.join("roundtable.toml"), format!("[table_names]\n{}", lines.collect::<String>()))
        .unwrap();
    names
}

#[test]
fn every_command_finds_tables_by_the_names_that_the_operator_gave() {
    let folder = tempfile::tempdir().unwrap();
    said(&run(folder.path(), &["demo"]));
    let before = export(folder.path(), &[]);
    let tables = Tables::unmade();
    let names = configure(folder.path(), &tables);

    let missing = complaint(&tables.run(folder.path(), &["export", "--store", "dynamodb"]));
    assert!(missing.contains("is missing"), "{missing}");
    said(&tables.run(folder.path(), &["tables", "create", "--store", "dynamodb"]));
    let described = said(&tables.run(folder.path(), &["tables", "describe", "--store", "dynamodb"]));
    let checked = said(&tables.run(folder.path(), &["check-config", "--store", "dynamodb"]));
    for (table, name) in &names {
        assert!(described.contains(name.as_str()), "{described}");
        assert!(!described.contains(&format!("{}{table}", tables.prefix)), "{described}");
        assert!(checked.contains(&format!("{table} is {name}")), "{checked}");
    }
    assert!(described.contains(&format!("{}Groups", tables.prefix)), "{described}");

    said(&tables.run(folder.path(), &["copy", "--from", "embedded", "--to", "dynamodb"]));
    assert_eq!(said(&tables.run(folder.path(), &["export", "--store", "dynamodb"])), before);
    said(&tables.run(folder.path(), &["doctor", "--store", "dynamodb"]));

    let server = Running::of(tables.command(folder.path(), &["serve", "--store", "dynamodb"]));
    let list = r#"{"entity":"checklist","name":"List","expiresAfter":7,"items":[{"name":"a"}]}"#;
    assert_eq!(server.request("POST", "/api/v1/shareables", Some(list)).unwrap().0, 201);
    let metrics = server.request("GET", "/metrics", None).unwrap().1;
    let (_, shares) = &names[0];
    assert!(metrics.contains(&format!("{{table=\"{shares}\",call=\"")), "{metrics}");
    drop(server);

    let other = Tables::unmade();
    configure(folder.path(), &other);
    said(&other.run(folder.path(), &["tables", "create", "--store", "dynamodb"]));
    fs::write(folder.path().join("all.jsonl"), &before).unwrap();
    said(&other.run(folder.path(), &["import", "--store", "dynamodb", "all.jsonl"]));
    assert_eq!(said(&other.run(folder.path(), &["export", "--store", "dynamodb"])), before);
}

#[test]
fn names_that_cannot_be_are_refused_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |table: &str, arguments: &[&str]| {
        fs::write(folder.path().join("roundtable.toml"), format!("[table_names]\n{table}\n")).unwrap();
        complaint(&run(folder.path(), arguments))
    };
    let dynamo = ["check-config", "--store", "dynamodb"];
    for (table, expected) in [
        ("Grups = \"club-groups\"", "no such table"),
        ("Groups = \"club\"\nVotes = \"club\"", "two tables called club"),
        ("Groups = \"Votes\"", "two tables called Votes"),
        ("Groups = \"a b c\"", "letters"),
        ("Groups = \"ab\"", "3 to 255"),
    ] {
        let complaint = refused(table, &dynamo);
        assert!(complaint.contains(expected), "{table}: {complaint}");
    }
    let prefixed = refused("Groups = \"rt-Votes\"", &[&dynamo[..], &["--table-prefix", "rt-"]].concat());
    assert!(prefixed.contains("two tables called rt-Votes"), "{prefixed}");
    for arguments in [&["serve", "--store", "dynamodb"][..], &["doctor", "--store", "dynamodb"]] {
        assert!(refused("Grups = \"club\"", arguments).contains("no such table"));
    }
    assert!(refused("Groups = \"club\"", &["check-config"]).contains("store to dynamodb"));
}
