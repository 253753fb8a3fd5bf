//! The rooms of a feature, and how its files are kept: the same in every one, so that whoever knows one knows all.

use crate::workspace::{FEATURES, ROOT, files};
use std::path::{Path, PathBuf};

/// Files that every feature has.
const ROOMS: [&str; 12] = [
    "lib.rs",
    "tables.rs",
    "keys.rs",
    "urls.rs",
    "stored.rs",
    "model.rs",
    "gate.rs",
    "service.rs",
    "http.rs",
    "pages.rs",
    "error.rs",
    "doctor.rs",
];
const LONGEST_TEMPLATE_LINE: usize = 140;
/// How the addresses of each feature's things begin; its `urls.rs` alone builds them, and its routers name them.
const ADDRESSES: [(&str, &[&str]); 5] = [
    ("shareables", &["/s/"]),
    ("rankings", &["/r/"]),
    ("hangouts", &["/groups/", "/hangouts/"]),
    ("club", &["/club/", "/squash/"]),
    ("movies", &["/movies/"]),
];

fn features() -> impl Iterator<Item = &'static str> {
    FEATURES.into_iter().chain(["identity"])
}

fn source(feature: &str) -> PathBuf {
    Path::new(ROOT).join("crates").join(feature).join("src")
}

/// A path as the repository names it.
fn shown(path: &Path) -> String {
    path.strip_prefix(ROOT).unwrap_or(path).display().to_string()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a text file")
}

#[track_caller]
fn none(wrong: Vec<String>) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_feature_has_the_same_rooms() {
    let missing = |feature| ROOMS.into_iter().filter(move |room| !source(feature).join(room).is_file());
    let all =
        features().flat_map(|feature| missing(feature).map(move |room| format!("{feature} has no {room}")));
    none(all.collect());
}

#[test]
fn a_module_stands_beside_its_folder() {
    let sources = files(&Path::new(ROOT).join("crates"), &["rs"]).into_iter();
    let in_src = sources.filter(|path| path.components().any(|part| part.as_os_str() == "src"));
    none(in_src.filter(|path| path.ends_with("mod.rs")).map(|path| shown(&path)).collect());
}

#[test]
fn the_lines_of_a_template_can_be_read() {
    let mut wrong = Vec::new();
    let all = files(&Path::new(ROOT).join("crates"), &["html"]);
    // What every page shares is `web`'s own, packed because it is sent with each of them.
    for path in all.iter().filter(|path| !shown(path).starts_with("crates/web/")) {
        for (at, line) in read(path).lines().enumerate() {
            if line.chars().count() > LONGEST_TEMPLATE_LINE {
                wrong.push(format!("{}:{} has {} characters", shown(path), at + 1, line.chars().count()));
            }
        }
    }
    none(wrong);
}

#[test]
fn only_urls_build_addresses() {
    let mut wrong = Vec::new();
    for (feature, begins) in ADDRESSES {
        for path in files(&source(feature), &["rs"]) {
            let text = read(&path);
            // Tests inside a file may name addresses, and so may what is said about them.
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            let names = |line: &str| begins.iter().any(|begin| line.contains(&format!("\"{begin}")));
            let routes = |line: &str| line.contains(".route(") || line.contains("path = ");
            if !path.ends_with("urls.rs") {
                wrong.extend(
                    lines
                        .filter(|line| names(line) && !routes(line))
                        .map(|line| format!("{}: {}", shown(&path), line.trim())),
                );
            }
        }
    }
    none(wrong);
}
