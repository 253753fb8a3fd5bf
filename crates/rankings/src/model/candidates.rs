//! The list of candidates: 2 to 100 names, spelled one way, none of them twice.

use kernel::{Checks, Rng};
use std::collections::HashMap;
use tally::Name;

pub const FEWEST_CANDIDATES: usize = 2;
pub const MOST_CANDIDATES: usize = 100;
pub const LONGEST_NAME: usize = 200;

/// Names that were checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidates(pub Vec<String>);

impl Candidates {
    /// Trims and composes (NFC) the names, and notes what is wrong with them.
    pub fn read<S: AsRef<str>>(raw: &[S], checks: &mut Checks) -> Self {
        let names: Vec<String> = raw.iter().map(|name| normalised(name.as_ref())).collect();
        let count = names.len();
        checks.that(count >= FEWEST_CANDIDATES, "candidates", "Give at least 2 options.").that(
            count <= MOST_CANDIDATES,
            "candidates",
            format!("At most {MOST_CANDIDATES} options; these are {count}."),
        );
        let mut seen: HashMap<String, usize> = HashMap::new();
        for (at, name) in names.iter().enumerate().take(MOST_CANDIDATES) {
            let field = format!("candidates[{at}]");
            checks.text(&field, name, LONGEST_NAME);
            if let Some(first) = seen.insert(folded(name), at) {
                checks.that(name.is_empty(), field, format!("This is the same as option {}.", first + 1));
            }
        }
        Self(names)
    }
}

/// An order of so many candidates, drawn by lot.
pub fn drawn_tie_order(candidates: usize, rng: &Rng) -> Vec<u32> {
    let mut order: Vec<u32> = (0..).take(candidates).collect();
    rng.shuffle(&mut order);
    order
}

/// A name as it is stored and compared.
pub fn normalised(raw: &str) -> String {
    Name::normalised(raw).as_str().to_owned()
}

/// What two names that differ only in case have in common.
fn folded(name: &str) -> String {
    normalised(&caseless::default_case_fold_str(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(names: &[&str]) -> Vec<String> {
        let mut checks = Checks::new();
        Candidates::read(names, &mut checks);
        checks.done().err().unwrap_or_default().into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn names_are_trimmed_and_composed() {
        let mut checks = Checks::new();
        let read = Candidates::read(&["  Go ", "Cafe\u{301}"], &mut checks);
        assert_eq!(read.0, ["Go", "Café"]);
        assert!(checks.is_empty());
    }

    #[test]
    fn two_names_that_differ_only_in_case_or_composition_are_one() {
        assert_eq!(problems(&["Go", "GO"]), ["candidates[1]"]);
        assert_eq!(problems(&["Straße", "STRASSE", "Rust"]), ["candidates[1]"]);
        assert_eq!(problems(&["CAFÉ", "Rust", "cafe\u{301}"]), ["candidates[2]"]);
    }

    #[test]
    fn there_are_2_to_100_names_of_one_line_each() {
        assert_eq!(problems(&["Go"]), ["candidates"]);
        let many: Vec<_> = (0..101).map(|at| at.to_string()).collect();
        assert_eq!(problems(&many.iter().map(String::as_str).collect::<Vec<_>>()), ["candidates"]);
        assert_eq!(problems(&["Go", " "]), ["candidates[1]"]);
        assert_eq!(problems(&["Go", "Ru\nst"]), ["candidates[1]"]);
        assert_eq!(problems(&["Go", &"r".repeat(201)]), ["candidates[1]"]);
    }
}
