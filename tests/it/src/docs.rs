//! What the documentation names exists: every link leads to a file, and a name in code that is a link stands in that file.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn documents() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension().and_then(|extension| extension.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("md") => found.push(path),
                _ => {}
            }
        }
    }
    found.extend(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root().join(name)));
    found
}

/// The text and target of every link that does not lead away.
fn links(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("](") {
        let name = text[..at].rsplit('[').next().unwrap_or_default();
        let target = text[at + 2..].split(')').next().unwrap_or_default();
        let target = target.split('#').next().unwrap_or_default();
        if !target.is_empty() && !target.contains("://") {
            found.push((name.to_owned(), target.to_owned()));
        }
    }
    found
}

#[test]
fn every_link_leads_to_a_file_that_says_what_it_is_named_for() {
    let mut wrong = Vec::new();
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for (name, target) in links(&text) {
            let file = document.parent().unwrap().join(&target);
            let Some(symbol) = name.strip_prefix('`').and_then(|name| name.strip_suffix('`')) else {
                if !file.exists() {
                    wrong.push(format!("{}: {target} is not there", document.display()));
                }
                continue;
            };
            let symbol = symbol.rsplit("::").next().unwrap_or(symbol).trim_end_matches(".rs");
            let named =
                target.contains(symbol) || fs::read_to_string(&file).is_ok_and(|code| code.contains(symbol));
            if !named {
                wrong.push(format!("{}: {target} has no {symbol}", document.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
