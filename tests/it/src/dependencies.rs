//! No crate names a dependency that its sources do not use.

use crate::workspace::{ROOT, files, metadata};
use cargo_metadata::{Dependency, DependencyKind, Package};
use std::path::{Path, PathBuf};

/// What is never named in sources: the crate, the dependency, and why it is there.
const UNNAMED: [(&str, &str, &str); 7] = [
    ("it", "axum", POOL),
    ("it", "data-encoding", POOL),
    ("it", "p256", POOL),
    ("it", "local-server", PROVIDER),
    ("it", "reqwest", PROVIDER),
    ("it", "rustls", PROVIDER),
    ("it", "sha2", PROVIDER),
];
const POOL: &str = "in pool.rs, a module that outbound's tests lend";
const PROVIDER: &str = "in provider.rs, a module that identity's tests lend";

/// The sources of a package, without comments: what is built into it, or all with its tests.
fn sources(package: &Package, with_tests: bool) -> Vec<String> {
    let folder = package.manifest_path.parent().expect("a folder").as_std_path();
    let of = |name: &str| -> Vec<PathBuf> {
        let inside = folder.join(name);
        if inside.is_dir() { files(&inside, &["rs", "html"]) } else { Vec::new() }
    };
    let mut found: Vec<_> = ["src", "templates"].into_iter().flat_map(of).collect();
    if with_tests {
        found.extend(["tests", "benches"].into_iter().flat_map(of));
    }
    found.push(folder.join("build.rs"));
    found
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .map(|text| without_comments(&text))
        .collect()
}

fn without_comments(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn names(text: &str, word: &str) -> bool {
    let of_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(of_word) && !after.is_some_and(of_word)
    })
}

fn is_used(package: &Package, dependency: &Dependency) -> bool {
    let name = dependency.rename.as_ref().unwrap_or(&dependency.name).replace('-', "_");
    let excused = UNNAMED.iter().any(|(from, to, _)| *package.name == *from && dependency.name == *to);
    let with_tests = dependency.kind == DependencyKind::Development;
    excused || sources(package, with_tests).iter().any(|text| names(text, &name))
}

#[test]
fn every_dependency_is_used() {
    let metadata = metadata();
    assert!(metadata.packages.len() > 10, "the workspace was read from {}", Path::new(ROOT).display());
    let unused: Vec<_> = metadata
        .packages
        .iter()
        .flat_map(|package| package.dependencies.iter().map(move |dependency| (package, dependency)))
        .filter(|(package, dependency)| !is_used(package, dependency))
        .map(|(package, dependency)| {
            format!("{} names {} and does not use it", package.name, dependency.name)
        })
        .collect();
    assert!(unused.is_empty(), "{}", unused.join("\n"));
}

#[test]
fn a_name_is_a_whole_word_outside_comments() {
    assert!(names("use http::Uri;", "http") && names("(http)", "http"));
    assert!(!names("let http_body = 1;", "http") && !names("xhttp::y", "http"));
    assert!(!names(&without_comments("  // http::Uri\nlet x = 1;"), "http"));
}
