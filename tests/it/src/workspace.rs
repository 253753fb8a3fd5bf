//! The shape of the workspace, kept by a test: who may know whom, and how long a file may grow.

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
pub const FEATURES: [&str; 5] = ["shareables", "rankings", "hangouts", "club", "movies"];
const ADAPTERS: [&str; 2] = ["store-embedded", "store-dynamodb"];
/// What tests of any crate may use on top: the real engines and the kit. Never another feature.
const FOR_TESTS: [&str; 7] =
    ["store-embedded", "store-dynamodb", "dynamodb-local", "local-server", "chromium", "stage", "kit"];
const LONGEST_FILE: usize = 500;

/// One crate of ours depending on another.
struct Edge {
    from: String,
    to: String,
    in_tests: bool,
}

/// Which of our crates a crate may know: these, or with `None` any.
fn may_know(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "server" | "bench" | "kit" | "it" | "browser" => return None,
        "kernel" | "tally" | "local-server" | "chromium" => &[],
        "dynamodb-local" => &["local-server"],
        "stage" => &[
            "kernel",
            "store",
            "outbound",
            "web",
            "identity",
            "store-embedded",
            "store-dynamodb",
            "dynamodb-local",
        ],
        "store" | "outbound" => &["kernel"],
        "portable" => &["kernel", "store"],
        "web" => &["kernel", "store", "outbound"],
        "identity" => &["kernel", "store", "outbound", "web"],
        "rankings" => &["kernel", "store", "outbound", "web", "identity", "tally"],
        feature if FEATURES.contains(&feature) => &["kernel", "store", "outbound", "web", "identity"],
        adapter if ADAPTERS.contains(&adapter) => &["kernel", "store"],
        // A crate not named above knows nobody until someone decides here what it may know.
        _ => &[],
    })
}

fn judge(edge: &Edge) -> Option<String> {
    let allowed = may_know(&edge.from)?;
    let to = edge.to.as_str();
    // A crate may turn on its own features for its own tests.
    if to == edge.from || allowed.contains(&to) || (edge.in_tests && FOR_TESTS.contains(&to)) {
        return None;
    }
    let known = if allowed.is_empty() { "no crate of ours".to_owned() } else { allowed.join(", ") };
    Some(format!("{} depends on {to}, but may know only: {known}", edge.from))
}

pub fn metadata() -> Metadata {
    let manifest = Path::new(ROOT).join("Cargo.toml");
    MetadataCommand::new().manifest_path(manifest).no_deps().exec().expect("cargo metadata")
}

fn our_edges() -> Vec<Edge> {
    let metadata = metadata();
    let ours: BTreeSet<String> = metadata.packages.iter().map(|package| package.name.to_string()).collect();
    let edges = metadata.packages.iter().flat_map(|package| {
        package.dependencies.iter().map(|dependency| Edge {
            from: package.name.to_string(),
            to: dependency.name.clone(),
            in_tests: dependency.kind == DependencyKind::Development,
        })
    });
    edges.filter(|edge| ours.contains(&edge.to)).collect()
}

/// Every file below `folder` whose name ends in one of these.
pub fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .flat_map(|path| match path.extension().and_then(|extension| extension.to_str()) {
            _ if path.is_dir() => files(&path, extensions),
            Some(extension) if extensions.contains(&extension) => vec![path],
            _ => Vec::new(),
        })
        .collect()
}

#[test]
fn crates_know_only_whom_they_may() {
    let edges = our_edges();
    assert!(edges.iter().any(|edge| edge.from == "server" && edge.to == "identity"), "the graph was read");
    let wrong: Vec<_> = edges.iter().filter_map(judge).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_wrong_dependency_would_be_refused_and_every_right_one_allowed() {
    let edge = |from: &str, to: &str, in_tests| Edge { from: from.into(), to: to.into(), in_tests };
    let wrong = [
        ("shareables", "rankings", false),
        ("rankings", "movies", true),
        ("club", "store-embedded", false),
        ("hangouts", "store-dynamodb", false),
        ("movies", "tally", false),
        ("store-embedded", "shareables", false),
        ("store-embedded", "web", true),
        ("store-dynamodb", "identity", false),
        ("web", "store-embedded", false),
        ("identity", "store-dynamodb", false),
        ("outbound", "store", false),
        ("web", "identity", false),
        ("kernel", "store", false),
        ("tally", "kernel", false),
        ("a-crate-nobody-decided-on", "kernel", false),
    ];
    for (from, to, in_tests) in wrong {
        assert!(judge(&edge(from, to, in_tests)).is_some(), "{from} on {to} must be refused");
    }
    let right = [
        ("server", "store-embedded", false),
        ("bench", "store-dynamodb", false),
        ("kit", "server", false),
        ("it", "rankings", true),
        ("rankings", "tally", false),
        ("club", "identity", false),
        ("shareables", "store-embedded", true),
        ("store-dynamodb", "dynamodb-local", true),
        ("outbound", "local-server", true),
        ("store-embedded", "store", false),
    ];
    for (from, to, in_tests) in right {
        assert_eq!(judge(&edge(from, to, in_tests)), None, "{from} on {to} is fine");
    }
}

#[test]
fn no_rust_file_is_longer_than_can_be_kept_in_mind() {
    let found: Vec<_> =
        ["crates", "tests"].iter().flat_map(|folder| files(&Path::new(ROOT).join(folder), &["rs"])).collect();
    assert!(found.len() > 20, "only {} files found", found.len());
    let lines = |path: &PathBuf| std::fs::read_to_string(path).expect("a text file").lines().count();
    let long: Vec<_> =
        found.iter().map(|path| (lines(path), path)).filter(|(lines, _)| *lines > LONGEST_FILE).collect();
    assert!(long.is_empty(), "past {LONGEST_FILE} lines: {long:#?}");
}

#[test]
fn where_no_tests_are_run_there_are_none() {
    let metadata = metadata();
    for package in &metadata.packages {
        let folder = |target: &cargo_metadata::Target| target.src_path.parent().map(ToOwned::to_owned);
        let tested: Vec<_> = package.targets.iter().filter(|target| target.test).map(folder).collect();
        for target in
            package.targets.iter().filter(|target| !target.test && !tested.contains(&folder(target)))
        {
            let folder = folder(target).expect("a file is in a folder");
            for file in files(folder.as_std_path(), &["rs"]) {
                let text = std::fs::read_to_string(&file).expect("a text file");
                assert!(
                    !text.contains("cfg(test)") && !text.contains("::test]"),
                    "{file:?} has tests that are not run"
                );
            }
        }
    }
}
