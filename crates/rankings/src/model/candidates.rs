//! What people vote on, as it comes in: spelled one way, and what is wrong with it noted.

use kernel::{Checks, Rng};
use std::collections::HashMap;
use tally::Name;

pub const FEWEST: usize = 2;
pub const MOST: usize = 100;
pub const LONGEST_NAME: usize = 200;

/// The candidates as they are stored: 2 to 100 names, spelled one way, none of them twice.
pub fn checked<S: AsRef<str>>(raw: &[S], checks: &mut Checks) -> Vec<String> {
    let names: Vec<String> = raw.iter().map(|name| normalised(name.as_ref())).collect();
    let count = names.len();
    checks.that(count >= FEWEST, "candidates", format!("Give at least {FEWEST} options."));
    checks.that(count <= MOST, "candidates", format!("At most {MOST} options; these are {count}."));
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (at, name) in names.iter().enumerate().take(MOST) {
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
