//! Fields of a poll as they come in: trimmed, and what is wrong with them noted.

use jiff::Timestamp;
use kernel::{Checks, Moment, Rng};
use std::collections::HashMap;
use tally::Name;

const LONGEST_TITLE: usize = 200;
const LONGEST_DESCRIPTION: usize = 5_000;
pub const FEWEST_CANDIDATES: usize = 2;
pub const MOST_CANDIDATES: usize = 100;
pub const LONGEST_NAME: usize = 200;

/// The title as it is stored.
pub fn title(raw: &str, checks: &mut Checks) -> String {
    let title = raw.trim().to_owned();
    checks.text("title", &title, LONGEST_TITLE);
    title
}

/// The description as it is stored: none where it says nothing.
pub fn description(raw: Option<&str>, checks: &mut Checks) -> Option<String> {
    let description = raw.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    checks.at_most("description", description.as_deref().unwrap_or_default(), LONGEST_DESCRIPTION);
    description
}

pub fn expiry(expires_at: Option<Moment>, now: Timestamp, checks: &mut Checks) {
    checks.that(expires_at.is_none_or(|end| *end > now), "expiresAt", "This time has passed.");
}

/// The candidates as they are stored: 2 to 100 names, spelled one way, none of them twice.
pub fn candidates<S: AsRef<str>>(raw: &[S], checks: &mut Checks) -> Vec<String> {
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
    names
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
        candidates(names, &mut checks);
        checks.done().err().unwrap_or_default().into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn two_names_that_differ_only_in_case_or_composition_are_one() {
        assert_eq!(problems(&["Straße", "STRASSE", "Rust"]), ["candidates[1]"]);
        assert_eq!(problems(&["CAFÉ", "Rust", "cafe\u{301}"]), ["candidates[2]"]);
    }

    #[test]
    fn a_name_is_one_line_of_at_most_200_characters() {
        assert_eq!(problems(&["Go", "Ru\nst"]), ["candidates[1]"]);
        assert_eq!(problems(&["Go", &"r".repeat(201)]), ["candidates[1]"]);
    }
}
